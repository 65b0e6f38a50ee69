import type { RequestListener } from 'node:http'

import { DatabaseUnavailableError, type Databases } from '@platform/database'
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

/**
 * Ready means: the database answers within a second, people's requests may log in, its disk has room, and nobody asked us
 * to stop. One that only reads for a moment is told and no reason to leave: reads go on, and all nodes would leave at once.
 */
export function createHealth(databases: Databases, observe: Observe<ServerEvent>): Health {
  let isDraining = false
  let asking: Promise<string | null> | null = null
  let lastReason: string | null = null
  let wasReadOnly = false
  const tellReadOnly = (isReadOnly: boolean) => {
    if (isReadOnly && !wasReadOnly) observe({ kind: 'server.writes-refused' })
    wasReadOnly = isReadOnly
  }
  return {
    drain: () => {
      isDraining = true
    },
    isReady: async () => {
      // Checks that arrive together share one question.
      asking ??= findReason(databases, tellReadOnly).finally(() => {
        asking = null
      })
      const reason = isDraining ? 'stopping' : await asking
      if (reason !== null && reason !== lastReason) observe({ kind: 'server.unready', reason })
      lastReason = reason
      return reason === null
    },
  }
}

const question = {
  text: "select (pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean)::text",
}

async function findReason(databases: Databases, tellReadOnly: (is: boolean) => void): Promise<string | null> {
  if (databases.isReadOnly()) return 'the disk is nearly full'
  const { promise: tooLate, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('the database did not answer in time'), patienceMs)
  const answer = databases.system.once({ role: 'none', claims: {} }, question, 'read').then(
    ({ rows }) => {
      tellReadOnly(rows[0]?.[0]?.toString() === 'true')
      return null
    },
    () => 'the database does not answer',
  )
  const login = refusalOfGateway(databases)
  const reason = (await Promise.race([answer, tooLate])) ?? (await Promise.race([login, tooLate.then(() => null)]))
  clearTimeout(timer)
  return reason
}

/** Busy is not refused: nodes that leave because they are busy leave all at once. */
async function refusalOfGateway({ gateway }: Databases): Promise<string | null> {
  return gateway.once({ role: 'anon', claims: {} }, { text: 'select 1' }, 'read').then(
    () => null,
    (error: unknown) => {
      const isAway = error instanceof DatabaseUnavailableError && error.reason === 'connection'
      return isAway ? 'the database refuses the login of requests' : null
    },
  )
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
