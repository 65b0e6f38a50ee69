/** From an HTTP upgrade to a session, or to a refusal in HTTP (WIRE §4.1). */

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { clientNetwork, hangUp, nodeHttp } from '@platform/http'
import { WebSocketServer, type WebSocket } from 'ws'

import { isRefusal } from '../callers.ts'
import type { Caller } from '../channel/caller.ts'
import { Tally } from '../rates.ts'
import type { RealtimeService } from '../service.ts'
import type { ProtocolVersion } from '../wire/client-frames.ts'
import { Connection } from './connection.ts'
import { Session } from './session.ts'

export interface Gate {
  readonly connections: number
  /** Never rejects. */
  admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Lets nobody in any more and closes all connections, spread over the configured time (RELIABILITY §8). */
  close(): Promise<void>
}

export interface GateOptions {
  readonly service: RealtimeService
  readonly addressOf: (request: IncomingMessage) => string
}

type Sessions = Map<WebSocket, Session>

interface Refusal {
  readonly status: number
  readonly error: string
}

interface Entry {
  readonly request: IncomingMessage
  readonly socket: Socket
  readonly head: Buffer
  readonly version: ProtocolVersion
  readonly caller: Caller
  readonly network: string
}

const versions: readonly ProtocolVersion[] = ['1.0.0', '2.0.0']
const LOOK_EVERY_MS = 1_000
/** What the first connection waits for the source of SQL's messages. */
const PATIENCE_MS = 3_000
/** Between two closings of a stop: few connections need not wait long. */
const LONGEST_PAUSE_MS = 5

export function createGate({ service, addressOf }: GateOptions): Gate {
  const { config, observe } = service
  const sessions: Sessions = new Map()
  const networks = new Tally()
  const begin = createBeginning(service, sessions, networks)
  let isClosing = false
  let arriving = 0
  const looking = setInterval(() => {
    const now = Date.now()
    for (const session of sessions.values()) session.look(now)
    if (sessions.size === 0 && arriving === 0) service.hearing.rest()
  }, LOOK_EVERY_MS).unref()

  /** Null for a request that may become a connection. */
  const refusalFor = (network: string): Refusal | null => {
    if (isClosing) return { status: 503, error: 'Realtime is restarting, please standby' }
    const isFull = sessions.size >= config.connections.perNode || networks.of(network) >= config.connections.perNetwork
    return isFull ? { status: 429, error: 'Too many connected users' } : null
  }

  return {
    get connections() {
      return sessions.size
    },
    async admit(request, socket, head) {
      const network = clientNetwork(addressOf(request))
      socket.on('error', destroy)
      arriving += 1
      try {
        const read = refusalFor(network) ?? (await readRequest(service, request))
        if ('caller' in read) await service.hearing.begin(PATIENCE_MS)
        const found = refusalFor(network) ?? read
        if ('caller' in found) return begin({ request, socket: socket as Socket, head, network, ...found })
        observe({ kind: 'realtime.refused', status: found.status, reason: found.error })
        answer(socket, found)
      } catch (error) {
        observe({ kind: 'realtime.failed', task: 'upgrade', error })
        answer(socket, { status: 500, error: 'Internal error' })
      } finally {
        arriving -= 1
      }
    },
    async close() {
      isClosing = true
      const startedAt = performance.now()
      const count = sessions.size
      const pause = Math.min(LONGEST_PAUSE_MS, config.times.stopSpread / Math.max(1, count))
      for (const [index, session] of [...sessions.values()].entries()) {
        session.restart()
        const due = startedAt + pause * (index + 1) - performance.now()
        if (due >= 1) await new Promise((resolve) => void setTimeout(resolve, due))
      }
      clearInterval(looking)
      if (count > 0) observe({ kind: 'realtime.stopped', connections: count, ms: performance.now() - startedAt })
    },
  }
}

function createBeginning(service: RealtimeService, sessions: Sessions, networks: Tally) {
  const { config, observe } = service
  // NOTE: no compression: it costs more than it saves here, and bombs need it (THREATS W-08).
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: config.sizes.frame,
  })
  // One function for all connections: closures of each would be a fifth of what an idle one holds.
  function onMessage(this: WebSocket, data: unknown, isBinary: boolean): void {
    sessions.get(this)?.receive(data as Buffer, isBinary)
  }
  function onClose(this: WebSocket, code: number): void {
    const session = sessions.get(this)
    if (session === undefined) return
    session.end()
    sessions.delete(this)
    networks.remove(session.network)
    observe({ kind: 'realtime.disconnected', code, ms: performance.now() - session.startedAt })
  }
  return ({ request, socket, head, version, caller, network }: Entry): void => {
    if (socket.destroyed) return
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection = new Connection(socket, version, service.bounds)
      const session = new Session({ service, webSocket, connection, keyCaller: caller, network }, Date.now())
      sessions.set(webSocket, session)
      networks.add(network)
      // From here on the library listens, and what it finds wrong (1002, 1007, 1009) it closes by itself.
      socket.off('error', destroy)
      webSocket.on('message', onMessage).on('close', onClose).on('error', ignore)
      observe({ kind: 'realtime.connected', version })
    })
  }
}

const ignore = () => {}

function destroy(this: Duplex): void {
  this.destroy()
}

async function readRequest(
  { findCaller }: RealtimeService,
  { url = '', headers }: IncomingMessage,
): Promise<Refusal | { readonly version: ProtocolVersion; readonly caller: Caller }> {
  const query = new URLSearchParams(url.split('?')[1])
  const wanted = query.get('vsn') ?? '1.0.0'
  const version = versions.find((known) => known === wanted)
  if (version === undefined) return { status: 400, error: 'The protocol version is not supported' }
  const key = headers['x-api-key'] ?? headers['apikey'] ?? query.get('apikey')
  if (typeof key !== 'string' || key === '') return { status: 401, error: 'API key is missing' }
  const found = await findCaller(key)
  if (!isRefusal(found)) return { version, caller: found }
  const isExpired = found.message.startsWith('Token has expired')
  return { status: 401, error: isExpired ? 'Token has expired' : found.message }
}

function answer(socket: Duplex, { status, error }: Refusal): void {
  if (socket.destroyed || !socket.writable) return
  const body = JSON.stringify({ error })
  const retry = status === 429 || status === 503 ? 'Retry-After: 2\r\n' : ''
  socket.write(
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json\r\n${retry}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  hangUp(socket)
}
