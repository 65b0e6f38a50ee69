import type { HttpEvent } from '@platform/http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Observation } from './events.ts'
import type { Prometheus } from './metric-kinds.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Rate, errors and duration per route pattern, every other event by its kind, and the process itself. */
export function openPrometheus(): Prometheus {
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
    contentType: registry.contentType,
    text: () => registry.metrics(),
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
