/** Where spans begin: requests, transactions, calls by a schedule; and our own requests that they are passed on with. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import type { Database } from '@platform/database'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { openOtlp, type OtlpOptions } from './otlp.ts'
import { spanKinds, Tracer, type Span } from './tracer.ts'

export interface Tracing extends AsyncDisposable {
  readonly addTo: (fastify: FastifyInstance) => void
  readonly wrap: (database: Database, door: string) => Database
  /** A call that no request made. */
  readonly scheduled: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** What goes on later with what a request ordered, whose trace was kept beside the order. */
  readonly continued: <T>(traceparent: string, name: string, work: () => Promise<T>) => Promise<T>
  /** Requests to this address carry what they are part of; others carry nothing of ours. */
  readonly passOnTo: (origin: string) => void
}

export interface TracingOptions extends OtlpOptions {
  readonly percent: number
}

const quietRoutes = new Set(['/healthz', '/livez', '/readyz', '/metrics'])

export function openTracing({ percent, ...otlp }: TracingOptions): Tracing {
  const exporter = openOtlp(otlp)
  const tracer = new Tracer({ percent, tell: exporter.tell })
  const resources = new AsyncDisposableStack()
  resources.use(exporter)
  return {
    addTo: (fastify) => followRequests(fastify, tracer),
    wrap: (database, door) => wrapDatabase(database, door, tracer),
    scheduled: (name, work) => tracer.around({ name: `schedule ${name}`, kind: spanKinds.internal }, work),
    continued: (traceparent, name, work) =>
      tracer.around({ name, kind: spanKinds.internal, traceparent, isApart: true }, work),
    passOnTo: (origin) => resources.defer(passOn(origin, tracer)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/** A route is a pattern: addresses hold names, tokens and words. */
function followRequests(fastify: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  fastify.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unmatched'
    if (quietRoutes.has(route)) return done()
    const span = tracer.begin({
      name: `${request.method} ${route}`,
      kind: spanKinds.server,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'request.id': request.id },
      traceparent: request.headers['traceparent'] as string | undefined,
    })
    spans.set(request, span)
    span.run(done)
  })
  const end = (request: FastifyRequest, status: number, hasFailed: boolean) =>
    spans.get(request)?.end({ hasFailed, attributes: { 'http.response.status_code': status } })
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    end(request, statusCode, statusCode >= 500)
    done()
  })
  fastify.addHook('onRequestAbort', (request, done) => {
    end(request, 499, false)
    done()
  })
}

/** Transactions that are part of something; statements by their name, and never what is in them. */
function wrapDatabase(database: Database, door: string, tracer: Tracer): Database {
  const around = <T>(name: string, role: string, work: () => Promise<T>): Promise<T> => {
    if (!tracer.isWithin) return work()
    const attributes = { 'db.system.name': 'postgresql', 'db.role': role, 'db.door': door }
    return tracer.around({ name: `postgresql ${name}`, kind: spanKinds.client, attributes }, work)
  }
  return {
    once: (session, statement, access) => around(access, session.role, () => database.once(session, statement, access)),
    read: (session, work) => around('read', session.role, () => database.read(session, work)),
    write: (session, work) => around('write', session.role, () => database.write(session, work)),
    listen: (channel, onPayload) => database.listen(channel, onPayload),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

interface Outgoing {
  readonly request: { readonly origin: string | URL; addHeader(name: string, value: string): void }
}

/** By what Node's fetch tells of its requests. */
function passOn(origin: string, tracer: Tracer): () => void {
  const channel = 'undici:request:create'
  const onRequest = (message: unknown) => {
    const { request } = message as Outgoing
    const traceparent = String(request.origin) === origin ? tracer.traceparent() : null
    if (traceparent !== null) request.addHeader('traceparent', traceparent)
  }
  subscribe(channel, onRequest)
  return () => unsubscribe(channel, onRequest)
}
