/** Broadcasts by HTTP: many at once, or one with its body as it is (WIRE §4.5). */

import { TokenError } from '@platform/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isRefusal } from '../callers.ts'
import type { Caller } from '../channel/caller.ts'
import { vouchedFor } from '../channel/rules.ts'
import type { Space } from '../hub/topics.ts'
import type { RealtimeService } from '../service.ts'
import { jsonBroadcast, withMeta, type Broadcast, type EventBroadcast } from '../wire/broadcast.ts'
import { isRecord } from '../wire/client-frames.ts'
import { BroadcastError } from './errors.ts'

interface Parcel {
  readonly space: Space
  readonly broadcast: Broadcast
}

const MOST_MESSAGES = 1_000

export function addBroadcastRoutes(fastify: FastifyInstance, service: RealtimeService): void {
  const { payload } = service.config.sizes
  const bodyLimit = payload * 2
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser(
    ['application/json', 'application/octet-stream'],
    { parseAs: 'buffer' },
    (_, body, done) => done(null, body),
  )
  fastify.post('/api/broadcast', { bodyLimit }, async (request, reply) => {
    const caller = await callerOf(service, request)
    const parcels = readBatch(readJson(request.body), payload)
    countFor(service, caller, parcels.length)
    for (const parcel of parcels) {
      if ((await mayWrite(service, caller, parcel.space)) === true) publish(service, caller, parcel)
    }
    return reply.code(202).send()
  })
  fastify.post<{ Params: { topic: string; event: string }; Querystring: Record<string, unknown> }>(
    '/api/broadcast/:topic/events/:event',
    { bodyLimit },
    async (request, reply) => {
      const { topic: name, event } = request.params
      const caller = await callerOf(service, request)
      const space = { name, isPrivate: request.query['private'] === 'true' }
      if (request.query['persist'] !== undefined || request.query['persist[ttl]'] !== undefined) {
        throw new BroadcastError(422, 'Messages are stored by SQL only: realtime.send()')
      }
      const broadcast = readSingle(request, event, payload)
      countFor(service, caller, 1)
      const isAllowed = await mayWrite(service, caller, space)
      if (isAllowed === null) throw new BroadcastError(422, 'RLS policy error')
      if (!isAllowed) throw new BroadcastError(403, 'Unauthorized')
      publish(service, caller, { space, broadcast })
      return reply.code(202).send()
    },
  )
}

async function callerOf({ findCaller }: RealtimeService, { headers, query }: FastifyRequest): Promise<Caller> {
  const bearer = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const key = bearer ?? headers['apikey'] ?? (query as Record<string, unknown>)['apikey']
  if (typeof key !== 'string' || key === '') throw new BroadcastError(401, 'Unauthorized')
  const found = await findCaller(key).catch((error: unknown) => {
    throw error instanceof TokenError ? new BroadcastError(401, 'Unauthorized') : error
  })
  if (isRefusal(found)) throw new BroadcastError(401, 'Unauthorized')
  return found
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw new BroadcastError(422, 'The body is not JSON')
  }
}

function readBatch(body: unknown, limit: number): Parcel[] {
  const messages = isRecord(body) ? body['messages'] : undefined
  if (!Array.isArray(messages) || messages.length > MOST_MESSAGES) {
    throw BroadcastError.ofFields({ messages: ["can't be blank"] })
  }
  const problems = messages.map((message) => problemsOf(message, limit))
  if (problems.some((problem) => Object.keys(problem).length > 0)) throw BroadcastError.ofFields({ messages: problems })
  return messages.map((message: Record<string, unknown>) => ({
    space: { name: String(message['topic']), isPrivate: message['private'] === true },
    broadcast: jsonBroadcast(String(message['event']), JSON.stringify(message['payload'])),
  }))
}

function problemsOf(message: unknown, limit: number): Record<string, string[]> {
  if (!isRecord(message)) return { message: ['is invalid'] }
  const { payload } = message
  const problems: Record<string, string[]> = {}
  for (const name of ['topic', 'event']) if (!isName(message[name])) problems[name] = ["can't be blank"]
  if (payload === undefined || payload === null) problems['payload'] = ["can't be blank"]
  else if (Buffer.byteLength(JSON.stringify(payload)) > limit)
    problems['payload'] = ['Payload size exceeds tenant limit']
  return problems
}

const isName = (value: unknown) => typeof value === 'string' && value !== ''

function readSingle({ headers, body }: FastifyRequest, event: string, limit: number): EventBroadcast {
  const bytes = body instanceof Buffer ? body : Buffer.alloc(0)
  if (bytes.length > limit) throw BroadcastError.ofFields({ payload: ['Payload size exceeds tenant limit'] })
  const isBinary = headers['content-type']?.startsWith('application/octet-stream') ?? false
  if (isBinary) return { kind: 'event', event, encoding: 'binary', payload: bytes, meta: '' }
  return jsonBroadcast(event, JSON.stringify(readJson(bytes)))
}

function countFor({ userBroadcasts }: RealtimeService, { subject, role }: Caller, count: number): void {
  // What acts for the operator knows what it does.
  if (role === 'service_role') return
  if (!userBroadcasts.take(subject ?? `role ${role}`, Date.now(), count)) {
    throw new BroadcastError(429, 'You have exceeded your rate limit')
  }
}

async function mayWrite({ authorization, config }: RealtimeService, caller: Caller, space: Space) {
  if (!space.isPrivate) return !config.privateOnly
  return authorization.mayWrite(caller, space.name, 'broadcast')
}

function publish({ cluster, rules }: RealtimeService, caller: Caller, { space, broadcast }: Parcel): void {
  cluster.broadcast(space, withMeta(broadcast, vouchedFor(rules, caller)), null)
}
