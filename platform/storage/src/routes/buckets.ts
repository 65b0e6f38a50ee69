/** /bucket (WIRE §3.3). */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { callerOf, serviceSession, type Caller } from '../access/session.ts'
import * as buckets from '../catalog/buckets.ts'
import { deleteSomeObjects } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { checkAllowedTypes } from '../names/mime.ts'
import { checkBucketName } from '../names/names.ts'
import type { StorageService } from '../service.ts'
import type { BucketParams } from './address.ts'

interface BucketBody {
  readonly public?: boolean
  readonly file_size_limit?: number | string | null
  readonly allowed_mime_types?: readonly string[] | null
}

interface NewBucketBody extends BucketBody {
  readonly name: string
  readonly id?: string
  readonly type?: string
}

const sizePattern = '^[0-9]+(?:\\.[0-9]+)?(?:[gG][bB]|[mM][bB]|[kK][bB]|[bB])$'
const fields = {
  public: { type: 'boolean' },
  file_size_limit: {
    anyOf: [
      { type: 'integer', nullable: true, minimum: 0 },
      { type: 'string', nullable: true, pattern: sizePattern },
    ],
  },
  allowed_mime_types: { type: 'array', nullable: true, maxItems: 200, items: { type: 'string' } },
} as const

const creation = {
  type: 'object',
  properties: {
    ...fields,
    name: { type: 'string' },
    id: { type: 'string' },
    type: { type: 'string', enum: ['STANDARD'] },
  },
  required: ['name'],
} as const

const change = { type: 'object', minProperties: 1, properties: fields } as const

const page = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1 },
    offset: { type: 'integer', minimum: 0 },
    sortColumn: { type: 'string', enum: ['id', 'name', 'created_at', 'updated_at'] },
    sortOrder: { type: 'string', enum: ['asc', 'desc'] },
    search: { type: 'string' },
  },
} as const

const sendJson = (reply: FastifyReply, json: Buffer) => reply.type('application/json; charset=utf-8').send(json)

export function addBucketRoutes(fastify: FastifyInstance, storage: StorageService): void {
  const { database, identify, config } = storage

  fastify.get<{ Querystring: buckets.BucketPage }>(
    '/bucket',
    { schema: { querystring: page } },
    async (request, reply) => {
      const { session } = await callerOf(identify, request, 'storage.bucket.list')
      return sendJson(reply, await buckets.listBuckets(database, session, request.query))
    },
  )

  fastify.get<{ Params: BucketParams }>('/bucket/:bucket', async (request, reply) => {
    const { session } = await callerOf(identify, request, 'storage.bucket.get')
    const bucket = await buckets.readBucket(database, session, request.params.bucket)
    if (bucket === null) throw storageErrors.noSuchBucket()
    return sendJson(reply, bucket)
  })

  fastify.post<{ Body: NewBucketBody }>('/bucket', { schema: { body: creation } }, async (request) => {
    await createBucket(storage, await callerOf(identify, request, 'storage.bucket.create'), request.body)
    return { name: request.body.name }
  })

  fastify.put<{ Params: BucketParams; Body: BucketBody }>(
    '/bucket/:bucket',
    { schema: { body: change } },
    async (request) => {
      const { session } = await callerOf(identify, request, 'storage.bucket.update')
      const { bucket } = request.params
      const rules = toFields(request.body, config.fileSizeLimit)
      storage.assertWritable()
      if (!(await buckets.updateBucket(database, session, bucket, rules))) throw storageErrors.noSuchBucket()
      storage.lookups.forget(bucket)
      return { message: 'Successfully updated' }
    },
  )

  fastify.post<{ Params: BucketParams }>('/bucket/:bucket/empty', async (request) => {
    const caller = await callerOf(identify, request, 'storage.bucket.empty')
    await emptyBucket(storage, caller, request.params.bucket)
    return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
  })

  fastify.delete<{ Params: BucketParams }>('/bucket/:bucket', async (request) => {
    const { session } = await callerOf(identify, request, 'storage.bucket.delete')
    await deleteBucket(storage, session, request.params.bucket)
    return { message: 'Successfully deleted' }
  })
}

const batch = 1_000

async function emptyBucket(storage: StorageService, { session }: Caller, id: string): Promise<void> {
  if ((await buckets.readBucket(storage.database, session, id)) === null) throw storageErrors.noSuchBucket()
  let deleted = batch
  while (deleted === batch) {
    deleted = await deleteSomeObjects(storage.database, session, id, batch)
    if (deleted > 0) storage.observe({ kind: 'storage.objects-removed', bucket: id, count: deleted })
  }
  storage.lookups.forget(id)
  storage.discards.collectSoon()
}

/** @throws {StorageError} InvalidBucketName @throws {DatabaseError} what the policies say, or that the name is taken */
export async function createBucket(storage: StorageService, caller: Caller, body: NewBucketBody): Promise<void> {
  const { database, config } = storage
  const { session, service, owner } = caller
  const { name, id = name, type = 'STANDARD' } = body
  checkBucketName(id)
  checkBucketName(name)
  const rules = toFields(body, config.fileSizeLimit)
  storage.assertWritable()
  const bucket = { ...rules, id, name, type, owner }
  // Who may not make buckets does not learn which names are taken.
  await buckets.rehearseInsertion(database, session, bucket)
  if (await buckets.isNameTakenInOtherCase(database, service, [id, name])) throw storageErrors.invalidBucketName()
  await buckets.insertBucket(database, session, bucket)
}

export async function deleteBucket(storage: StorageService, session: Caller['session'], id: string): Promise<void> {
  const { database, lookups } = storage
  if ((await buckets.readBucket(database, session, id)) === null) throw storageErrors.noSuchBucket()
  const isEmpty = await buckets.isBucketEmpty(database, serviceSession('storage.bucket.delete'), id)
  if (!isEmpty) throw storageErrors.bucketNotEmpty()
  if (!(await buckets.deleteBucket(database, session, id))) throw storageErrors.noSuchBucket()
  lookups.forget(id)
}

/** @throws {StorageError} EntityTooLarge, InvalidMimeType */
function toFields(body: BucketBody, fileSizeLimit: number): buckets.BucketFields {
  const limit = toBytes(body.file_size_limit)
  if (typeof limit === 'number' && limit > fileSizeLimit) throw storageErrors.tooLarge()
  if (body.allowed_mime_types) checkAllowedTypes(body.allowed_mime_types)
  return { isPublic: body.public, fileSizeLimit: limit, allowedTypes: body.allowed_mime_types }
}

const units: Record<string, number> = { b: 1, kb: 1_000, mb: 1_000_000, gb: 1_000_000_000 }

/** `20MB` or 20000000; 0 and null both mean: no limit of its own. */
export function toBytes(limit: number | string | null | undefined): number | null | undefined {
  if (limit === undefined || limit === null) return limit
  const [, amount = '', unit = 'b'] = /^([\d.]+)([a-z]*)$/i.exec(String(limit)) ?? []
  const bytes = Math.round(Number(amount) * (units[unit.toLowerCase() || 'b'] ?? 1))
  return bytes === 0 ? null : bytes
}
