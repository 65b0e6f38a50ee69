import { createHash, timingSafeEqual } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'

import { isLocal } from './is-local.ts'
import type { Figures, Prometheus } from './metric-kinds.ts'

export interface Metrics extends Figures {
  /** What counts, a hundred and ten files, is not loaded before the first call of this: until then all is kept. */
  loaded(): Promise<Prometheus>
}

export function createMetrics(): Metrics {
  const kept: ((figures: Figures) => void)[] = []
  let prometheus: Prometheus | null = null
  let loading: Promise<Prometheus> | null = null
  const tell = (figure: (figures: Figures) => void) => {
    if (prometheus) figure(prometheus)
    else kept.push(figure)
  }
  const load = async () => {
    const { openPrometheus } = await import('./prometheus.ts')
    const opened = openPrometheus()
    for (const figure of kept.splice(0)) figure(opened)
    prometheus = opened
    return opened
  }
  return {
    loaded: () =>
      (loading ??= load().catch((error: unknown) => {
        loading = null
        throw error
      })),
    observe: (...said) => tell((figures) => figures.observe(...said)),
    gauge: (...said) => tell((figures) => figures.gauge(...said)),
    gauges: (...said) => tell((figures) => figures.gauges(...said)),
    facts: (...said) => tell((figures) => figures.facts(...said)),
    replace: (...said) => tell((figures) => figures.replace(...said)),
  }
}

/**
 * `GET /metrics`, for this machine only unless a token opens it: the figures tell how the server may be overloaded.
 */
export function addMetricsRoute(fastify: FastifyInstance, metrics: Metrics, token: string | null): void {
  fastify.get('/metrics', async (request, reply) => {
    const isAllowed = token === null ? isLocal(request) : holdsToken(request, token)
    if (!isAllowed) return reply.callNotFound()
    const prometheus = await metrics.loaded()
    return reply.type(prometheus.contentType).send(await prometheus.text())
  })
}

function holdsToken({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}
