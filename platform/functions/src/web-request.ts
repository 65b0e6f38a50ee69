/** From Fastify's request to a web-standard one whose body streams. */
import { Readable, Transform } from 'node:stream'

import { requestOrigin } from '@platform/http'
import type { FastifyRequest } from 'fastify'

import { relayErrors } from './errors.ts'

/** Headers that concern one connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer',
  'transfer-encoding', 'upgrade',
]) // prettier-ignore

export interface WebRequestOptions {
  /** What the function sees: `/<name>/…?query`. */
  readonly path: string
  readonly bodyLimit: number
  /** The connection may become a websocket, which the function sees by the header that asked for it. */
  readonly mayUpgrade: boolean
  readonly signal: AbortSignal
}

/** @throws {RelayError} 413 for a body that is declared too long; one that turns out too long fails while it is read */
export function toWebRequest(request: FastifyRequest, options: WebRequestOptions): Request {
  const { method } = request
  const url = new URL(options.path, requestOrigin(request) ?? 'http://localhost')
  const body = method === 'GET' || method === 'HEAD' ? null : readLimited(request, options.bodyLimit)
  return new Request(url, {
    method,
    headers: toWebHeaders(request, body !== null, options.mayUpgrade),
    signal: options.signal,
    ...(body === null ? {} : { body, duplex: 'half' }),
  })
}

function toWebHeaders(request: FastifyRequest, hasBody: boolean, mayUpgrade: boolean): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || HOP_BY_HOP.has(name)) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  if (mayUpgrade) headers.set('upgrade', 'websocket')
  // NOTE: whoever sends this on would promise bytes that do not come.
  if (!hasBody) headers.delete('content-length')
  // NOTE: what a client claims about its own address is replaced by what the server knows.
  headers.set('x-forwarded-for', request.ip)
  headers.set('sb-request-id', request.id)
  return headers
}

function readLimited(request: FastifyRequest, limit: number): ReadableStream<Uint8Array> | null {
  if (!(request.body instanceof Readable)) return null
  if (Number(request.headers['content-length'] ?? 0) > limit) throw relayErrors.bodyTooLarge(limit)
  let received = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > limit) done(relayErrors.bodyTooLarge(limit))
      else done(null, chunk)
    },
  })
  request.body.once('error', (error) => limited.destroy(error))
  return Readable.toWeb(request.body.pipe(limited)) as ReadableStream<Uint8Array>
}
