import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

import { httpErrors, sendApiError, toApiError } from './api-error.ts'
import type { TrustProxy } from './client-address.ts'
import { addCompression } from './compression.ts'
import type { HttpEvent } from './events.ts'
import { lazySerializers, lazyValidators } from './lazy-schemas.ts'
import { nodeHttp } from './node-http.ts'
import type { Observe } from './observe.ts'
import { addCors, type CrossOrigin } from './protection/cors.ts'
import { limits } from './protection/limits.ts'
import { type Shedding, addLoadShedding } from './protection/load-shedding.ts'
import { baseHeaders } from './protection/security-headers.ts'
import { addSlowBodyGuard } from './protection/slow-body.ts'
import { namesTwoHosts } from './protection/two-hosts.ts'
import { addRecall, giveAgain, type KnownAnswer, type Recall } from './recall.ts'
import { cutUpgraded } from './upgrades.ts'

export interface HttpServerOptions {
  /** What answers any origin (WIRE §0.2); all else only its own. */
  readonly crossOrigin: CrossOrigin
  /** People reach the server by https, directly or through a proxy. */
  readonly https: boolean
  readonly trustProxy: TrustProxy
  readonly observe: Observe<HttpEvent>
  readonly shedding?: Shedding
  /** Answers until `open()`: the port is claimed long before anything can be served. */
  readonly whileStarting?: RequestListener
}

/** A Fastify instance and the socket that it will serve, which has a life of its own. */
export interface HttpServer extends AsyncDisposable {
  readonly fastify: FastifyInstance
  /** Takes the port; requests get `whileStarting` until `open()`. @throws {PortTakenError} */
  claim(address: { readonly host: string; readonly port: number }): Promise<AddressInfo>
  /** Runs all plugins and serves from now on. */
  open(): Promise<void>
  /** Answers carry `Connection: close` from now on. */
  drain(): void
  /** Accepts no more, waits for requests under way, at most `patienceMs`, then cuts them. Answers how many it cut. */
  close(patienceMs: number): Promise<void>
}

/** The port cannot be had: somebody else listens there, or it needs rights that the process has not. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError'
}

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const state: State = {
    isOpen: false,
    isDraining: false,
    underWay: new Set(),
    server: nodeHttp.createServer(serverOptions),
  }
  const fastify = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    genReqId: requestId,
    trustProxy: toTrustProxy(options.trustProxy),
    // NOTE: closing is `close()` below; Fastify's own 503 would fail requests that a balancer still sends.
    return503OnClosing: false,
    routerOptions: { maxParamLength: limits.urlBytes },
    schemaController: { compilersFactory: { buildValidator: lazyValidators(), buildSerializer: lazySerializers() } },
    clientErrorHandler: (error, socket) => refuseConnection(error.code, socket, options.observe),
    frameworkErrors: (error, request, reply) =>
      void sendApiError(toApiError(error), request, reply.headers(baseHeaders(options))),
    serverFactory: (handler) => {
      state.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        if (!state.isOpen && options.whileStarting !== undefined) return options.whileStarting(request, response)
        if (namesTwoHosts(request)) return refuseConnection('two-hosts', request.socket, options.observe)
        const known = recall.find(request)
        if (known === null) handler(request, response)
        else answerAgain(known, { request, response, state, observe: options.observe })
      })
      return state.server
    },
  })
  state.server.setTimeout(limits.silentSocketMs)
  const recall = addHooks(fastify, options, state)
  return toHttpServer(fastify, state)
}

interface State {
  isOpen: boolean
  isDraining: boolean
  readonly underWay: Set<ServerResponse>
  readonly server: Server
}

const serverOptions = {
  maxHeaderSize: limits.headerBytes,
  headersTimeout: limits.headersMs,
  requestTimeout: limits.uploadMs,
  keepAliveTimeout: limits.keepAliveMs,
  connectionsCheckingInterval: 5_000,
  noDelay: true,
  // NOTE: other upgrades that clients offer (h2c) are no reason not to answer them in HTTP/1.1.
  shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === 'websocket',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the logs call the route of a request that a not-found handler answers. */
    routeName: string
  }
}

function routeOf({ routeOptions, routeName }: FastifyRequest): string {
  return routeOptions.url ?? routeName
}

