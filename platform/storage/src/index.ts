import type { MigrationSource } from '@platform/database'

export {
  BlobMissingError,
  BlobStoreAwayError,
  BlobStoreFullError,
  type BlobEntry,
  type BlobFamily,
  type BlobKey,
  type BlobStore,
  type ByteRange,
  type OpenBlob,
} from './blobs/blob-store.ts'
export type { Bucket } from './blobs/bucket.ts'
export { diskBlobStore } from './blobs/disk.ts'
export { openBucket, openS3BlobStore } from './blobs/far.ts'
export type { S3BlobStore } from './blobs/s3.ts'
export type { S3Settings } from './blobs/s3-client.ts'
export type { EdgeSettings } from './downloads/edge/purging.ts'
export type { ImageConfig, StorageConfig, StorageSettings, SweepConfig } from './config.ts'
export type { StorageEvent } from './events.ts'
export type { S3Keys } from './s3/signature/verify.ts'
export type { StorageOptions } from './service.ts'

/** Schema `storage`; runs after the database's own migrations and before any that names buckets. */
export const storageMigrations: MigrationSource = { name: 'storage', folder: new URL('../sql/', import.meta.url) }
