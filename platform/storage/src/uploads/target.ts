/** A bucket's rules hold for what is moved or copied into it as for what is uploaded. */
import { readBucketRules } from '../catalog/buckets.ts'
import { readObject, type ObjectAddress, type ObjectRecord } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { isTypeAllowed } from '../mime.ts'
import type { StorageService } from '../service.ts'
import type { Caller } from '../session.ts'

/** Answers the source. @throws {StorageError} NoSuchKey, NoSuchBucket, EntityTooLarge, InvalidMimeType */
export async function checkTarget(
  storage: StorageService,
  caller: Caller,
  from: ObjectAddress,
  to: ObjectAddress,
): Promise<ObjectRecord> {
  const { database } = storage
  const source = await readObject(database, caller.session, from)
  if (source === null) throw storageErrors.noSuchKey()
  const bucket = await readBucketRules(database, caller.service, to.bucketId)
  if (bucket === null) throw storageErrors.noSuchBucket()
  const { size = 0, mimetype = 'application/octet-stream' } = source.metadata ?? {}
  if (bucket.fileSizeLimit !== null && size > bucket.fileSizeLimit) throw storageErrors.tooLarge()
  if (!isTypeAllowed(mimetype, bucket.allowedTypes)) throw storageErrors.unsupportedType(mimetype)
  return source
}
