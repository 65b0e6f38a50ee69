/** functions/v1 as a Fastify plugin: which function, whether the caller may, and how its answer travels. */
import { TokenError, type Identify, type Observe } from '@platform/http'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import type { FunctionsConfig } from './config.ts'
import { takeOverOf } from './deno/take-over.ts'
import { createBackgroundWork, installEdgeRuntime, type ContinueTrace } from './edge-runtime.ts'
import { RelayError, relayErrors } from './errors.ts'
import type { FunctionsEvent } from './events.ts'
import { createLoader, type LoadFunction } from './load-function.ts'
import { createRunner, type RunFunction } from './run-function.ts'
import { startSchedules, type Schedules } from './schedule.ts'
import { toWebRequest } from './web-request.ts'
import { createWebSockets, passUpgradesOn, type WebSockets } from './web-sockets.ts'

export interface FunctionsOptions {
  /** Absolute path of the folder that holds one folder per function. */
  readonly folder: string
  readonly identify: Identify
  readonly observe: Observe<FunctionsEvent>
  readonly config: FunctionsConfig
  /** What calls by a schedule carry; they are made only where there is one. */
  readonly serviceKey?: string
  /** Whether what only one process calls at a time is called by this one now; default: always. */
  readonly isTurn?: () => boolean
  /** What a function of the database answers that says whether a schedule has something to do. */
  readonly isDue?: (by: string) => Promise<boolean>
  /** Around each call by a schedule. */
  readonly aroundScheduled?: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Around what functions do later for an order whose trace they have kept. */
  readonly continueTrace?: ContinueTrace
}

export interface Functions {
  /** Mounted at `/functions/v1`. */
  readonly plugin: FastifyPluginAsync
  /**
   * What a function answers the server itself, in process: no token is asked for, and none is there.
   * @throws {RelayError} as a caller over the network is told
   */
  ask(name: string, request: Request): Promise<Response>
  /** Begins what is scheduled: functions may call the server that they belong to. */
  start(): void
  /** Has a scheduled function called at once. */
  wake(name: string): void
  /**
   * Tells functions to come to an end and waits for `EdgeRuntime.waitUntil`, while the server still serves them. Happens
   * by itself, too late for that, when the plugin closes.
   */
  drain(): Promise<void>
}

interface Service extends FunctionsOptions {
  readonly load: LoadFunction
  readonly run: RunFunction
  readonly webSockets: WebSockets
}

/** What browsers of other origins may do; a function's own CORS headers replace these. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-region, traceparent, tracestate, baggage',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
} as const

export function createFunctions(options: FunctionsOptions): Functions {
  const { observe, config, aroundScheduled = (_name, work) => work() } = options
  installEdgeRuntime()
  const onFailure = (name: string, error: unknown) => observe({ kind: 'functions.background-failed', name, error })
  const background = createBackgroundWork(onFailure, options.continueTrace)
  const load = createLoader(options.folder, (name, ms) => observe({ kind: 'functions.loaded', name, ms }), onFailure)
  const webSockets = createWebSockets(config)
  const service: Service = { ...options, load, run: createRunner(config, background), webSockets }
  let schedules: Schedules | null = null
  let draining: Promise<void> | null = null

  async function end(): Promise<void> {
    await schedules?.stop()
    background.unload()
    webSockets.end()
    await background.drain(config.drainMs)
  }
  const drain = () => (draining ??= end())
  return {
    plugin: async (fastify) => mount(fastify, service, drain),
    ask: (name, request) => askFunction(service, name, request),
    start() {
      schedules ??= startSchedules(config.schedules, {
        call: (name, signal) => aroundScheduled(name, () => callScheduled(service, name, signal)),
        isTurn: options.isTurn ?? (() => true),
        ...(options.isDue && { isDue: tellFailures(options.isDue, observe) }),
      })
    },
    wake: (name) => schedules?.wake(name),
    drain,
  }
}

/** Whoever is called because a question fails has nothing to say of that: a misspelt one would never be heard of. */
function tellFailures(isDue: (by: string) => Promise<boolean>, observe: Observe<FunctionsEvent>): typeof isDue {
  const failing = new Set<string>()
  return async (by) => {
    try {
      const answer = await isDue(by)
      failing.delete(by)
      return answer
    } catch (error) {
      if (!failing.has(by)) observe({ kind: 'functions.question-failed', name: by, error })
      failing.add(by)
      throw error
    }
  }
}

function mount(fastify: FastifyInstance, service: Service, drain: () => Promise<void>): void {
  passBodiesOn(fastify)
  passUpgradesOn(fastify)
  sendHeadersAtOnce(fastify)
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'sb-request-id': request.id, 'x-sb-edge-region': service.config.region })
    done()
  })
  fastify.all('/:name', (request, reply) => answer(service, request, reply))
  fastify.all('/:name/*', (request, reply) => answer(service, request, reply))
  renderErrors(fastify, service.observe)
  fastify.addHook('onClose', drain)
}

async function askFunction({ load, run }: Service, name: string, request: Request): Promise<Response> {
  const handler = await load(name)
  const toRequest = (signal: AbortSignal) => new Request(request, { signal })
  return run({ name, handler, toRequest, callerGone: request.signal })
}

