/** What a bucket takes under a name. */
import type { BucketRules } from '../catalog/buckets.ts'
import type { ObjectAddress } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { expectedIn } from '../images/pictures.ts'
import type { ImageType } from '../images/sniff.ts'
import { checkType, isTypeAllowed } from '../names/mime.ts'
import type { StorageService } from '../service.ts'

export interface Rules {
  readonly maximumBytes: number
  /** The picture that the bytes must be; null where the bucket does not ask. */
  readonly expected: ImageType | null
}

/** @throws {StorageError} InvalidMimeType */
export function rulesFor(
  { config }: Pick<StorageService, 'config'>,
  bucket: BucketRules,
  { name }: ObjectAddress,
  type: string,
): Rules {
  checkType(type)
  // What keeps an empty folder in sight may be of any type, and holds nothing.
  if (name.endsWith('/.emptyFolderPlaceholder')) return { maximumBytes: 0, expected: null }
  if (!isTypeAllowed(type, bucket.allowedTypes)) throw storageErrors.unsupportedType(type)
  const maximumBytes = Math.min(config.fileSizeLimit, bucket.fileSizeLimit ?? Infinity)
  const expected = expectedIn(bucket, type, config.images)
  if (expected === null) return { maximumBytes, expected }
  return { maximumBytes: Math.min(maximumBytes, config.images.maximumBytes), expected }
}
