/**
 * Cross-origin access to the wires (WIRE §0.2): any origin, never credentials, since no cookie means anything here.
 * The headers are constants, so nothing is negotiated and no `Vary` is needed: what somebody else may be given again has
 * them all.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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
  'upload-defer-length',
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
  'Upload-Defer-Length',
  'Upload-Metadata',
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

export interface CrossOrigin {
  /** Paths below these are open, known or not. */
  readonly prefixes: readonly string[]
  /** Paths below these answer preflights themselves; what is set here stays unless they set something else. */
  readonly ownPreflights: readonly string[]
}

export function addCors(fastify: FastifyInstance, { prefixes, ownPreflights }: CrossOrigin): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!prefixes.some((prefix) => isBelow(request.url, prefix))) return done()
    reply.headers(answerHeaders)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return done()
    reply.headers(preflightHeaders)
    if (ownPreflights.some((prefix) => isBelow(request.url, prefix))) return done()
    reply.code(204).send()
  })
  // A page of our own origin reads them untold, and they are half of what a small answer weighs.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (isOwnPage(request) && isForOne(reply)) reply.removeHeader('access-control-expose-headers')
    done()
  })
}

/** As the browser says it: no page can. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] === 'same-origin'
}

/** Neither we nor a cache on the way give it to anybody else. */
function isForOne(reply: FastifyReply): boolean {
  return reply.holdsWhile === null && !String(reply.getHeader('cache-control') ?? '').includes('public')
}

function isBelow(url: string, prefix: string): boolean {
  if (!url.startsWith(prefix)) return false
  const next = url[prefix.length]
  return next === undefined || next === '/' || next === '?'
}
