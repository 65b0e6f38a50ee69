/** Which names buckets and objects may have. No name ever becomes a path on a disk; these rules serve URLs and people. */
import { storageErrors } from '../errors.ts'

const bucketPattern = /^[\w!.*'() &$=@;:+,?-]{1,100}$/

/**
 * Of ASCII what addresses carry safely; beyond it letters, marks and signs of every script, their spaces, and what joins
 * emoji. Nothing that shows nothing, or that turns around what stands beside it.
 */
const keyPattern = /^(?:[\w\/!.*'\(\) \x26$=@;:+,?\-]|[[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200d]--\p{ASCII}])+$/v
const MAX_KEY_BYTES = 1024

/** First segments of this service's own addresses: an object in such a bucket could not be reached. */
const reservedBuckets = new Set(['.', '..', 'list', 'list-v2', 'sign', 'upload'])

/** @throws {StorageError} InvalidBucketName */
export function checkBucketName(name: string): string {
  if (!bucketPattern.test(name) || reservedBuckets.has(name) || name.trim() !== name)
    throw storageErrors.invalidBucketName()
  return name
}

/** @throws {StorageError} InvalidKey for characters outside the service's set, and for any `.`, `..` or empty segment */
export function checkKey(key: string): string {
  const isNamed = Buffer.byteLength(key) <= MAX_KEY_BYTES && keyPattern.test(key)
  if (!isNamed || key.split('/').some(isTreacherous)) throw storageErrors.invalidKey(key)
  return key
}

/** Segments that some system resolves, drops or trims, so that two keys would mean one file. */
function isTreacherous(segment: string): boolean {
  return segment === '' || /[.\p{Zs}]$/u.test(segment)
}

/** A folder's prefix as the listing wants it: '' or with one slash at its end. */
export function toFolder(prefix: string): string {
  const trimmed = prefix.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `${trimmed}/`
}
