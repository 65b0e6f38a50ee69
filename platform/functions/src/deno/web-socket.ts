/** `Deno.upgradeWebSocket`: an answer that takes the connection over, and the socket that it becomes. */
import { AsyncLocalStorage } from 'node:async_hooks'

import { WebSocket, WebSocketServer } from 'ws'

import { keepWithin } from '../edge-runtime.ts'
import { switchProtocols, type TakeOver } from './take-over.ts'

interface UpgradeOptions {
  readonly protocol?: string
  /** Seconds until whoever does not answer a ping is taken for gone; 0: never. */
  readonly idleTimeout?: number
}

const LONGEST_MESSAGE = 16 * 1_048_576
const CLOSE_PATIENCE_MS = 2_000
const INTERNAL_ERROR = 1011
const GOING_AWAY = 1001

/** @throws {TypeError} for a request that asks for no websocket */
export function upgradeWebSocket(request: Request, { protocol, idleTimeout = 120 }: UpgradeOptions = {}) {
  if (request.headers.get('upgrade')?.toLowerCase() !== 'websocket')
    throw new TypeError('Invalid Header: `upgrade` header must contain `websocket`')
  // NOTE: as `ws` itself makes a server's socket, but before its connection is there: listeners are set until then.
  const options = { autoPong: true, closeTimeout: CLOSE_PATIENCE_MS }
  const socket = Reflect.construct(WebSocket, [null, undefined, options]) as WebSocket
  // NOTE: as the web has it; the types do not know it yet.
  Reflect.set(socket, 'binaryType', 'blob')
  // NOTE: what a peer does wrong closes its connection, and is no failure of the function's.
  socket.on('error', () => {})
  letCloseEarly(socket)
  guardListeners(socket)
  return { socket, response: switchProtocols(openOn(socket, protocol, idleTimeout)) }
}

const openOn =
  (socket: WebSocket, protocol: string | undefined, idleTimeout: number): TakeOver =>
  (connection) => {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: LONGEST_MESSAGE,
      handleProtocols: () => protocol ?? false,
      WebSocket: new Proxy(WebSocket, { construct: () => socket }),
    })
    server.handleUpgrade(connection.request, connection.socket, connection.head, () =>
      lookAfter(socket, idleTimeout * 1_000),
    )
    return () => socket.close(GOING_AWAY)
  }

function lookAfter(socket: WebSocket, idleMs: number): void {
  if (idleMs <= 0) return
  let hasAnswered = true
  socket.on('pong', () => {
    hasAnswered = true
  })
  const looking = setInterval(() => {
    if (!hasAnswered) return socket.terminate()
    hasAnswered = false
    socket.ping()
  }, idleMs).unref()
  socket.on('close', () => clearInterval(looking))
}

type Listener = ((event: Event) => unknown) | { handleEvent(event: Event): unknown }

/** Listeners run as a part of the call that made the socket; what one throws, now or later, closes it and is observed. */
function guardListeners(socket: WebSocket): void {
  const within = AsyncLocalStorage.snapshot()
  const call = (work: () => unknown): void =>
    within(() => {
      const done = attempt(work)
      if (!(done instanceof Promise)) return
      done.catch(() => socket.close(INTERNAL_ERROR))
      keepWithin(done)
    })
  // NOTE: those of `on` and its kin; around those of the web lies more, which gives nothing back.
  const emit = (event: string | symbol, ...args: readonly unknown[]): boolean => {
    const listeners = socket.rawListeners(event)
    for (const listener of listeners) call(() => Reflect.apply(listener, socket, args))
    return listeners.length > 0
  }
  Object.defineProperty(socket, 'emit', { value: emit })
  guardWebListeners(socket, call)
}

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return Promise.reject(error)
  }
}

function guardWebListeners(socket: WebSocket, call: (work: () => unknown) => void): void {
  const guarded = new WeakMap<Listener, (event: Event) => void>()
  const guard = (listener: Listener) => {
    const known = guarded.get(listener)
    if (known !== undefined) return known
    const made = (event: Event) =>
      call(() =>
        typeof listener === 'function' ? Reflect.apply(listener, socket, [event]) : listener.handleEvent(event),
      )
    guarded.set(listener, made)
    return made
  }
  for (const name of ['addEventListener', 'removeEventListener'] as const) {
    const plain = Reflect.get(socket, name) as (...args: readonly unknown[]) => void
    const value = (type: string, listener: Listener | null, ...rest: readonly unknown[]) =>
      listener === null ? undefined : Reflect.apply(plain, socket, [type, guard(listener), ...rest])
    Object.defineProperty(socket, name, { value })
  }
}

/** As the web has it, a socket may be closed before it is open: it is, then, as soon as it is. */
function letCloseEarly(socket: WebSocket): void {
  const close = socket.close.bind(socket)
  let early: Parameters<typeof close> | null = null
  socket.close = (...args) => {
    if (socket.readyState === WebSocket.CONNECTING) early ??= args
    else close(...args)
  }
  socket.once('open', () => {
    if (early === null) return
    try {
      close(...early)
    } catch {
      // NOTE: a code or a reason that may not be sent.
      close(INTERNAL_ERROR)
    }
  })
}
