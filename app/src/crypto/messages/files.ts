/** Files of messages: sealed under a key of their own, padded so that their size tells little (E2EE §2.4). */
import {
  concat,
  fromBase64,
  isSame,
  randomBytes,
  sha256,
  toBase64,
  toHex,
  u32,
  utf8,
  uuidBytes,
  wipe,
  type Bytes,
} from '../bytes.ts'
import { decrypt, encrypt, importAesKey } from '../ciphers.ts'
import { VaultError } from '../codes.ts'
import { encode } from '../encode.ts'
import type { Attachment } from '../rows.ts'
import type { FilePlace, OpenedFile, SealedFile } from '../vault.ts'

const magic = utf8('CXA1')
const ivLength = 12
const overhead = magic.length + ivLength + 16
/** The bucket's limit. */
const largestBlob = 25 * 1024 * 1024

/** The next of few sizes, at most 12 % larger: only floor(log2(log2 n)) bits of the size remain (PADMÉ). */
export function padme(size: number): number {
  if (size < 2) return size
  const exponent = Math.floor(Math.log2(size))
  const kept = Math.floor(Math.log2(exponent)) + 1
  const step = 2 ** Math.max(0, exponent - kept)
  return Math.ceil(size / step) * step
}

function boundTo({ conversationId, messageId, index }: FilePlace): Bytes {
  return encode('cx1/file', uuidBytes(conversationId), uuidBytes(messageId), u32(index))
}

export async function sealFile(bytes: Uint8Array, place: FilePlace): Promise<SealedFile> {
  const size = padme(bytes.length + overhead)
  if (size > largestBlob) throw new VaultError('too_large')
  const padded = new Uint8Array(size - overhead)
  padded.set(bytes)
  const key = randomBytes(32)
  const { iv, ct } = await encrypt(await importAesKey(key), padded, boundTo(place))
  const blob = concat(magic, iv, ct)
  const k = toBase64(key)
  wipe(key)
  return { blob, ref: { k, h: toHex(await sha256(blob)), s: bytes.length } }
}

/** `s` cuts the padding off; a file without it was not padded. */
export async function openFile(
  blob: Uint8Array,
  { k, h, s }: Pick<Attachment, 'k' | 'h'> & { s?: number },
  place: FilePlace,
): Promise<OpenedFile> {
  const bytes = Uint8Array.from(blob)
  if (toHex(await sha256(bytes)) !== h) return { code: 'bad_hash' }
  if (bytes.length < overhead || !isSame(bytes.subarray(0, magic.length), magic)) return { code: 'malformed' }
  const contentAt = magic.length + ivLength
  try {
    const key = await importAesKey(fromBase64(k, 32))
    const sealed = { iv: bytes.slice(magic.length, contentAt), ct: bytes.slice(contentAt) }
    const padded = await decrypt(key, sealed, boundTo(place))
    if (s !== undefined && s > padded.length) return { code: 'malformed' }
    const content = padded.slice(0, s ?? padded.length)
    const mediaType = typeOf(content)
    return { bytes: content, mediaType }
  } catch {
    return { code: 'bad_tag' }
  }
}

const signatures: readonly { type: string; at: number; bytes: Bytes }[] = [
  { type: 'image/png', at: 0, bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  { type: 'image/jpeg', at: 0, bytes: Uint8Array.of(0xff, 0xd8, 0xff) },
  { type: 'image/gif', at: 0, bytes: utf8('GIF87a') },
  { type: 'image/gif', at: 0, bytes: utf8('GIF89a') },
  { type: 'image/webp', at: 8, bytes: utf8('WEBP') },
  { type: 'image/avif', at: 4, bytes: utf8('ftypavif') },
  { type: 'image/avif', at: 4, bytes: utf8('ftypavis') },
  { type: 'audio/webm', at: 0, bytes: Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3) },
  { type: 'audio/ogg', at: 0, bytes: utf8('OggS') },
  { type: 'audio/mp4', at: 4, bytes: utf8('ftypM4A ') },
  { type: 'audio/mp4', at: 4, bytes: utf8('ftypisom') },
  { type: 'audio/mp4', at: 4, bytes: utf8('ftypiso5') },
  { type: 'audio/mp4', at: 4, bytes: utf8('ftypmp42') },
]

/** By its first bytes, whatever the sender says: everything else is neither shown nor played. */
function typeOf(bytes: Uint8Array): string {
  const found = signatures.find(({ at, bytes: expected }) => isSame(bytes.subarray(at, at + expected.length), expected))
  const isOtherRiff = found?.type === 'image/webp' && !isSame(bytes.subarray(0, 4), utf8('RIFF'))
  return found && !isOtherRiff ? found.type : 'application/octet-stream'
}
