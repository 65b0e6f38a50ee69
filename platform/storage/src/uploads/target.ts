import type { Caller } from '../access/session.ts'
/** A bucket's rules hold for what is moved or copied into it as for what is uploaded. */
import { BlobMissingError } from '../blobs/blob-store.ts'
import { readBucketRules, type BucketRules } from '../catalog/buckets.ts'
import { readObject, type ObjectAddress, type ObjectRecord } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { expectedIn, provePicture } from '../images/pictures.ts'
import { isTypeAllowed } from '../names/mime.ts'
import type { StorageService } from '../service.ts'

export interface Arrival {
  readonly from: ObjectAddress
  readonly to: ObjectAddress
  /** The type that it will have there; its own by default. */
  readonly type?: string | undefined
}

/** Answers the source. @throws {StorageError} NoSuchKey, NoSuchBucket, EntityTooLarge, InvalidMimeType */
export async function checkTarget(storage: StorageService, caller: Caller, arrival: Arrival): Promise<ObjectRecord> {
  const { database } = storage
  const { from, to } = arrival
  const source = await readObject(database, caller.session, from)
  if (source === null) throw storageErrors.noSuchKey()
  const bucket = await readBucketRules(database, caller.service, to.bucketId)
  if (bucket === null) throw storageErrors.noSuchBucket()
  const { size = 0 } = source.metadata ?? {}
  const type = arrival.type ?? typeOf(source)
  if (bucket.fileSizeLimit !== null && size > bucket.fileSizeLimit) throw storageErrors.tooLarge()
  if (!isTypeAllowed(type, bucket.allowedTypes)) throw storageErrors.unsupportedType(type)
  await proveWhatIsNew(storage, caller, { source, bucket, type })
  return source
}

const typeOf = ({ metadata }: ObjectRecord) => metadata?.mimetype ?? 'application/octet-stream'

/** What was judged by the same rules when it was uploaded is not decoded again. */
async function proveWhatIsNew(
  storage: StorageService,
  caller: Caller,
  { source, bucket, type }: { source: ObjectRecord; bucket: BucketRules; type: string },
): Promise<void> {
  const { images } = storage.config
  const expected = expectedIn(bucket, type, images)
  if (expected === null) return
  const isHome = source.bucketId === bucket.id
  const home = isHome ? bucket : await readBucketRules(storage.database, caller.service, source.bucketId)
  if (home !== null && expectedIn(home, typeOf(source), images) === expected) return
  if ((source.metadata?.size ?? 0) > images.maximumBytes) throw storageErrors.tooLarge()
  if (source.version === null) throw new BlobMissingError(source.name)
  await provePicture({ blobs: storage.blobs, queue: storage.pictureQueue, config: images }, source.version, expected)
}
