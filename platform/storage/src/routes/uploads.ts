/** Uploads by their owner or by the holder of a signed address (WIRE §3.4, §3.5). */
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { callerOf, serviceSession, toOwner } from '../access/session.ts'
import { readObject } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import type { StorageService } from '../service.ts'
import { receiveObject, type StoredObject } from '../uploads/receive-object.ts'
import { addressOf, tokenOf, urlOf, type ObjectParams } from './address.ts'

interface SignedUpload {
  Params: ObjectParams
  Querystring: { token?: string }
}

/** A scope of its own: bodies of every type come as they are, JSON included. */
export async function addUploadRoutes(fastify: FastifyInstance, storage: StorageService): Promise<void> {
  fastify.removeAllContentTypeParsers()
  await fastify.register(multipart)
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null))

  fastify.post<{ Params: ObjectParams }>('/object/:bucket/*', async (request) => {
    const isUpsert = request.headers['x-upsert'] === 'true'
    return present(await receiveOwn(storage, request, isUpsert, 'storage.object.upload'))
  })

  fastify.put<{ Params: ObjectParams }>('/object/:bucket/*', async (request) =>
    present(await receiveOwn(storage, request, true, 'storage.object.upload_update')),
  )

  fastify.put<SignedUpload>('/object/upload/sign/:bucket/*', async (request) => {
    const { key } = await receiveSigned(storage, request)
    return { Key: key }
  })
}

const present = ({ id, key }: StoredObject) => ({ Id: id, Key: key })

async function receiveOwn(
  storage: StorageService,
  request: FastifyRequest<{ Params: ObjectParams }>,
  isUpsert: boolean,
  operation: 'storage.object.upload' | 'storage.object.upload_update',
): Promise<StoredObject> {
  const caller = await callerOf(storage.identify, request, operation)
  const { owner, service, session: judge } = caller
  return receiveObject(storage, { to: addressOf(request.params), owner, isUpsert, service, judge }, request)
}

/** Whoever signed was allowed to store here; the address itself is the permission. */
async function receiveSigned(storage: StorageService, request: FastifyRequest<SignedUpload>): Promise<StoredObject> {
  const to = addressOf(request.params)
  const grant = await storage.tokens.verify(tokenOf(request.query), 'upload', urlOf(to))
  const service = serviceSession('storage.object.upload_signed')
  const isUpsert = grant.upsert
  if (!isUpsert && (await readObject(storage.database, service, to)) !== null)
    throw storageErrors.alreadyExists('KeyAlreadyExists')
  const upload = { to, owner: toOwner(grant.owner), isUpsert, service, judge: service }
  return receiveObject(storage, upload, request)
}