async function callScheduled(service: Service, name: string, signal: AbortSignal): Promise<void> {
  const { load, run, observe, serviceKey = '' } = service
  const startedAt = performance.now()
  try {
    const handler = await load(name)
    const headers = { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' }
    const toRequest = (aborted: AbortSignal) =>
      new Request(`http://localhost/${name}`, { method: 'POST', headers, body: '{}', signal: aborted })
    const { status, body } = await run({ name, handler, toRequest, callerGone: signal })
    await body?.cancel()
    observe({ kind: 'functions.scheduled.answered', name, status, ms: performance.now() - startedAt })
  } catch (thrown) {
    if (signal.aborted) return
    const { code, cause } = toRelayError(thrown)
    observe({ kind: 'functions.failed', name, code, error: cause ?? thrown })
  }
}

async function answer(service: Service, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const startedAt = performance.now()
  // The one method that we route and that no web-standard Request may have.
  if (request.method === 'TRACE') throw relayErrors.methodNotAllowed()
  const { name } = request.params as { name: string }
  const handler = await loadFor(service, name, request)
  if (handler === null) return reply.code(204).headers(CORS).send()
  if (request.method !== 'OPTIONS' && service.config.verifyJwt[name] !== false) await requireToken(service, request)
  const connection = service.webSockets.admit(request)
  const asked = {
    path: functionPath(request, name),
    bodyLimit: service.config.bodyLimit,
    mayUpgrade: connection !== null,
  }
  const response = await service.run({
    name,
    handler,
    toRequest: (signal) => toWebRequest(request, { ...asked, signal }),
    callerGone: whenCallerLeaves(reply),
  })
  service.observe({ kind: 'functions.answered', name, status: response.status, ms: performance.now() - startedAt })
  const takeOver = takeOverOf(response)
  if (takeOver !== null && connection !== null) return service.webSockets.handOver(reply, connection, takeOver)
  return sendWebResponse(reply, response)
}

/** Null for the preflight of a function that is not there: a browser must get far enough to see the real answer. */
async function loadFor({ load }: Service, name: string, request: FastifyRequest) {
  try {
    return await load(name)
  } catch (error) {
    if (request.method === 'OPTIONS') return null
    throw error
  }
}

async function requireToken({ identify }: Service, request: FastifyRequest): Promise<void> {
  const { authorization, apikey } = request.headers
  if (authorization === undefined && apikey === undefined) throw relayErrors.noAuthorization()
  try {
    await identify(request.headers)
  } catch (error) {
    throw error instanceof TokenError ? relayErrors.invalidToken(error) : error
  }
}

/** The request's path from the function's name on, with its query, however this service is mounted. */
function functionPath(request: FastifyRequest, name: string): string {
  const mount = (request.routeOptions.url ?? '').replace(/\/:name(\/\*)?$/, '')
  const path = request.url.slice(mount.length)
  return path.startsWith(`/${name}`) ? path : `/${name}`
}

function whenCallerLeaves(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new DOMException('The caller has left', 'AbortError'))
  })
  return controller.signal
}

function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') reply.header(name, value)
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  return reply.send(response.body ?? undefined)
}

/** Bodies of every type reach the function as they come, unread. */
function passBodiesOn(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
}

/** A stream's headers leave before its first chunk: whoever opens an event stream learns at once that it is open. */
function sendHeadersAtOnce(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    done(null, payload)
    // NOTE: the last hook's `done` hands the payload over before it returns, so the headers are in place.
    if (payload instanceof ReadableStream && !reply.raw.headersSent) reply.raw.flushHeaders()
  })
}

function renderErrors(fastify: FastifyInstance, observe: FunctionsOptions['observe']): void {
  const send = (reply: FastifyReply, error: RelayError) => {
    if (error.retryAfter !== null) reply.header('retry-after', String(error.retryAfter))
    // NOTE: the rest of a body that nobody reads would keep the connection busy.
    if (error.status === 413) reply.header('connection', 'close')
    return reply
      .code(error.status)
      .headers({ 'x-relay-error': 'true', 'access-control-allow-origin': '*' })
      .send({ code: error.code, message: error.message })
  }
  fastify.setErrorHandler((thrown, request, reply) => {
    const error = toRelayError(thrown)
    const { name = '' } = request.params as { name?: string }
    // NOTE: whoever has left is told nothing, and has done nothing wrong.
    const isHeard = !reply.raw.destroyed
    if (error.status >= 500 && isHeard)
      observe({ kind: 'functions.failed', name, code: error.code, error: error.cause ?? error })
    return send(reply, error)
  })
  fastify.setNotFoundHandler((_request, reply) => send(reply, relayErrors.notFound()))
}

function toRelayError(thrown: unknown): RelayError {
  if (thrown instanceof RelayError) return thrown
  const isTypeRefused = thrown instanceof Error && 'code' in thrown && thrown.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  return isTypeRefused ? relayErrors.unusableType(thrown) : relayErrors.unexpected(thrown)
}
