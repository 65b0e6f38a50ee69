/** Published keys: what a row of `user_public_keys` claims, and how an identity signs for it (E2EE §2.1). */
import {
  fromBase64,
  isSame,
  isU32,
  isU53,
  MalformedError,
  sha256,
  concat,
  toBase64,
  toBase64Url,
  u32,
  u64,
  uuidBytes,
  type Bytes,
} from '../bytes.ts'
import { importEncryptionKey, sign, verify } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { encode } from '../encode.ts'
import type { KeyRow } from '../rows.ts'

/** A row whose own signature holds; whose identity it is remains to be seen. */
export interface SignedKeys {
  userId: string
  generation: number
  kid: string
  encryptionKey: Bytes
  identityKey: Bytes
  identity: string
  previousHash: Bytes
  createdMs: number
  statement: Bytes
  signature: Bytes
  succession: Bytes | null
}

export const noHash = new Uint8Array(32)

export async function kidOf(encryptionKey: Bytes): Promise<string> {
  return toBase64Url((await sha256(encryptionKey)).subarray(0, 16))
}

/** Rejects with the row's code. */
export async function readKeyRow(row: KeyRow): Promise<SignedKeys> {
  if (!row.signature || !row.identity_key) throw new VaultError('unsigned')
  const keys = await parse(row)
  if (keys.kid !== row.kid) throw new VaultError('bad_kid')
  if (!(await verify(keys.identityKey, keys.signature, keys.statement))) throw new VaultError('bad_signature')
  return keys
}

async function parse(row: KeyRow): Promise<SignedKeys> {
  try {
    const { user_id: userId, generation, created_ms: createdMs } = row
    if (!isU32(generation) || !isU53(createdMs)) throw new MalformedError('numbers')
    const encryptionKey = fromBase64(row.public_key)
    const identityKey = fromBase64(row.identity_key)
    const previousHash = fromBase64(row.prev_hash, 32)
    await importEncryptionKey(encryptionKey)
    return {
      userId,
      generation,
      kid: await kidOf(encryptionKey),
      encryptionKey,
      identityKey,
      identity: toBase64(identityKey),
      previousHash,
      createdMs,
      statement: await statementOf({ userId, generation, encryptionKey, identityKey, previousHash, createdMs }),
      signature: fromBase64(row.signature, 64),
      succession: row.succession ? fromBase64(row.succession, 64) : null,
    }
  } catch (cause) {
    throw new VaultError('malformed', { cause })
  }
}

interface Claim {
  userId: string
  generation: number
  encryptionKey: Bytes
  identityKey: Bytes
  previousHash: Bytes
  createdMs: number
}

async function statementOf(claim: Claim): Promise<Bytes> {
  const [encryptionHash, identityHash] = await Promise.all([sha256(claim.encryptionKey), sha256(claim.identityKey)])
  const fields = [encryptionHash, identityHash, claim.previousHash, u64(claim.createdMs)]
  return encode('cx1/key', uuidBytes(claim.userId), u32(claim.generation), ...fields)
}

/** What the next generation names as the one before it. */
export function headOf({ statement, signature }: Pick<SignedKeys, 'statement' | 'signature'>): Promise<Bytes> {
  return sha256(concat(statement, signature))
}

export interface Signer {
  key: CryptoKey
  /** The identity that is replaced, and vouches for the new one. */
  former?: CryptoKey
}

export async function signKeyRow(claim: Claim, { key, former }: Signer): Promise<KeyRow> {
  const statement = await statementOf(claim)
  return {
    user_id: claim.userId,
    public_key: toBase64(claim.encryptionKey),
    kid: await kidOf(claim.encryptionKey),
    generation: claim.generation,
    identity_key: toBase64(claim.identityKey),
    prev_hash: toBase64(claim.previousHash),
    created_ms: claim.createdMs,
    signature: toBase64(await sign(key, statement)),
    ...(former && { succession: toBase64(await sign(former, encode('cx1/succession', statement))) }),
  }
}

/** Whether `former` signed for the identity of these keys. */
export async function isSuccession(former: string, keys: SignedKeys): Promise<boolean> {
  if (!keys.succession) return false
  return verify(fromBase64(former), keys.succession, encode('cx1/succession', keys.statement))
}

export async function isNextOf(keys: SignedKeys, head: string): Promise<boolean> {
  return isSame(keys.previousHash, fromBase64(head, 32))
}
