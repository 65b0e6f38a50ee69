/** DELETE /cdn: forgets what is kept of objects for speed, for the service alone (WIRE §3.4). */
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { callerOf, type Caller } from '../access/session.ts'
import { readObject } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { purgeVariants } from '../images/purge-variants.ts'
import type { StorageService } from '../service.ts'
import { addressOf, type BucketParams, type ObjectParams } from './address.ts'

interface Purge {
  /** Only what was derived from pictures. */
  readonly transformations?: boolean
}

const schema = { querystring: { type: 'object', properties: { transformations: { type: 'boolean' } } } } as const
const done = { message: 'success' }

export function addCacheRoutes(fastify: FastifyInstance, storage: StorageService): void {
  const { database, lookups } = storage

  fastify.delete<{ Querystring: Purge }>('/cdn/', { schema }, async (request) => {
    await serviceOnly(storage, request)
    if (request.query.transformations !== true) lookups.forgetAll()
    await purgeVariants(storage, null)
    return done
  })

  fastify.delete<{ Params: BucketParams; Querystring: Purge }>('/cdn/:bucket', { schema }, async (request) => {
    await serviceOnly(storage, request)
    const { bucket } = request.params
    if (request.query.transformations !== true) lookups.forget(bucket)
    await purgeVariants(storage, bucket)
    return done
  })

  fastify.delete<{ Params: ObjectParams; Querystring: Purge }>('/cdn/:bucket/*', { schema }, async (request) => {
    const { service } = await serviceOnly(storage, request)
    const at = addressOf(request.params)
    if (request.query.transformations !== true) lookups.forget(at.bucketId, at.name)
    const object = await readObject(database, service, at)
    if (object?.version) await storage.blobs.remove(await keysBelow(storage, object.version))
    return done
  })
}

/** @throws {StorageError} AccessDenied */
async function serviceOnly({ identify }: StorageService, request: FastifyRequest): Promise<Caller> {
  const caller = await callerOf(identify, request, 'storage.object.purge_cache')
  if (caller.session.role !== 'service_role') throw storageErrors.accessDenied('Only the service purges caches')
  return caller
}

async function keysBelow({ blobs }: StorageService, version: string) {
  const entries = await Array.fromAsync(blobs.entries('variants', version))
  return entries.map(({ key }) => key)
}
