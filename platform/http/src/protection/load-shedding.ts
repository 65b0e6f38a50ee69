import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { httpErrors, sendApiError } from '../api-error.ts'
import type { HttpEvent } from '../events.ts'
import type { Observe } from '../observe.ts'

const limitMs = 200
const patienceSeconds = 5

export interface Shedding {
  /** What goes first when the process cannot keep up, e.g. reads of visitors. */
  readonly isExpendable: (request: FastifyRequest) => boolean
  /** p99 of the event loop's delay over the last second, in ms. Measured when absent. */
  readonly delayP99?: () => number
}

/** Answers 503 to expendable requests while the event loop's p99 delay has been above 200 ms for 5 s. */
export function addLoadShedding(fastify: FastifyInstance, shedding: Shedding, observe: Observe<HttpEvent>): void {
  const gauge = shedding.delayP99 === undefined ? startGauge(fastify) : shedding.delayP99
  let overdue = 0
  const timer = setInterval(() => {
    overdue = gauge() > limitMs ? overdue + 1 : 0
  }, 1_000).unref()
  fastify.addHook('onClose', (_, done) => {
    clearInterval(timer)
    done()
  })
  fastify.addHook('onRequest', (request, reply, done) => {
    if (overdue < patienceSeconds || !shedding.isExpendable(request)) return done()
    observe({ kind: 'http.shed', requestId: request.id, route: request.routeOptions.url ?? 'unmatched' })
    sendApiError(httpErrors.overloaded(), request, reply)
  })
}

function startGauge(fastify: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  histogram.enable()
  fastify.addHook('onClose', (_, done) => {
    histogram.disable()
    done()
  })
  return () => {
    const p99 = histogram.percentile(99) / 1e6
    histogram.reset()
    return p99
  }
}
