/** What is authenticated of a message besides its text: its place, its sender and its kind (E2EE §2.3). */
import { fromHex, isU32, MalformedError, sha256, toHex, u32, utf8, uuidBytes, type Bytes } from '../bytes.ts'
import { deriveKey } from '../ciphers.ts'
import { encode } from '../encode.ts'

export interface Header {
  conversationId: string
  epochId: string
  id: string
  senderId: string
  device: string
  n: number
  type: string
}

export interface EncodedHeader {
  id: Bytes
  /** Derives the message's own key. */
  info: Bytes
  additionalData: Bytes
  /** SHA-256 of `additionalData`: what a signature and the next message name. */
  digest: Promise<Bytes>
}

const longestType = 32

export function encodeHeader({ conversationId, epochId, id, senderId, device, n, type }: Header): EncodedHeader {
  const typeBytes = utf8(type)
  if (!isU32(n) || typeBytes.length > longestType) throw new MalformedError('header')
  const places = [conversationId, epochId, id, senderId].map((uuid) => uuidBytes(uuid))
  const fields = [...places, fromHex(device, 4), u32(n), typeBytes]
  const additionalData = encode('cx1/aad', ...fields)
  return { id: uuidBytes(id), info: encode('cx1/msg', ...fields), additionalData, digest: sha256(additionalData) }
}

export function messageKey(epochKey: CryptoKey, { id, info }: EncodedHeader): Promise<CryptoKey> {
  return deriveKey(epochKey, id, info)
}

/** The digest that the device's next message names. */
export async function linkOf({ digest }: EncodedHeader): Promise<string> {
  return toHex(await digest)
}

/** What the sender signs: place, text and the one key that fits. */
export async function signedPart({ digest }: EncodedHeader, padded: Bytes, commit: Bytes): Promise<Bytes> {
  const [place, text] = await Promise.all([digest, sha256(padded)])
  return encode('cx1/sig', place, text, commit)
}
