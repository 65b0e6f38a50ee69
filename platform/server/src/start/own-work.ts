/** What nobody asks for: the relay of changes, backups, figures, the product's first contents. */

import { ownerLogin, type Databases } from '@platform/database'

import type { Membership } from '../nodes/membership.ts'
import type { Project } from '../project.ts'
import type { ChangeRelayParts } from '../realtime/realtime-wire.ts'
import { runSeed } from '../seed/seed.ts'
import type { Config } from '../settings/config.ts'
import type { Duties } from '../settings/roles.ts'
import type { Observation } from '../watch/events.ts'
import { startFigures } from '../watch/figures.ts'
import type { Metrics } from '../watch/metrics.ts'

interface Kept {
  readonly config: Config
  readonly databases: Databases
  readonly metrics: Metrics
  readonly observe: (observation: Observation) => void
}

async function keepOwnBackups(resources: AsyncDisposableStack, { databases, metrics, ...kept }: Kept) {
  if (kept.config.backup.to === null) return
  const { keepBackups } = await import('../backup/keep-backups.ts')
  const backups = resources.use(keepBackups({ ...kept, login: ownerLogin(databases) }))
  const help = 'Since the newest backup was complete; NaN where none is known'
  metrics.gauge('backup_age_seconds', help, () => (Date.now() - (backups.newestAt() ?? NaN)) / 1_000)
}

/** Whoever comes first is answered before what counts them is loaded. */
function countSoon(resources: AsyncDisposableStack, { metrics, observe }: Pick<Kept, 'metrics' | 'observe'>): void {
  const tell = (error: unknown) => observe({ kind: 'server.metrics-failed', error })
  const timer = setTimeout(() => void metrics.loaded().catch(tell), 250)
  resources.defer(() => clearTimeout(timer))
}

interface OwnWork extends Kept {
  readonly duties: Duties
  readonly project: Project
  readonly membership: Membership
}

export async function startOwnWork(resources: AsyncDisposableStack, parts: OwnWork): Promise<void> {
  const { duties, project, membership, config, databases, metrics, observe } = parts
  countSoon(resources, { metrics, observe })
  if (duties.relays) await startRelay(resources, { config, databases, metrics, observe })
  if (!duties.works) return
  await keepOwnBackups(resources, { config, databases, metrics, observe })
  const isTurn = () => membership.holds('schedules')
  const looking = { database: databases.system, metrics, functions: project.figures, isTurn, observe }
  resources.use(startFigures(looking))
}

async function startRelay(resources: AsyncDisposableStack, parts: ChangeRelayParts & { readonly metrics: Metrics }) {
  const { openChangeRelay } = await import('../realtime/realtime-wire.ts')
  const relay = await openChangeRelay(parts)
  if (relay === null) return
  resources.use(relay)
  const help = 'Whether this process reads the log of changes for all'
  parts.metrics.gauge('relay_active', help, () => Number(relay.isActive()))
}

/** Closing the system aborts the seed. */
export function startSeeding(
  resources: AsyncDisposableStack,
  options: Omit<Parameters<typeof runSeed>[0], 'signal'>,
): Promise<void> {
  const stopping = new AbortController()
  const seeded = runSeed({ ...options, signal: stopping.signal })
  resources.defer(async () => {
    stopping.abort()
    await seeded
  })
  return seeded
}
