/** The algorithms of CX1, each with its parameters fixed: WebCrypto only. */
import { randomBytes, type Bytes } from './bytes.ts'

const rsa = {
  name: 'RSA-OAEP',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
} as const
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const

export interface RawPair {
  spki: Bytes
  pkcs8: Bytes
}

/** Extractable for one moment: the bytes go into the backup, and what stays is imported again, not extractable. */
async function generate(keys: Promise<CryptoKeyPair>): Promise<RawPair> {
  const { publicKey, privateKey } = await keys
  const [spki, pkcs8] = await Promise.all([
    crypto.subtle.exportKey('spki', publicKey),
    crypto.subtle.exportKey('pkcs8', privateKey),
  ])
  return { spki: new Uint8Array(spki), pkcs8: new Uint8Array(pkcs8) }
}

export function generateEncryptionPair(): Promise<RawPair> {
  return generate(crypto.subtle.generateKey(rsa, true, ['encrypt', 'decrypt']))
}

export function generateIdentityPair(): Promise<RawPair> {
  return generate(crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']))
}

export function importDecryptionKey(pkcs8: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', pkcs8, rsa, false, ['decrypt'])
}

export async function importEncryptionKey(spki: Bytes): Promise<CryptoKey> {
  const key = await crypto.subtle.importKey('spki', spki, rsa, true, ['encrypt'])
  const { modulusLength, publicExponent } = key.algorithm as KeyAlgorithm & {
    modulusLength: number
    publicExponent: Uint8Array
  }
  if (modulusLength !== 2048 || String(publicExponent) !== '1,0,1')
    throw new Error('Not an RSA-2048 key with e = 65537')
  return key
}

export function importSigningKey(pkcs8: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', pkcs8, ecdsa, false, ['sign'])
}

/** The public half of a private key, for which WebCrypto has no call of its own. */
export async function publicHalf(kind: 'encryption' | 'identity', pkcs8: Bytes): Promise<Bytes> {
  const isIdentity = kind === 'identity'
  const [algorithm, usages] = isIdentity ? [ecdsa, ['sign' as const]] : [rsa, ['decrypt' as const]]
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, true, usages)
  const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', key)
  const jwk = (isIdentity ? { kty, crv, x, y } : { kty, n, e }) as JsonWebKey
  const half = await crypto.subtle.importKey('jwk', jwk, algorithm, true, [isIdentity ? 'verify' : 'encrypt'])
  return new Uint8Array(await crypto.subtle.exportKey('spki', half))
}

export async function sign(key: CryptoKey, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.sign(signing, key, bytes))
}

const verifying = new WeakMap<Bytes, Promise<CryptoKey>>()

/** Imported once for as long as somebody holds on to the bytes, which nobody changes. */
function importVerifyingKey(spki: Bytes): Promise<CryptoKey> {
  const known = verifying.get(spki)
  if (known) return known
  const key = crypto.subtle.importKey('spki', spki, ecdsa, false, ['verify'])
  verifying.set(spki, key)
  return key
}

/** False for keys that are none, too. */
export async function verify(spki: Bytes, signature: Bytes, bytes: Bytes): Promise<boolean> {
  try {
    return await crypto.subtle.verify(signing, await importVerifyingKey(spki), signature, bytes)
  } catch {
    return false
  }
}

export async function wrap(spki: Bytes, key: Bytes, label: Bytes): Promise<Bytes> {
  const publicKey = await importEncryptionKey(spki)
  return new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP', label }, publicKey, key))
}

export async function unwrap(key: CryptoKey, wrapped: Bytes, label: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'RSA-OAEP', label }, key, wrapped))
}

/** What HKDF derives from; the bytes cannot be read out of it again. */
export function importSecret(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey'])
}

export function deriveKey(secret: CryptoKey, salt: Bytes, info: Bytes): Promise<CryptoKey> {
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info }
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** The same key as bytes, for somebody who shall open this one thing: from a key like it nobody gets back to the secret. */
export async function deriveBytes(secret: CryptoKey, salt: Bytes, info: Bytes): Promise<Bytes> {
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info }
  const key = await crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, true, ['decrypt'])
  return new Uint8Array(await crypto.subtle.exportKey('raw', key))
}

export function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

export interface Sealed {
  iv: Bytes
  ct: Bytes
}

/** A fresh random IV each time; the 16-byte tag is at the end of `ct`. */
export async function encrypt(key: CryptoKey, bytes: Bytes, additionalData: Bytes): Promise<Sealed> {
  const iv = randomBytes(12)
  const ct = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, bytes)
  return { iv, ct: new Uint8Array(ct) }
}

export async function decrypt(key: CryptoKey, { iv, ct }: Sealed, additionalData: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, ct))
}
