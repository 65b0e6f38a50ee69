import type { RequestListener } from 'node:http'

import type { Databases } from '@platform/database'
import type { Observe } from '@platform/http'
import type { FastifyInstance } from 'fastify'

import type { ServerEvent } from './events.ts'

const alivePaths = ['/healthz', '/livez']
const patienceMs = 1_000

export interface Health {
  /** From now on the server is not ready, so that balancers send nobody any more. */
  drain(): void
  isReady(): Promise<boolean>
}

/** Ready means: the database answers within a second, its disk has room, and nobody asked us to stop. */
export function createHealth(databases: Databases, observe: Observe<ServerEvent>): Health {
  let isDraining = false
  let asking: Promise<string | null> | null = null
  let lastReason: string | null = null
  return {
    drain: () => {
      isDraining = true
    },
    isReady: async () => {
      // Checks that arrive together share one question.
      asking ??= findReason(databases).finally(() => {
        asking = null
      })
      const reason = isDraining ? 'stopping' : await asking
      if (reason !== null && reason !== lastReason) observe({ kind: 'server.unready', reason })
      lastReason = reason
      return reason === null
    },
  }
}

async function findReason(databases: Databases): Promise<string | null> {
  if (databases.isReadOnly()) return 'the disk is nearly full'
  const { promise: tooLate, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('the database did not answer in time'), patienceMs)
  const answer = databases.system.once({ role: 'none', claims: {} }, { text: 'select 1' }, 'read').then(
    () => null,
    () => 'the database does not answer',
  )
  const reason = await Promise.race([answer, tooLate])
  clearTimeout(timer)
  return reason
}

/** Strangers learn `ok` or `not ok` and nothing else. */
export function addHealthRoutes(fastify: FastifyInstance, health: Health): void {
  for (const path of alivePaths) {
    fastify.get(path, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  }
  fastify.get('/readyz', async (_request, reply) => {
    const isReady = await health.isReady()
    reply.header('cache-control', 'no-store').code(isReady ? 200 : 503)
    return { status: isReady ? 'ok' : 'not ok' }
  })
}

/** Answers while databases open and migrations run: alive, and come back in a moment. */
export const answerWhileStarting: RequestListener = (request, response) => {
  const isAlive = alivePaths.includes(request.url ?? '')
  const body = isAlive ? { status: 'ok' } : { code: 'starting', message: 'The server is starting, try again shortly' }
  response.writeHead(isAlive ? 200 : 503, {
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '1',
    'x-content-type-options': 'nosniff',
  })
  response.end(JSON.stringify(body))
}
