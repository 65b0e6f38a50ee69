import { DatabaseUnavailableError } from '@platform/database'

import { BlobStoreAwayError, objectBlob, type BlobStore } from '../blobs/blob-store.ts'

/**
 * Removes the blob of what could not be stored. Where the connection broke, its row may be there; and a store that
 * does not answer would only be waited for once more: both are left to the sweeper.
 */
export async function removeAfter(error: unknown, blobs: BlobStore, version: string): Promise<void> {
  if (error instanceof DatabaseUnavailableError || error instanceof BlobStoreAwayError) return
  await blobs.remove([objectBlob(version)])
}
