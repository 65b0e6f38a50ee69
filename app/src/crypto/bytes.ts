/** Bytes and their texts. Every decoder is strict: what is not exactly the form it expects is refused. */

/** WebCrypto takes views on plain buffers only. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Text or bytes that are not what they should be; turned into a code by whoever reads them. */
export class MalformedError extends Error {}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const utf8Encoder = new TextEncoder()
const utf8Decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  // In parts: a call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(from, from + 0x8000))
  }
  return btoa(binary)
}

/** Padded and canonical: one text per value, so that nothing can be respelled on the way. */
export function fromBase64(text: unknown, length?: number): Bytes {
  if (typeof text !== 'string' || !base64.test(text)) throw new MalformedError('base64')
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  if (length !== undefined && bytes.length !== length) throw new MalformedError('length')
  if (!isCanonical(text, bytes)) throw new MalformedError('base64')
  return bytes
}

/** The bits that the last letter holds over must be zero. */
function isCanonical(text: string, bytes: Uint8Array): boolean {
  const tail = bytes.length % 3
  return tail === 0 || toBase64(bytes.subarray(bytes.length - tail)) === text.slice(-4)
}

export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function fromBase64Url(text: unknown, length: number): Bytes {
  if (typeof text !== 'string' || /[^\w-]/.test(text)) throw new MalformedError('base64url')
  const padded = text.replaceAll('-', '+').replaceAll('_', '/')
  return fromBase64(padded.padEnd(Math.ceil(padded.length / 4) * 4, '='), length)
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function fromHex(text: unknown, length: number): Bytes {
  if (typeof text !== 'string' || text.length !== length * 2 || /[^\da-f]/.test(text)) throw new MalformedError('hex')
  return Uint8Array.from({ length }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16))
}

/** The 16 bytes of an id, which must be in lower case. */
export function uuidBytes(id: unknown): Bytes {
  if (typeof id !== 'string' || !uuid.test(id)) throw new MalformedError('uuid')
  return fromHex(id.replaceAll('-', ''), 16)
}

export function toUuid(bytes: Uint8Array): string {
  const hex = toHex(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function utf8(text: string): Bytes {
  return utf8Encoder.encode(text)
}

export function fromUtf8(bytes: Uint8Array): string {
  try {
    return utf8Decoder.decode(bytes)
  } catch (cause) {
    throw new MalformedError('utf-8', { cause })
  }
}

export function u32(value: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

export function u64(value: number): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

export function isU32(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 0xff_ff_ff_ff
}

/** Whole, and exact as a number. */
export function isU53(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length))
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

/** Best effort: JavaScript cannot promise that no copy is left. */
export function wipe(...secrets: readonly Uint8Array[]): void {
  for (const secret of secrets) secret.fill(0)
}
