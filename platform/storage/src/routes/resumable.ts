/** Uploads in pieces by TUS 1.0.0 (WIRE §3.7). Refusals have their true status here, and are words, not JSON. */
import { ReadableStream } from 'node:stream/web'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { StorageService } from '../service.ts'

interface UploadParams {
  '*'?: string
}

/** A scope of its own: bodies of every type come as they are. */
export async function addResumableRoutes(fastify: FastifyInstance, storage: StorageService): Promise<void> {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const isSigned of [false, true]) {
    const path = isSigned ? '/upload/resumable/sign' : '/upload/resumable'
    const base = `${fastify.prefix}${path}`
    const handler = async (request: FastifyRequest<{ Params: UploadParams }>, reply: FastifyReply) => {
      const name = request.params['*'] ?? null
      // The protocol's library is loaded by the first who speaks it.
      const { tusServerFor } = await import('../tus/exchange.ts')
      const server = tusServerFor(storage, { request, name, base, isSigned })
      const translated = translate(request)
      const response = await server.handleWeb(translated.request)
      // What is left of a refused body is read away, so that the client hears the answer.
      void translated.release()
      return answer(reply, response)
    }
    fastify.route({ method: ['OPTIONS', 'POST'], url: path, handler })
    fastify.route({ method: ['OPTIONS', 'HEAD', 'PATCH', 'DELETE'], url: `${path}/*`, handler })
  }
}

/** Only what the protocol speaks of: what proxies add is ours to judge, and origins are the host's. */
const spoken = /^(?:tus-resumable|upload-[a-z-]+|content-type|content-length)$/

interface Translated {
  readonly request: Request
  /** Lets the rest of the body pass by unread. */
  release(): Promise<void>
}

function translate(request: FastifyRequest): Translated {
  const { method, headers, raw } = request
  const entries = Object.entries(headers).filter(([name]) => spoken.test(name))
  const init = { method, headers: entries.map(([name, value]): [string, string] => [name, String(value)]) }
  const url = `http://storage${request.url}`
  if (method !== 'POST' && method !== 'PATCH') {
    return { request: new Request(url, init), release: () => Promise.resolve() }
  }
  const chunks = raw.iterator({ destroyOnReturn: false })
  const body = ReadableStream.from(chunks) as NonNullable<RequestInit['body']>
  const streamed = { ...init, body, duplex: 'half' as const }
  return {
    request: new Request(url, streamed),
    release: async () => {
      // A stream that broke off has nothing left to pass by.
      await chunks.return?.().catch(() => {})
      raw.resume()
    },
  }
}

async function answer(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) if (!isOurs.test(name)) reply.header(name, value)
  if (response.status === 429 || response.status === 503) reply.header('retry-after', '1')
  if (response.status >= 400) reply.header('cache-control', 'no-store')
  return reply.code(response.status).send(response.status === 204 ? undefined : await response.text())
}

/** NOTE: a connection that closes under a body that still comes would take the answer with it. */
const isOurs = /^(?:access-control-|connection$|content-length$)/
