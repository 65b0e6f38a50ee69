/**
 * @platform/realtime/wire: realtime/v1, websockets with channels, and broadcasts by HTTP (WIRE §4). Apart, so that who needs settings
 * or migrations does not load sockets and the log.
 */
import { addressReader, addUpgrades } from '@platform/http'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { addBroadcastRoutes } from './routes/broadcast.ts'
import { renderErrors } from './routes/errors.ts'
import { createService, type RealtimeOptions, type RealtimeService } from './service.ts'
import { createGate, type Gate } from './socket/gate.ts'

export { memoryBus } from './bus/memory.ts'
export { postgresBus } from './bus/postgres.ts'
export { redisBus } from './bus/redis.ts'
export { openRelay } from './changes/relay/relay.ts'

export interface Realtime {
  /** To be mounted at `/realtime/v1`. */
  readonly plugin: FastifyPluginAsync
  /** Connections that are open now. */
  readonly connections: () => number
  /**
   * Refuses new connections and closes those there are, a few at a time: to be called before the HTTP server is
   * closed, which waits for them.
   */
  drain(): Promise<void>
}

export function createRealtime(options: RealtimeOptions): Realtime {
  const service = createService(options)
  const addressOf = options.addressOf ?? addressReader(false)
  const gate = createGate({ service, addressOf })
  return {
    plugin: async (fastify) => {
      addWebsocket(fastify, gate)
      renderErrors(fastify, options.observe)
      addBroadcastRoutes(fastify, service)
      addLife(fastify, service, gate)
    },
    connections: () => gate.connections,
    drain: () => gate.close(),
  }
}

function addWebsocket(fastify: FastifyInstance, gate: Gate): void {
  fastify.get('/websocket', (_request, reply) =>
    reply.code(426).header('upgrade', 'websocket').send({ error: 'A websocket is needed here' }),
  )
  addUpgrades(fastify, {
    takes: (path) => path === `${fastify.prefix}/websocket`,
    take: ({ request, socket, head }) => gate.admit(request, socket, head),
  })
}

function addLife(fastify: FastifyInstance, service: RealtimeService, gate: Gate): void {
  fastify.addHook('onReady', () => service.cluster.start())
  fastify.addHook('onClose', async () => {
    await gate.close()
    service.hearing.rest()
    await service.cluster[Symbol.asyncDispose]()
    await service.changes[Symbol.asyncDispose]()
  })
}
