/** From pieces to one object, a few of their bytes at a time. */
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import type { Session } from '@platform/database'

import { objectBlob, type BlobStore } from '../blobs/blob-store.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'
import { toRow } from '../uploads/object-row.ts'
import { removeAfter } from '../uploads/remove-after.ts'
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
  const rules = setup.rules()
  const blob =
    (await joinAtPlace(blobs, parts, rules)) ?? (await storeBlob(storage, joined(blobs, parts), rules, () => {}))
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
    await removeAfter(error, blobs, blob.version)
    throw error
  }
}

/** Where nobody has to look at the bytes, and the place can: they stay there. Their tag is then made of the pieces'. */
export async function joinAtPlace(blobs: BlobStore, parts: readonly Part[], rules: Rules): Promise<StoredBlob | null> {
  const hashes = parts.flatMap(({ md5 }) => (md5 === null ? [] : [Buffer.from(md5, 'hex')]))
  if (blobs.join === undefined || rules.expected !== null || parts.length < 2 || hashes.length < parts.length)
    return null
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > rules.maximumBytes) throw storageErrors.tooLarge()
  const version = randomUUID()
  const pieces = parts.map((part) => ({ key: objectBlob(part.version), size: part.size }))
  if (!(await blobs.join(pieces, objectBlob(version)))) return null
  const md5 = createHash('md5').update(Buffer.concat(hashes)).digest('hex')
  return { version, size, md5: `${md5}-${parts.length}`, facts: null }
}

export function joined(blobs: BlobStore, parts: readonly Part[]): Readable {
  async function* bytes() {
    for (const { version } of parts) {
      const { body } = await blobs.read(objectBlob(version))
      if (Buffer.isBuffer(body)) yield body
      else yield* body as AsyncIterable<Buffer>
    }
  }
  return Readable.from(bytes(), { highWaterMark: 1 })
}
