/**
 * A file with its signature as its last line, after the end that readers look for: Ed25519 (RFC 8032) over every byte before
 * that line. Whoever has the public key verifies it with any tool.
 */
import { Buffer } from 'node:buffer'
import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** What a PKCS #8 document of such a key begins with (RFC 8410 §7); the seed follows. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')
const lastLine = /\n%signed-ed25519 ([\da-f]{64}) ([\da-f]{128})\n$/
const lastLineLength = 1 + '%signed-ed25519 '.length + 64 + 1 + 128 + 1

export interface SigningKey {
  readonly key: KeyObject
  /** Hex. */
  readonly publicKey: string
}

/** @param seed 64 hexadecimal digits: the same seed is the same key */
export function signingKey(seed: string): SigningKey {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Head, Buffer.from(seed, 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return { key, publicKey: spki.subarray(spkiHead.length).toString('hex') }
}

export function signFile(content: Uint8Array, { key, publicKey }: SigningKey): Uint8Array<ArrayBuffer> {
  const signature = sign(null, content, key).toString('hex')
  return Uint8Array.from(Buffer.concat([content, Buffer.from(`\n%signed-ed25519 ${publicKey} ${signature}\n`)]))
}

/** By which key the file is signed, in hex; null where it is not, or was changed. Whose key it is, the caller knows. */
export function signerOf(file: Uint8Array): string | null {
  const tail = Buffer.from(file.subarray(-lastLineLength)).toString('latin1')
  const [, publicKey = '', signature = ''] = lastLine.exec(tail) ?? []
  if (publicKey === '') return null
  const key = createPublicKey({
    key: Buffer.concat([spkiHead, Buffer.from(publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  const isGood = verify(null, file.subarray(0, -lastLineLength), key, Buffer.from(signature, 'hex'))
  return isGood ? publicKey : null
}
