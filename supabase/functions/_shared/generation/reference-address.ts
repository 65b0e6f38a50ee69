/** Where a reference is, by its address alone: in one of our own buckets, or in the address itself. */
import { FunctionError } from '../respond.ts'

export interface StoredFile {
  readonly bucket: string
  readonly path: string
}

const dataUrlHead = /^data:image\/(?:png|jpeg|webp);base64,(?=[^=])/
const storedUrl =
  /^(?:https?:\/\/[^/?#\\]+)?\/storage\/v1\/(?:object|render\/image)\/public\/([^/?#]+)\/([^?#]+)(?:\?[^#]*)?$/
/** Creations, each under an address that only those know who were shown it. */
export const publicBucket = 'generated-images'
const buckets: ReadonlySet<string> = new Set(['temp-images', 'temp-uploads', publicBucket])

/**
 * Null where it is no picture in base64.
 *
 * NOTE: no pattern runs over a whole picture: on a busy machine that ended in a RangeError now and then. What is no
 * base64 is skipped by the decoder, so fewer bytes come out; only the two letters of base64url are taken for its own.
 */
export function readDataUrl(url: string): Uint8Array | null {
  const head = dataUrlHead.exec(url)?.[0]
  if (head === undefined) return null
  const end = url.endsWith('==') ? -2 : url.endsWith('=') ? -1 : undefined
  const encoded = url.slice(head.length, end)
  if (encoded.length % 4 === 1 || ['=', '-', '_'].some((sign) => encoded.includes(sign))) return null
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.length === Math.floor((encoded.length * 3) / 4) ? bytes : null
}

/**
 * NOTE: the host is not compared: a phone reaches the same server under another name, and only the path is used. So no
 * spelling of a host can lead anywhere.
 *
 * @throws {FunctionError} `url_not_allowed`
 */
export function locateStored(url: string): StoredFile {
  const [, bucket = '', path = ''] = storedUrl.exec(url)?.map(plainPath) ?? []
  if (buckets.has(bucket) && path !== '') return { bucket, path }
  throw new FunctionError(400, 'url_not_allowed', 'A reference must be uploaded first', { field: 'images' })
}

/**
 * What people upload as references is theirs alone, whoever reads it for them.
 *
 * @throws {FunctionError} `url_not_allowed`, and `reference_not_found` for somebody else's upload
 */
export function locateFor(userId: string, url: string): StoredFile {
  const place = locateStored(url)
  if (place.bucket === publicBucket || place.path.startsWith(`${userId}/`)) return place
  throw new FunctionError(400, 'reference_not_found', 'A reference is no longer there', { field: 'images' })
}

/**
 * Decoded, or empty where it could leave its bucket: the client puts it into an address as it is, so that `..` in it,
 * or a `?`, would ask another service in the caller's name.
 */
function plainPath(encoded: string): string {
  try {
    const path = decodeURIComponent(encoded)
    const leaves = /[%?#\\\p{Cc}]/u.test(path) || path.split('/').some((part) => /^\.{0,2}$/.test(part))
    return leaves ? '' : path
  } catch {
    return ''
  }
}
