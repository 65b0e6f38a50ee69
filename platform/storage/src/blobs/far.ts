/** Places of S3 APIs. Their client takes thirty megabytes and a fifth of a second of processor: it is loaded where one is used. */
import type { Bucket } from './bucket.ts'
import type { S3Settings } from './s3-client.ts'
import type { S3BlobStore } from './s3.ts'

export async function openS3BlobStore(settings: S3Settings): Promise<S3BlobStore> {
  const { s3BlobStore } = await import('./s3.ts')
  return s3BlobStore(settings)
}

export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const { bucketOf } = await import('./bucket.ts')
  return bucketOf(settings)
}
