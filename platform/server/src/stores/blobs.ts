/** Where the bytes of files lie: in the data folder, or in a bucket. */
import { join } from 'node:path'

import { diskBlobStore, openS3BlobStore, type BlobStore } from '@platform/storage'

import type { Config } from '../settings/config.ts'

export async function openBlobs({ dataFolder, storage }: Config): Promise<BlobStore & Disposable> {
  if (storage.s3 !== null) return openS3BlobStore(storage.s3)
  return { ...(await diskBlobStore(join(dataFolder, 'blobs'))), [Symbol.dispose]() {} }
}
