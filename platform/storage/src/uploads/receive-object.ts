/** From a request with a body to an object: judged before the bytes are read, stored before the row is written. */
import { randomUUID } from 'node:crypto'

import { DatabaseUnavailableError, type Session } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import { BlobStoreFullError, objectBlob } from '../blobs/blob-store.ts'
import { readBucketRules, type BucketRules } from '../catalog/buckets.ts'
import { rehearseStoring, storeObject, type NewObject, type ObjectAddress } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import type { ImageFacts } from '../images/measure.ts'
import { receivePicture } from '../images/pictures.ts'
import { expectedImage, isDecodable, type ImageType } from '../images/sniff.ts'
import { bareType, checkType, isTypeAllowed } from '../mime.ts'
import type { StorageService } from '../service.ts'
import type { Owner } from '../session.ts'
import { readIncomingBody, type BodyFields, type IncomingBody } from './incoming-body.ts'
import { meter } from './meter.ts'

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
}

/** @throws {StorageError} @throws {DatabaseError} what the policies say */
export async function receiveObject(
  storage: StorageService,
  upload: Upload,
  request: FastifyRequest,
): Promise<StoredObject> {
  const startedAt = performance.now()
  storage.assertWritable()
  const { to } = upload
  const bucket = await readBucketRules(storage.database, upload.service, to.bucketId)
  if (bucket === null) throw storageErrors.noSuchBucket()
  const body = await readIncomingBody(request, storage.config)
  try {
    const rules = rulesFor(storage, bucket, to, body.type)
    if (body.length !== null && body.length > rules.maximumBytes) throw storageErrors.tooLarge()
    const rehearsal = toRow(upload, { version: randomUUID(), size: body.length, md5: null, type: body.type })
    await rehearseStoring(storage.database, upload.judge, rehearsal, upload.isUpsert)

    const blob = await storeBlob(storage, body, rules)
    return await storeRow(storage, { upload, bucket, rules, body, blob, startedAt })
  } catch (error) {
    if (request.raw.readableAborted) throw storageErrors.cutOff(error)
    body.stream.resume()
    if (error instanceof BlobStoreFullError) storage.observe({ kind: 'storage.full' })
    throw error
  }
}

interface Rules {
  readonly maximumBytes: number
  /** The picture that the bytes must be; null where the bucket does not ask. */
  readonly expected: ImageType | null
}

/** @throws {StorageError} InvalidMimeType */
function rulesFor({ config }: StorageService, bucket: BucketRules, { name }: ObjectAddress, type: string): Rules {
  if (name.endsWith('/.emptyFolderPlaceholder')) return { maximumBytes: 0, expected: null }
  checkType(type)
  if (!isTypeAllowed(type, bucket.allowedTypes)) throw storageErrors.unsupportedType(type)
  const maximumBytes = Math.min(config.fileSizeLimit, bucket.fileSizeLimit ?? Infinity)
  // A bucket that lists image types is for pictures; in all others bytes are bytes, and come out as they went in.
  const holdsPictures = bucket.allowedTypes?.some((allowed) => allowed.startsWith('image/')) === true
  const expected = holdsPictures && config.images.verifyBytes ? expectedImage(bareType(type)) : null
  if (expected === null) return { maximumBytes, expected }
  return { maximumBytes: Math.min(maximumBytes, config.images.maximumBytes), expected }
}

interface Blob {
  readonly version: string
  readonly size: number
  readonly md5: string
  readonly facts: ImageFacts | null
}

async function storeBlob(storage: StorageService, body: IncomingBody, rules: Rules): Promise<Blob> {
  const { blobs } = storage
  const version = randomUUID()
  const metered = meter(body.stream, rules)
  await blobs.write(objectBlob(version), metered.bytes)
  const received = { version, ...metered.total() }
  if (!isDecodable(rules.expected)) return { ...received, facts: null }
  try {
    const setup = { blobs, queue: storage.pictureQueue, config: storage.config.images }
    return await receivePicture(setup, received, randomUUID)
  } catch (error) {
    await blobs.remove([objectBlob(version)])
    throw error
  }
}

interface Storing {
  readonly upload: Upload
  readonly bucket: BucketRules
  readonly rules: Rules
  readonly body: IncomingBody
  readonly blob: Blob
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
    return { id, key: `${to.bucketId}/${to.name}` }
  } catch (error) {
    // When the connection broke, the row may be there: the sweeper finds out.
    if (!(error instanceof DatabaseUnavailableError)) await storage.blobs.remove([objectBlob(blob.version)])
    throw error
  }
}

type RowFacts = Partial<BodyFields> & {
  readonly version: string
  readonly type: string
  readonly size: number | null
  readonly md5: string | null
  readonly facts?: ImageFacts | null
}

function toRow({ to, owner }: Upload, row: RowFacts): NewObject {
  const { version, type, size, md5, facts = null, userMetadata = null, cacheControl, contentEncoding } = row
  return {
    ...to,
    owner,
    version,
    metadata: {
      ...(md5 !== null && { eTag: `"${md5}"`, lastModified: new Date().toISOString(), httpStatusCode: 200 }),
      ...(size !== null && { size, contentLength: size }),
      mimetype: type,
      ...(cacheControl !== undefined && { cacheControl }),
      ...(contentEncoding && { contentEncoding }),
    },
    userMetadata: facts === null ? userMetadata : { ...userMetadata, ...facts },
  }
}
