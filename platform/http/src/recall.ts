/**
 * Answers that many ask for alike, given again before the framework sees the request: the same bytes and headers with
 * ids of their own, told and counted as every answer. Routing, hooks and a reply cost more than all that such an
 * answer needs. It is not shed under load: nothing is cheaper.
 */
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { hasBody } from './protection/slow-body.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * For a route to set whose answer, for as long as this says so, is the same for all who ask alike: by the same
     * address and the same headers of `selecting` below, whoever they are and whatever else they send.
     */
    holdsWhile: (() => boolean) | null
  }
}

export interface KnownAnswer {
  readonly route: string
  readonly status: number
  /** Names and values in turns. */
  readonly headers: readonly OutgoingHttpHeader[]
  readonly body: Buffer | null
  readonly holds: () => boolean
}

export interface Recall {
  find(request: IncomingMessage): KnownAnswer | null
}

const answersKept = 2_000
const bytesKept = 16_777_216

/** To be added last: what other hooks make of an answer is what is kept. */
export function addRecall(fastify: FastifyInstance): Recall {
  const memory = new Map<string, KnownAnswer>()
  let bytes = 0
  fastify.decorateReply('holdsWhile', null)
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const key = reply.holdsWhile === null ? null : keyOf(request.raw)
    const answer = key === null ? null : toKnownAnswer(request, reply, payload)
    if (key !== null && answer !== null) {
      const size = answer.body?.length ?? 0
      if (memory.size >= answersKept || bytes + size > bytesKept) {
        memory.clear()
        bytes = 0
      }
      bytes += size - (memory.get(key)?.body?.length ?? 0)
      memory.set(key, answer)
    }
    done()
  })
  return {
    find: (request) => {
      const key = keyOf(request)
      const answer = key === null ? undefined : memory.get(key)
      return answer?.holds() ? answer : null
    },
  }
}

// What a route that sets `holdsWhile` may look at, beside the address; who sends one of the others is left to the route.
const selecting = ['if-none-match', 'accept', 'accept-encoding', 'sec-fetch-dest'] as const
const leftToRoutes = ['range', 'if-range', 'if-modified-since', 'service-worker'] as const

function keyOf(request: IncomingMessage): string | null {
  const { method, url, headers } = request
  if (method !== 'GET' || hasBody(request)) return null
  for (const name of leftToRoutes) if (headers[name] !== undefined) return null
  let key = url ?? ''
  // No header holds the end of a line; one that is missing differs from one that is empty.
  for (const name of selecting) key += headers[name] === undefined ? '\n' : `\n=${headers[name]}`
  return key
}

// What every answer has of its own.
const own = new Set(['x-request-id', 'sb-request-id', 'connection', 'date'])

function toKnownAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): KnownAnswer | null {
  const { statusCode: status, holdsWhile: holds } = reply
  const body = Buffer.isBuffer(payload) ? payload : null
  const isWhole = status === 200 ? body !== null : status === 304
  if (!isWhole || holds === null) return null
  return { route: request.routeOptions.url ?? request.routeName, status, headers: headersOf(reply, body), body, holds }
}

function headersOf(reply: FastifyReply, body: Buffer | null): OutgoingHttpHeader[] {
  const headers: OutgoingHttpHeader[] = []
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !own.has(name)) headers.push(name, value)
  }
  if (body !== null && !reply.hasHeader('content-length')) headers.push('content-length', body.length)
  return headers
}

export function giveAgain(
  { status, headers, body }: KnownAnswer,
  { response, id, isDraining }: { response: ServerResponse; id: string; isDraining: boolean },
): void {
  const ids: OutgoingHttpHeader[] = ['x-request-id', id, 'sb-request-id', id]
  if (isDraining) ids.push('connection', 'close')
  response.writeHead(status, [...headers, ...ids])
  response.end(body)
}
