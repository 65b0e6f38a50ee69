/** Which part of a server takes a connection that is to become a websocket. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

import type { FastifyInstance } from 'fastify'

import { nodeHttp } from './node-http.ts'
import { namesTwoHosts } from './protection/two-hosts.ts'

export interface Upgrading {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** What came behind the request already. */
  readonly head: Buffer
}

interface Entrance {
  readonly takes: (path: string) => boolean
  /** What it throws, now or later, ends the connection. */
  readonly take: (upgrading: Upgrading) => void | Promise<void>
}

interface Upgrades {
  readonly entrances: Entrance[]
  /** The server itself forgets connections that it has given away. */
  readonly open: Set<Duplex>
}

/** So long is read on after an answer that nothing follows: who is cut while they send may never see it. */
const LINGER_MS = 2_000

const upgradesOf = new WeakMap<Server, Upgrades>()

/** From when the server is ready on, connections whose path it `takes`; one that nobody takes is 404. */
export function addUpgrades(fastify: FastifyInstance, entrance: Entrance): void {
  const { server } = fastify
  const known = upgradesOf.get(server)
  if (known !== undefined) return void known.entrances.push(entrance)
  const upgrades: Upgrades = { entrances: [entrance], open: new Set() }
  upgradesOf.set(server, upgrades)
  let isServing = false
  fastify.addHook('onReady', (done) => {
    isServing = true
    done()
  })
  function forget(this: Duplex): void {
    upgrades.open.delete(this)
  }
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrades.open.add(socket)
    // NOTE: functions of all connections, not of each: many thousands may be open.
    socket.on('close', forget).on('error', destroy).on('timeout', destroy)
    // NOTE: what answers a request before this one would write into the websocket.
    if (isAnswering(socket)) return socket.destroy()
    if (!isServing) return refuse(socket, 503)
    if (namesTwoHosts(request) || mayHaveBody(request)) return refuse(socket, 400)
    void enter(upgrades.entrances, { request, socket, head })
  })
}

/** Cuts what no `closeAllConnections` reaches. */
export function cutUpgraded(server: Server): void {
  for (const socket of upgradesOf.get(server)?.open ?? []) socket.destroy()
}

/** Ends a connection whose last answer is written, however little of it its other end reads or closes. */
export function hangUp(socket: Duplex): void {
  socket.end()
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.once('close', () => clearTimeout(timer))
}

async function enter(entrances: readonly Entrance[], upgrading: Upgrading): Promise<void> {
  const { request, socket } = upgrading
  try {
    const path = request.url?.split('?', 1)[0] ?? ''
    const found = entrances.find(({ takes }) => takes(path))
    if (found === undefined) refuse(socket, 404)
    else await found.take(upgrading)
  } catch {
    socket.destroy()
  }
}

const isAnswering = (socket: Duplex): boolean => (Reflect.get(socket, '_httpMessage') ?? null) !== null

/** It would be taken for the websocket's first bytes. */
function mayHaveBody({ method, headers }: IncomingMessage): boolean {
  const length = headers['content-length'] ?? '0'
  return method !== 'GET' || length !== '0' || headers['transfer-encoding'] !== undefined
}

function refuse(socket: Duplex, status: number): void {
  socket.write(`HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
  hangUp(socket)
}

function destroy(this: Duplex): void {
  this.destroy()
}
