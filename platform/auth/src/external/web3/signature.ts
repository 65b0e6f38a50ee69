/** Whether a wallet's owner signed a text. Pure. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

import { authErrors } from '../../errors.ts'
import type { Chain } from './sign-in-message.ts'

const HEX = /^(?:0x)?[\da-f]{130}$/i
const BASE64 = /^[\w+/-]{86}(?:==)?$/

/** @throws {AuthError} `validation_failed` for a signature of another form */
export function parseSignature(chain: Chain, text: string): Uint8Array {
  if (chain === 'solana') {
    if (BASE64.test(text)) return Buffer.from(text, 'base64')
    throw authErrors.invalid('signature must be 64 bytes encoded as base64 with or without padding')
  }
  if (HEX.test(text)) return Buffer.from(text.replace(/^0x/i, ''), 'hex')
  throw authErrors.invalid('signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string')
}

interface Signed {
  readonly text: string
  readonly address: string
  readonly signature: Uint8Array
}

/** A signature of no possible key is a wrong one. */
export function isSignedBy(chain: Chain, signed: Signed): boolean {
  try {
    return chain === 'solana' ? isSignedOnSolana(signed) : recoverAddress(signed) === signed.address
  } catch {
    return false
  }
}

/** NOTE: strict (FIPS 186-5), so that one message has one signature and keys of small order sign nothing. */
function isSignedOnSolana({ text, address, signature }: Signed): boolean {
  return ed25519.verify(signature, Buffer.from(text), base58.decode(address), { zip215: false })
}

/** ERC-191's `personal_sign`: the address is the end of the digest of whichever key made the signature. */
function recoverAddress({ text, signature }: Signed): string {
  const message = Buffer.from(text)
  const prefix = Buffer.from(`\u0019Ethereum Signed Message:\n${message.length}`)
  const digest = keccak_256(Buffer.concat([prefix, message]))
  // Wallets write the recovery bit as 0 and 1, or as 27 and 28.
  const last = signature[64]!
  const recovery = last >= 27 ? last - 27 : last
  const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact')
  const point = new secp256k1.Signature(r, s, recovery).recoverPublicKey(digest)
  return `0x${Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(-20)).toString('hex')}`
}
