/** Requests for websockets run as any request of a function does, and its answer may take their connection over. */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import { addUpgrades, clientNetwork, hangUp, nodeHttp, type Upgrading } from '@platform/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { FunctionsConfig } from './config.ts'
import type { TakeOver } from './deno/take-over.ts'
import { relayErrors } from './errors.ts'

export interface WebSockets {
  /** @throws {RelayError} where there are as many as there may be, or this process ends */
  admit(request: FastifyRequest): Upgrading | null
  handOver(reply: FastifyReply, connection: Upgrading, takeOver: TakeOver): FastifyReply
  /** Tells those that are open, and those that are still to open, that this process ends. */
  end(): void
}

interface Admitted {
  readonly network: string
  /** Null until its function has answered. */
  end: (() => void) | null
}

const asking = new WeakMap<IncomingMessage, Upgrading>()

export function passUpgradesOn(fastify: FastifyInstance): void {
  const prefix = `${fastify.prefix}/`
  addUpgrades(fastify, {
    takes: (path) => path.startsWith(prefix),
    take(upgrading) {
      const { request, socket } = upgrading
      asking.set(request, upgrading)
      const response = new nodeHttp.ServerResponse(request)
      response.shouldKeepAlive = false
      response.assignSocket(socket as Socket)
      // NOTE: an answer that takes nothing over is the connection's last.
      response.once('finish', () => hangUp(socket))
      fastify.routing(request, response)
    },
  })
}

export function createWebSockets(config: Pick<FunctionsConfig, 'concurrency' | 'socketsPerNetwork'>): WebSockets {
  const admitted = new Map<Upgrading, Admitted>()
  let isEnding = false

  const isFull = (network: string): boolean => {
    const ofNetwork = admitted.values().filter((one) => one.network === network)
    return admitted.size >= config.concurrency || [...ofNetwork].length >= config.socketsPerNetwork
  }
  return {
    admit({ raw, ip }) {
      const upgrading = asking.get(raw) ?? null
      if (upgrading === null) return null
      const network = clientNetwork(ip)
      if (isEnding || isFull(network)) throw relayErrors.overLimit()
      // NOTE: a socket that is gone closes no more.
      if (upgrading.socket.destroyed) return upgrading
      admitted.set(upgrading, { network, end: null })
      upgrading.socket.once('close', () => admitted.delete(upgrading))
      return upgrading
    },
    handOver(reply, connection, takeOver) {
      const socket = connection.socket as Socket
      socket.setTimeout(0)
      socket.setKeepAlive(true, 60_000)
      const end = takeOver(connection)
      reply.hijack()
      const known = admitted.get(connection)
      if (isEnding) attempt(end, socket)
      else if (known !== undefined) known.end = end
      return reply
    },
    end() {
      isEnding = true
      for (const [{ socket }, { end }] of admitted) if (end !== null) attempt(end, socket)
    },
  }
}

/** One that cannot be told keeps the others from nothing. */
function attempt(end: () => void, socket: Upgrading['socket']): void {
  try {
    end()
  } catch {
    socket.destroy()
  }
}
