/** From pieces to one object, a few of their bytes at a time. */
import { Readable } from 'node:stream'

import { DatabaseUnavailableError, type Session } from '@platform/database'

import { objectBlob, type BlobStore } from '../blobs/blob-store.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'
import { toRow } from '../uploads/object-row.ts'
import type { Rules } from '../uploads/rules.ts'
import { storeBlob, type StoredBlob } from '../uploads/store-blob.ts'
import { fieldsOf } from './metadata.ts'
import { finishUpload, readParts, type Held, type Part, type ResumableUpload } from './upload-rows.ts'

export interface Finishing {
  readonly service: Session
  /** Of the bucket, for what is being sent. */
  rules(): Rules
}

/** @param last a piece that is stored and that no row names yet */
export async function finish(
  storage: StorageService,
  setup: Finishing,
  upload: ResumableUpload & Held,
  last: Part | null,
): Promise<void> {
  const { blobs, database, discards, lookups, quota } = storage
  const parts = [...(await readParts(database, upload.id)), ...(last === null ? [] : [last])]
  const blob = await storeBlob(storage, joined(blobs, parts), setup.rules(), () => {})
  await storeRow(storage, setup.service, upload, blob)
  lookups.forget(upload.to.bucketId, upload.to.name)
  discards.collectSoon()
  await quota.begin(upload.owner, { id: upload.id }).release()
  const { ageMs: ms } = upload
  storage.observe({ kind: 'storage.object-stored', bucket: upload.to.bucketId, bytes: blob.size, ms })
}

async function storeRow(
  { blobs, database, config }: StorageService,
  service: Session,
  upload: ResumableUpload & Held,
  blob: StoredBlob,
): Promise<void> {
  const row = toRow(upload, { ...fieldsOf(upload.metadata, config), ...blob })
  try {
    const object = { row, size: upload.size ?? blob.size, isUpsert: upload.isUpsert }
    if (!(await finishUpload(database, service, upload, object))) throw storageErrors.locked()
  } catch (error) {
    // When the connection broke, the row may be there: the sweeper finds out.
    if (!(error instanceof DatabaseUnavailableError)) await blobs.remove([objectBlob(blob.version)])
    throw error
  }
}

function joined(blobs: BlobStore, parts: readonly Part[]): Readable {
  async function* bytes() {
    for (const { version } of parts) {
      const { body } = await blobs.read(objectBlob(version))
      if (Buffer.isBuffer(body)) yield body
      else yield* body as AsyncIterable<Buffer>
    }
  }
  return Readable.from(bytes(), { highWaterMark: 1 })
}
