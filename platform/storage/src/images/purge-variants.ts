/** Removes the variants of a bucket's pictures; they are made again when somebody asks. */
import { versionOf, type BlobKey, type BlobStore } from '../blobs/blob-store.ts'
import { versionsInBucket } from '../catalog/blobs.ts'
import type { StorageService } from '../service.ts'

const batch = 500

/** @param bucketId null for all of them */
export async function purgeVariants(storage: StorageService, bucketId: string | null): Promise<void> {
  const { blobs, database } = storage
  // By what is there and not by the bucket's rows: most objects have no variant.
  for await (const keys of variantsOf(blobs)) {
    if (bucketId === null) {
      await blobs.remove(keys)
      continue
    }
    const inBucket = await versionsInBucket(database, bucketId, [...new Set(keys.map(versionOf))])
    await blobs.remove(keys.filter((key) => inBucket.has(versionOf(key))))
  }
}

async function* variantsOf(blobs: BlobStore): AsyncIterable<readonly BlobKey[]> {
  let keys: BlobKey[] = []
  for await (const { key } of blobs.entries('variants')) {
    keys.push(key)
    if (keys.length < batch) continue
    yield keys
    keys = []
  }
  yield keys
}
