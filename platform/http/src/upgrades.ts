/** Which part of a server takes a connection that is to become a websocket. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

import type { FastifyInstance } from 'fastify'

export interface Upgrading {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** What came behind the request already. */
  readonly head: Buffer
}

interface Entrance {
  readonly takes: (path: string) => boolean
  readonly take: (upgrading: Upgrading) => void
}

const entrancesOf = new WeakMap<Server, Entrance[]>()

/** From when the server is ready on, connections whose path it `takes`; one that nobody takes is 404. */
export function addUpgrades(fastify: FastifyInstance, entrance: Entrance): void {
  const { server } = fastify
  const known = entrancesOf.get(server)
  if (known !== undefined) return void known.push(entrance)
  const entrances = [entrance]
  entrancesOf.set(server, entrances)
  let isServing = false
  fastify.addHook('onReady', (done) => {
    isServing = true
    done()
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?', 1)[0] ?? ''
    const found = isServing ? entrances.find(({ takes }) => takes(path)) : undefined
    if (found !== undefined) return found.take({ request, socket, head })
    socket.end(`HTTP/1.1 ${isServing ? '404 Not Found' : '503 Service Unavailable'}\r\nConnection: close\r\n\r\n`)
  })
}
