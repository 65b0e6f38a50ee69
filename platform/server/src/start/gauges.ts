import { poolLoads, type Databases } from '@platform/database'

import type { ServedBuild } from '../app/releases.ts'
import type { Membership } from '../nodes/membership.ts'
import type { Config } from '../settings/config.ts'
import type { Metrics } from '../watch/metrics.ts'
import type { Wires } from '../wires/wires.ts'

interface Gauged {
  readonly wires: Wires
  readonly membership: Membership
  readonly databases: Databases
  readonly config: Config
  readonly build: ServedBuild
}

export function addGauges(
  metrics: Metrics,
  { wires: { realtime }, membership, databases, config, build }: Gauged,
): void {
  const facts = { version: build.release.version, build: build.build ?? '', roles: config.roles.join() }
  metrics.facts('build_info', 'What this process is', facts)
  for (const what of ['open', 'busy', 'waiting', 'size'] as const) {
    const read = () => mapOf(poolLoads(databases), (load) => load[what])
    metrics.gauges(`database_pool_${what}`, 'Connections to PostgreSQL, and who waits for one', 'pool', read)
  }
  if (realtime) metrics.gauge('realtime_connections', 'Open websockets', () => realtime.connections())
  metrics.gauge('nodes_live', 'Processes that share the database and were heard of lately', () => membership.live())
}

function mapOf<Value>(values: Readonly<Record<string, Value>>, read: (value: Value) => number): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(value)]))
}
