import type { FastifyInstance } from 'fastify'

/**
 * Cross-origin access to the wires (WIRE §0.2): any origin, never credentials, since no cookie means anything here.
 * The headers are constants, so nothing is negotiated and no `Vary` is needed.
 */
const allowedHeaders = [
  'authorization',
  'x-client-info',
  'apikey',
  'content-type',
  'accept',
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
  'range-unit',
  'x-supabase-api-version',
  'x-retry-count',
  'x-upsert',
  'x-metadata',
  'x-region',
  'x-user-id',
  'x-request-id',
  'idempotency-key',
  'cache-control',
  'x-signature',
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-metadata',
  'upload-expires',
  'if-none-match',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ')

const exposedHeaders = [
  'X-Supabase-Api-Version',
  'X-Total-Count',
  'Link',
  'Content-Range',
  'Range-Unit',
  'Content-Location',
  'Location',
  'Preference-Applied',
  'Content-Encoding',
  'Content-Length',
  'Content-Profile',
  'ETag',
  'Retry-After',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'x-relay-error',
  'sb-request-id',
  'x-request-id',
].join(', ')

const answerHeaders = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposedHeaders }

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': allowedHeaders,
  'access-control-max-age': '86400',
}

/**
 * Opens the paths below `prefixes`, known or not. A wire with an OPTIONS route of its own answers its preflights
 * itself; the headers set here stay unless it sets others.
 */
export function addCors(fastify: FastifyInstance, prefixes: readonly string[]): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!prefixes.some((prefix) => isBelow(request.url, prefix))) return done()
    reply.headers(answerHeaders)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done()
    reply.headers(preflightHeaders)
    if (!request.is404) return done()
    reply.code(204).send()
  })
}

function isBelow(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}
