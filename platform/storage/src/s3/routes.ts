/** The S3 protocol below `/s3` (WIRE §3.9), path style: which operation a request asks for. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { StorageService } from '../service.ts'
import type { Asked, Operate } from './asked.ts'
import { headBucket, listOwnBuckets, putBucket, removeBucket, tellLocation, tellVersioning } from './buckets.ts'
import { s3Errors, toRefusal } from './errors.ts'
import { listObjects, listObjectsV2 } from './listing.ts'
import { abortUpload, createUpload } from './multipart/begin.ts'
import { completeUpload } from './multipart/complete.ts'
import { listOpenUploads } from './multipart/open-uploads.ts'
import { copyPart, listParts, uploadPart } from './multipart/parts.ts'
import { applyOverrides, getObject, getTags } from './reading.ts'
import { verifyRequest, type S3Keys } from './signature/verify.ts'
import { putCopy, putObject, removeObject, removeObjects } from './writing.ts'
import { sendRefusal } from './xml.ts'

interface S3Params {
  bucket?: string
  '*'?: string
}

/** A scope of its own: bodies come as they are, and refusals are XML with their true status. */
export async function addS3Routes(fastify: FastifyInstance, storage: StorageService, keys: S3Keys): Promise<void> {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null))
  addAnswers(fastify, storage)
  const { identify } = storage
  const handler = async (request: FastifyRequest<{ Params: S3Params }>, reply: FastifyReply) => {
    const query = new URL(request.url, 'http://s3').searchParams
    const verified = await verifyRequest({ identify, keys }, request, query)
    const { bucket = '', '*': key = '' } = request.params
    return operationOf(request, { bucket, key, query })({ storage, request, reply, query, verified, bucket, key })
  }
  const method = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE']
  for (const url of ['/s3', '/s3/', '/s3/:bucket', '/s3/:bucket/', '/s3/:bucket/*']) {
    fastify.route({ method, url, handler })
    fastify.options(url, answerPreflight)
  }
}

function addAnswers(fastify: FastifyInstance, { observe }: StorageService): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header('x-amz-request-id', request.id).header('access-control-expose-headers', '*')
    done()
  })
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    applyOverrides(request, reply)
    done()
  })
  fastify.setErrorHandler((thrown, request, reply) => {
    const refusal = toRefusal(thrown)
    const { code, status } = refusal
    observe(
      status >= 500 && status !== 501
        ? { kind: 'storage.failed', code, status, error: thrown }
        : { kind: 'storage.refused', code, status },
    )
    return sendRefusal(reply, refusal, { resource: request.url.split('?', 1)[0] ?? '', id: request.id })
  })
}

/** Pages of any origin sign for themselves, with whatever headers their client has. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wanted = request.headers['access-control-request-headers']
  if (wanted !== undefined && /^[\w, -]{0,2000}$/.test(wanted)) reply.header('access-control-allow-headers', wanted)
  return reply.code(204).send()
}

type Place = Pick<Asked, 'bucket' | 'key' | 'query'>

function operationOf(request: FastifyRequest, place: Place): Operate {
  const [level, operations] = levelOf(request, place)
  const strange = unknownIn(place.query, level)
  if (strange !== undefined) throw s3Errors.notImplemented(`?${strange}`)
  const operate = operations[request.method]
  if (operate === undefined) throw s3Errors.noMethod()
  return operate
}

type Level = 'service' | 'bucket' | 'object'
type Operations = Readonly<Partial<Record<string, Operate>>>

function levelOf(request: FastifyRequest, { bucket, key, query }: Place): readonly [Level, Operations] {
  if (bucket === '') return ['service', { GET: listOwnBuckets }]
  return key === '' ? ['bucket', ofBucket(query)] : ['object', ofObject(request, query)]
}

function ofBucket(query: URLSearchParams): Operations {
  if (query.has('location')) return { GET: tellLocation }
  if (query.has('versioning')) return { GET: tellVersioning }
  if (query.has('uploads')) return { GET: listOpenUploads }
  if (query.has('delete')) return { POST: removeObjects }
  const list = query.get('list-type') === '2' ? listObjectsV2 : listObjects
  return { GET: list, HEAD: headBucket, PUT: putBucket, DELETE: removeBucket }
}

function ofObject({ headers }: FastifyRequest, query: URLSearchParams): Operations {
  const isCopy = headers['x-amz-copy-source'] !== undefined
  if (query.has('uploads')) return { POST: createUpload }
  if (query.has('uploadId'))
    return { PUT: isCopy ? copyPart : uploadPart, GET: listParts, POST: completeUpload, DELETE: abortUpload }
  if (query.has('tagging')) return { GET: getTags }
  return { GET: getObject, HEAD: getObject, PUT: isCopy ? putCopy : putObject, DELETE: removeObject }
}

/** Parts of a resource that S3 has and this does not: a request for one must not be taken for another. */
const subresources =
  /^(?:acl|policy|policyStatus|cors|lifecycle|website|logging|notification|replication|requestPayment|encryption|tagging|object-lock|retention|legal-hold|torrent|versions|versionId|accelerate|analytics|inventory|metrics|intelligent-tiering|ownershipControls|publicAccessBlock|restore|select|attributes|append)$/

function unknownIn(query: URLSearchParams, level: Level): string | undefined {
  return [...query.keys()].find((name) => subresources.test(name) && !(name === 'tagging' && level === 'object'))
}
