import { createHash, timingSafeEqual } from 'node:crypto'

import type { HttpEvent } from '@platform/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Observation } from './events.ts'
import { isLocal } from './is-local.ts'

export interface Metrics {
  readonly registry: Registry
  observe(observation: Observation): void
  /** What is read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void
  /** The same for several at once, by one label. */
  gauges(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>): void
  /** What is said once for as long as this process lives. */
  facts(name: string, help: string, labels: Readonly<Record<string, string>>): void
  /** Forgets what was known under these names, and knows this instead. */
  replace(names: readonly string[], figures: readonly MetricFigure[]): void
}

export interface MetricFigure {
  readonly name: string
  readonly help: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Rate, errors and duration per route pattern, every other event by its kind, and the process itself. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  })
  const events = new Counter({
    name: 'events_total',
    help: 'Everything else that the services reported, by kind',
    labelNames: ['kind'],
    registers,
  })
  return {
    registry,
    observe: (observation) => {
      if (!isAnswer(observation)) return events.inc({ kind: observation.kind })
      const { method, route, status, ms } = observation
      duration.observe({ method: methods.has(method) ? method : 'other', route, status }, ms / 1_000)
    },
    gauge: (name, help, read) => {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    gauges: (name, help, label, read) => {
      const collect = () => {
        for (const [of, value] of Object.entries(read())) gauge.set({ [label]: of }, value)
      }
      const gauge: Gauge = new Gauge({ name, help, labelNames: [label], registers, collect })
    },
    facts: (name, help, labels) => {
      new Gauge({ name, help, labelNames: Object.keys(labels), registers }).set({ ...labels }, 1)
    },
    replace: (names, figures) => {
      for (const name of names) registry.removeSingleMetric(name)
      for (const [name, group] of Map.groupBy(figures, (figure) => figure.name)) {
        const labelNames = [...new Set(group.flatMap(({ labels }) => Object.keys(labels)))]
        const gauge = new Gauge({ name, help: group[0]?.help ?? name, labelNames, registers })
        for (const { labels, value } of group) gauge.set({ ...labels }, value)
      }
    },
  }
}

function isAnswer(observation: Observation): observation is Extract<HttpEvent, { kind: 'http.answered' }> {
  return observation.kind === 'http.answered'
}

/**
 * `GET /metrics`, for this machine only unless a token opens it: the figures tell how the server may be overloaded.
 */
export function addMetricsRoute(fastify: FastifyInstance, { registry }: Metrics, token: string | null): void {
  fastify.get('/metrics', async (request, reply) => {
    const isAllowed = token === null ? isLocal(request) : holdsToken(request, token)
    if (!isAllowed) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function holdsToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
