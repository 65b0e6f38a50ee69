/** Which names buckets and objects may have. No name ever becomes a path on a disk; these rules serve URLs and people. */
import { storageErrors } from '../errors.ts'

const bucketPattern = /^[\w!.*'() &$=@;:+,?-]{1,100}$/

/**
 * Of ASCII what addresses carry safely; beyond it letters, marks and signs of every script and their spaces, but none
 * that shows nothing (Braille without a dot and an empty note are signs) or turns around what stands beside it.
 */
const SHOWN = String.raw`[\w\/!.*'\(\) \x26$=@;:+,?\-]|[[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]--[\p{ASCII}\p{DI}\u2800\u{1d159}]]`
/** What joins where there is something to join: emoji, words of Persian and of India. */
const JOINING = String.raw`(?<=[\p{L}\p{M}\p{N}\p{S}])[\u200c\u200d](?=[[\p{L}\p{M}\p{N}\p{P}\p{S}]--[\/]])`
/** What makes an emoji of the sign before it, or of a digit in its key. */
const COLOURING = String.raw`(?<=\p{Extended_Pictographic})\ufe0f|(?<=[\d*])\ufe0f(?=\u20e3)`
const keyPattern = new RegExp(`^(?:${SHOWN}|${JOINING}|${COLOURING})+$`, 'v')
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