function addHooks(fastify: FastifyInstance, options: HttpServerOptions, state: State): Recall {
  const { observe } = options
  const constantHeaders = baseHeaders(options)
  fastify.decorateRequest('routeName', 'unmatched')
  fastify.addHook('onRequest', (request, reply, done) => {
    state.underWay.add(reply.raw)
    reply.raw.once('close', () => state.underWay.delete(reply.raw))
    reply.headers(constantHeaders).header('x-request-id', request.id).header('sb-request-id', request.id)
    if (request.url.length <= limits.urlBytes) return done()
    sendApiError(httpErrors.urlTooLong(limits.urlBytes), request, reply)
  })
  addCors(fastify, options.crossOrigin)
  if (options.shedding) addLoadShedding(fastify, options.shedding, observe)
  addSlowBodyGuard(fastify, limits.bodyPace)
  addCompression(fastify)
  const recall = addRecall(fastify)
  fastify.addHook('onSend', (_request, reply, _payload, done) => {
    if (state.isDraining) reply.header('connection', 'close')
    done()
  })
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request
    const { statusCode: status, elapsedTime: ms } = reply
    observe({ kind: 'http.answered', requestId, method, route: routeOf(request), status, ms })
    done()
  })
  fastify.addHook('onRequestAbort', (request, done) => {
    observe({ kind: 'http.aborted', requestId: request.id, method: request.method, route: routeOf(request) })
    done()
  })
  fastify.setErrorHandler((error, request, reply) => {
    const shown = toApiError(error)
    if (shown.status === 500) {
      observe({ kind: 'http.failed', requestId: request.id, route: routeOf(request), error })
    }
    return sendApiError(shown, request, reply)
  })
  return recall
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly state: State
  readonly observe: Observe<HttpEvent>
}

function answerAgain(known: KnownAnswer, { request, response, state, observe }: Exchange): void {
  const startedAt = performance.now()
  const id = requestId(request)
  const { route, status } = known
  const told = { requestId: id, method: request.method ?? '', route }
  state.underWay.add(response)
  response.once('close', () => {
    state.underWay.delete(response)
    if (!response.writableFinished) return observe({ kind: 'http.aborted', ...told })
    observe({ kind: 'http.answered', ...told, status, ms: performance.now() - startedAt })
  })
  giveAgain(known, { response, id, isDraining: state.isDraining })
}

function toHttpServer(fastify: FastifyInstance, state: State): HttpServer {
  const { server } = state
  const http: HttpServer = {
    fastify,
    claim: ({ host, port }) => claimPort(server, host, port),
    open: async () => {
      await fastify.ready()
      state.isOpen = true
    },
    drain: () => {
      state.isDraining = true
    },
    close: async (patienceMs) => {
      state.isDraining = true
      const started = performance.now()
      // What is under way may need this server itself to come to its end, so the port stays open until then.
      await endOf([...state.underWay], patienceMs)
      await closeServer(server, Math.max(0, patienceMs - (performance.now() - started)))
      await fastify.close()
    },
    [Symbol.asyncDispose]: () => http.close(0),
  }
  return http
}

function claimPort(server: Server, host: string, port: number): Promise<AddressInfo> {
  const { promise, resolve, reject } = Promise.withResolvers<AddressInfo>()
  server.once('error', (error: NodeJS.ErrnoException) => reject(toPortError(error, host, port)))
  server.listen({ host, port }, () => resolve(server.address() as AddressInfo))
  return promise
}

function toPortError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken by another program.`,
    EACCES: `Port ${port} needs rights that this process does not have.`,
    EADDRNOTAVAIL: `This machine has no address ${host}.`,
    ENOTFOUND: `The host name ${host} is unknown.`,
  }
  const reason = reasons[error.code ?? '']
  return reason === undefined ? error : new PortTakenError(reason, { cause: error })
}

async function endOf(responses: readonly ServerResponse[], patienceMs: number): Promise<void> {
  if (responses.length === 0) return
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  const ends = responses.map((response) => new Promise((end) => void response.once('close', end)))
  await Promise.race([Promise.all(ends), tooLate])
  clearTimeout(timer)
}

async function closeServer(server: Server, patienceMs: number): Promise<void> {
  if (!server.listening) return
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  // A connection becomes idle when its last answer is out; one that was idle at `close` is closed by it.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const deadline = setTimeout(() => {
    server.closeAllConnections()
    cutUpgraded(server)
  }, patienceMs)
  await promise
  clearInterval(sweep)
  clearTimeout(deadline)
}

/** Speaks to clients whose bytes never became a request, so that no hook can. */
function refuseConnection(code: string, socket: Socket, observe: Observe<HttpEvent>): void {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, message] = refusals[code] ?? [400, 'Malformed HTTP request']
  observe({ kind: 'http.refused', reason: code })
  const body = JSON.stringify({ code: 'bad_request', message })
  socket.end(
    `HTTP/1.1 ${status} ${nodeHttp.STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

const refusals: Record<string, readonly [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, `The request's headers are larger than ${limits.headerBytes} bytes`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}

function toTrustProxy(
  trust: HttpServerOptions['trustProxy'],
): string[] | boolean | ((_: string, hop: number) => boolean) {
  if (trust === false) return false
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust]
}

// Long enough for every tracing system, and nothing that could forge a log line or a header.
const harmlessId = /^[\w.:-]{8,128}$/

/** The caller's `x-request-id` where it is harmless, else a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && harmlessId.test(given) ? given : randomUUID()
}
