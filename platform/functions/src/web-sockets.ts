/** Requests for websockets run as any request of a function does, and its answer may take their connection over. */
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import { addUpgrades, type Upgrading } from '@platform/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { TakeOver } from './deno/take-over.ts'
import { relayErrors } from './errors.ts'

export interface WebSockets {
  /** @throws {RelayError} where there are as many as there may be */
  admit(request: FastifyRequest): Upgrading | null
  handOver(reply: FastifyReply, connection: Upgrading, takeOver: TakeOver): FastifyReply
  /** Tells those that are open that this process ends. */
  end(): void
}

const asking = new WeakMap<IncomingMessage, Upgrading>()

export function passUpgradesOn(fastify: FastifyInstance): void {
  const prefix = `${fastify.prefix}/`
  addUpgrades(fastify, {
    takes: (path) => path.startsWith(prefix),
    take(upgrading) {
      const { request, socket } = upgrading
      asking.set(request, upgrading)
      socket.on('error', () => socket.destroy())
      const response = new ServerResponse(request)
      response.shouldKeepAlive = false
      response.assignSocket(socket as Socket)
      // NOTE: an answer that takes nothing over is the connection's last.
      response.once('finish', () => socket.end())
      fastify.routing(request, response)
    },
  })
}

/** @param limit of those that are open at once */
export function createWebSockets(limit: number): WebSockets {
  const ends = new Map<Upgrading, () => void>()
  return {
    admit({ raw }) {
      const upgrading = asking.get(raw) ?? null
      if (upgrading !== null && ends.size >= limit) throw relayErrors.overLimit()
      return upgrading
    },
    handOver(reply, connection, takeOver) {
      const socket = connection.socket as Socket
      reply.hijack()
      socket.setTimeout(0)
      socket.setKeepAlive(true, 60_000)
      ends.set(connection, takeOver(connection))
      socket.once('close', () => ends.delete(connection))
      if (socket.destroyed) ends.delete(connection)
      return reply
    },
    end() {
      for (const end of ends.values()) end()
    },
  }
}
