/** What is done to objects without their bytes: told, removed, moved, copied (WIRE §3.4). */
import type { FastifyInstance, FastifyReply } from 'fastify'

import { callerOf, readerOf } from '../access/session.ts'
import { deleteObjects, moveObject, type ObjectRecord } from '../catalog/objects.ts'
import { callersObject, publicObject, type FindObject } from '../downloads/find-object.ts'
import { storageErrors } from '../errors.ts'
import { checkBucketName, checkKey } from '../names/names.ts'
import type { StorageService } from '../service.ts'
import { checkTarget } from '../uploads/target.ts'
import { addressOf, type BucketParams, type ObjectParams } from './address.ts'

interface RemoveMany {
  Params: BucketParams
  Body: { prefixes: readonly string[] }
}

export interface RelocationBody {
  readonly bucketId: string
  readonly sourceKey: string
  readonly destinationKey: string
  readonly destinationBucket?: string
}

const removal = {
  type: 'object',
  properties: { prefixes: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1_000 } },
  required: ['prefixes'],
} as const

export const relocation = {
  type: 'object',
  properties: {
    bucketId: { type: 'string' },
    sourceKey: { type: 'string' },
    destinationBucket: { type: 'string' },
    destinationKey: { type: 'string' },
  },
  required: ['bucketId', 'sourceKey', 'destinationKey'],
} as const

/** @throws {StorageError} InvalidKey, InvalidBucketName */
export function readRelocation(body: RelocationBody) {
  const { bucketId, sourceKey, destinationKey, destinationBucket = bucketId } = body
  return {
    from: { bucketId: checkBucketName(bucketId), name: checkKey(sourceKey) },
    to: { bucketId: checkBucketName(destinationBucket), name: checkKey(destinationKey) },
  }
}

export function addObjectRoutes(fastify: FastifyInstance, storage: StorageService): void {
  addInfoRoutes(fastify, storage)
  const { database, identify } = storage

  fastify.delete<RemoveMany>('/object/:bucket', { schema: { body: removal } }, async (request, reply) => {
    const { session } = await callerOf(identify, request, 'storage.object.delete_many')
    const { bucket } = request.params
    const { prefixes } = request.body
    const { rows, count } = await deleteObjects(database, session, bucket, prefixes)
    afterRemoval(storage, { bucket, names: prefixes, count })
    return reply.type('application/json; charset=utf-8').send(rows)
  })

  fastify.delete<{ Params: ObjectParams }>('/object/:bucket/*', async (request) => {
    const { session } = await callerOf(identify, request, 'storage.object.delete')
    const { bucketId, name } = addressOf(request.params)
    const { count } = await deleteObjects(database, session, bucketId, [name])
    if (count === 0) throw storageErrors.noSuchKey()
    afterRemoval(storage, { bucket: bucketId, names: [name], count })
    return { message: 'Successfully deleted' }
  })

  fastify.post<{ Body: RelocationBody }>('/object/move', { schema: { body: relocation } }, async (request) => {
    const caller = await callerOf(identify, request, 'storage.object.move')
    const { from, to } = readRelocation(request.body)
    storage.assertWritable()
    if (from.bucketId !== to.bucketId) await checkTarget(storage, caller, { from, to })
    const id = await moveObject(database, caller.session, { from, to })
    if (id === null) throw storageErrors.noSuchKey()
    for (const at of [from, to]) storage.lookups.forget(at.bucketId, at.name)
    return { message: 'Successfully moved', Id: id, Key: `${to.bucketId}/${to.name}` }
  })
}

export function afterRemoval(
  storage: StorageService,
  { bucket, names, count }: { bucket: string; names: readonly string[]; count: number },
): void {
  if (count === 0) return
  for (const name of names) storage.lookups.forget(bucket, name)
  storage.observe({ kind: 'storage.objects-removed', bucket, count })
  storage.discards.collectSoon()
}

function addInfoRoutes(fastify: FastifyInstance, storage: StorageService): void {
  const { identify } = storage
  const tell = async (reply: FastifyReply, find: FindObject) => {
    const object = await find(true)
    if (object.metadata?.eTag !== undefined) reply.header('etag', object.metadata.eTag)
    return presentInfo(object)
  }

  fastify.get<{ Params: ObjectParams }>('/object/info/public/:bucket/*', (request, reply) =>
    tell(reply, publicObject(storage, addressOf(request.params))),
  )
  fastify.get<{ Params: ObjectParams }>('/object/info/authenticated/:bucket/*', async (request, reply) => {
    const caller = await callerOf(identify, request, 'storage.object.info_authenticated')
    return tell(reply, callersObject(storage, addressOf(request.params), caller))
  })
  fastify.get<{ Params: ObjectParams }>('/object/info/:bucket/*', async (request, reply) => {
    const caller = await readerOf(identify, request, 'storage.object.info_authenticated')
    return tell(reply, callersObject(storage, addressOf(request.params), caller))
  })
}

function presentInfo({ id, name, version, bucketId, metadata, userMetadata, createdAt, updatedAt }: ObjectRecord) {
  return {
    id,
    name,
    version,
    bucket_id: bucketId,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: metadata?.eTag ?? null,
    metadata: userMetadata ?? {},
    last_modified: metadata?.lastModified ?? updatedAt,
    created_at: createdAt,
  }
}
