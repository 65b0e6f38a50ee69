/** From a request with a body to an object: judged before the bytes are read, stored before the row is written. */
import { randomUUID } from 'node:crypto'

import type { Session } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import type { Owner } from '../access/session.ts'
import { BlobStoreFullError } from '../blobs/blob-store.ts'
import { readBucketRules, type BucketRules } from '../catalog/buckets.ts'
import { rehearseStoring, storeObject, type ObjectAddress } from '../catalog/objects.ts'
import type { StorageConfig } from '../config.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'
import { readIncomingBody, type IncomingBody } from './incoming-body.ts'
import { toRow } from './object-row.ts'
import { removeAfter } from './remove-after.ts'
import { rulesFor, type Rules } from './rules.ts'
import { storeBlob, type StoredBlob } from './store-blob.ts'

export interface Upload {
  readonly to: ObjectAddress
  readonly owner: Owner
  readonly isUpsert: boolean
  readonly service: Session
  /** Whose policies decide. */
  readonly judge: Session
}

export interface StoredObject {
  readonly id: string
  readonly key: string
  /** Quoted. */
  readonly eTag: string
}

type ReadBody = (request: FastifyRequest, config: StorageConfig) => Promise<IncomingBody>

/** @throws {StorageError} @throws {DatabaseError} what the policies say */
export async function receiveObject(
  storage: StorageService,
  upload: Upload,
  request: FastifyRequest,
  readBody: ReadBody = readIncomingBody,
): Promise<StoredObject> {
  const startedAt = performance.now()
  storage.assertWritable()
  const { to } = upload
  const bucket = await readBucketRules(storage.database, upload.service, to.bucketId)
  if (bucket === null) throw storageErrors.noSuchBucket()
  const body = await readBody(request, storage.config)
  const room = storage.quota.begin(upload.owner)
  try {
    const rules = rulesFor(storage, bucket, to, body.type)
    if (body.length !== null && body.length > rules.maximumBytes) throw storageErrors.tooLarge()
    const rehearsal = toRow(upload, { version: randomUUID(), size: body.length, md5: null, type: body.type })
    await rehearseStoring(storage.database, upload.judge, rehearsal, upload.isUpsert)

    // A form's length counts its other fields too: room for it all is nice to have, and the bytes decide.
    if (body.length === null) await room.expect(Number(request.headers['content-length'] ?? 0))
    else await room.cover(body.length)
    const blob = await storeBlob(storage, body.stream, rules, room.cover)
    return await storeRow(storage, { upload, bucket, rules, body, blob, startedAt })
  } catch (error) {
    if (request.raw.readableAborted) throw storageErrors.cutOff(error)
    body.stream.resume()
    if (error instanceof BlobStoreFullError) storage.observe({ kind: 'storage.full' })
    throw error
  } finally {
    await room.release()
  }
}

interface Storing {
  readonly upload: Upload
  readonly bucket: BucketRules
  readonly rules: Rules
  readonly body: IncomingBody
  readonly blob: StoredBlob
  readonly startedAt: number
}

async function storeRow(storage: StorageService, storing: Storing): Promise<StoredObject> {
  const { upload, bucket, rules, body, blob, startedAt } = storing
  const { to } = upload
  try {
    const fields = await body.readFields()
    // A form may name another type behind its file.
    const final = fields.type === body.type ? rules : rulesFor(storage, bucket, to, fields.type)
    if (final.expected !== rules.expected) throw storageErrors.unsupportedType(fields.type)
    if (final.expected !== null && fields.contentEncoding !== null)
      throw storageErrors.invalidRequest('Pictures are stored without contentEncoding')
    const row = toRow(upload, { ...blob, ...fields })
    const { id } = await storeObject(storage.database, upload.service, row, upload.isUpsert)
    storage.lookups.forget(to.bucketId, to.name)
    if (upload.isUpsert) storage.discards.collectSoon()
    storage.observe({
      kind: 'storage.object-stored',
      bucket: bucket.id,
      bytes: blob.size,
      ms: performance.now() - startedAt,
    })
    return { id, key: `${to.bucketId}/${to.name}`, eTag: row.metadata.eTag ?? '' }
  } catch (error) {
    await removeAfter(error, storage.blobs, blob.version)
    throw error
  }
}
