/** @platform/storage/wire: storage/v1. Apart, so that who needs a store or the migrations does not load all of its routes. */
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'

import { startSweeping } from './cleanup/sweep.ts'
import { startPurging, type EdgeSettings, type Purging } from './downloads/edge/purging.ts'
import { closedHeaders } from './downloads/headers.ts'
import { StorageError, storageErrors } from './errors.ts'
import { sendError, sendErrorAs, toStorageError } from './render-error.ts'
import { addBucketRoutes } from './routes/buckets.ts'
import { addCacheRoutes } from './routes/cache.ts'
import { addCopyRoute } from './routes/copy.ts'
import { addDownloadRoutes } from './routes/downloads.ts'
import { addListRoutes } from './routes/listing.ts'
import { addObjectRoutes } from './routes/objects.ts'
import { addResumableRoutes } from './routes/resumable.ts'
import { addSignatureRoutes } from './routes/signatures.ts'
import { addUploadRoutes } from './routes/uploads.ts'
import { createService, type StorageOptions, type StorageService } from './service.ts'

/**
 * storage/v1: buckets, objects and image variants under row-level security on `storage.objects` (WIRE §3).
 * To be mounted at `/storage/v1`. Answers errors in its own envelope, with HTTP 400 for nearly all of them; sweeps
 * at start and then now and then, until the instance closes.
 */
export function storagePlugin(options: StorageOptions): FastifyPluginAsync {
  return async (fastify) => {
    const storage = createService(options)
    addAnswers(fastify, storage)
    acceptEmptyJson(fastify)
    fastify.get('/status', (_request, reply) => reply.send())
    addBucketRoutes(fastify, storage)
    addDownloadRoutes(fastify, storage)
    addSignatureRoutes(fastify, storage)
    addListRoutes(fastify, storage)
    addObjectRoutes(fastify, storage)
    addCopyRoute(fastify, storage)
    addCacheRoutes(fastify, storage)
    await fastify.register((scope) => addUploadRoutes(scope, storage))
    await fastify.register((scope) => addResumableRoutes(scope, storage))
    const { s3Keys } = options
    if (s3Keys) {
      // Its documents and checksums are loaded where it is on.
      const { addS3Routes } = await import('./s3/routes.ts')
      await fastify.register((scope) => addS3Routes(scope, storage, s3Keys))
    }
    addSweeping(fastify, storage)
    addPurging(fastify, storage, options.edge ?? null)
  }
}

/** Clients name JSON where they have nothing to say, too: what is missing is the route's to judge. */
function acceptEmptyJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, null) : parse(request, body, done),
  )
}

/** A type that is no type at all is none that a bucket takes. */
const unreadable = (thrown: unknown, { headers }: FastifyRequest) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
    ? storageErrors.unsupportedType(String(headers['content-type']))
    : null

function addAnswers(fastify: FastifyInstance, { observe }: StorageService): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    reply.headers(closedHeaders)
    done()
  })
  fastify.setErrorHandler((thrown, request, reply) => {
    const error = toStorageError(unreadable(thrown, request) ?? thrown)
    const { code, status } = error
    observe(
      status >= 500
        ? { kind: 'storage.failed', code, status, error: thrown }
        : { kind: 'storage.refused', code, status },
    )
    return sendError(reply, error)
  })
  fastify.setNotFoundHandler((request, reply) => {
    const message = `Route ${request.method}:${request.url.split('?', 1)[0]} not found`
    return sendErrorAs(404, reply, new StorageError({ code: 'NotFound', status: 404, title: 'Not Found', message }))
  })
}

function addSweeping(fastify: FastifyInstance, storage: StorageService): void {
  let sweeping: { stop(): Promise<void> } | null = null
  fastify.addHook('onReady', (done) => {
    sweeping = startSweeping(storage)
    done()
  })
  fastify.addHook('onClose', async () => {
    await sweeping?.stop()
    await storage.discards.settle()
  })
}

/** A process that serves is enough: what is to be purged stands in the database. */
function addPurging(
  fastify: FastifyInstance,
  { database, config, observe }: StorageService,
  edge: EdgeSettings | null,
): void {
  let purging: Purging | null = null
  fastify.addHook('onReady', (done) => {
    // A moment more than any process may still answer from its memory.
    purging = startPurging({ database, edge, settleMs: config.publicLookupMs + 1_000, observe })
    done()
  })
  fastify.addHook('onClose', () => purging?.stop())
}
