/** What only the database knows, as metrics: of the platform, and of the product where its project names functions for it. */

import { setTimeout as delay } from 'node:timers/promises'

import { systemSession, type Database } from '@platform/database'

import type { Observation } from './events.ts'
import type { Metrics } from './metrics.ts'

interface Figure {
  readonly name: string
  readonly help: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface FiguresOptions {
  readonly database: Database
  readonly metrics: Metrics
  /** Functions of schema public. */
  readonly functions: readonly { readonly name: string; readonly everyMs: number }[]
  /** Whether this process is the one that tells: the others say nothing of what is the same for all. */
  readonly isTurn: () => boolean
  readonly observe: (observation: Observation) => void
}

const ownEveryMs = 15_000
const own = `
  select 'replication_slot_bytes' as name, 'Log that the furthest slot holds back' as help, '{}'::jsonb as labels,
    coalesce(max(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
      restart_lsn)), 0)::float8 as value
  from pg_replication_slots where database = current_database()
  union all
  select 'replication_slots_idle', 'Slots that nobody reads', '{}', count(*)
  from pg_replication_slots where database = current_database() and not active
  union all
  select 'mail_waiting', 'Mails that no server has taken yet', '{}', count(*) from auth.mail_queue
  union all
  select 'database_bytes', 'Size of the database', '{}', pg_database_size(current_database())`

/** Each look replaces what the one before found, so that what is over is not told for ever. */
export function startFigures({ functions, ...options }: FiguresOptions): AsyncDisposable {
  const stopping = new AbortController()
  const looks = [
    { text: own, everyMs: ownEveryMs },
    ...functions.map(({ name, everyMs }) => ({ text: `select * from public."${name}"()`, everyMs })),
  ]
  const loops = looks.map((look) => keepLooking(look, options, stopping.signal))
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

interface Look {
  readonly text: string
  readonly everyMs: number
}

async function keepLooking(
  { text, everyMs }: Look,
  { database, metrics, isTurn, observe }: Omit<FiguresOptions, 'functions'>,
  signal: AbortSignal,
): Promise<void> {
  let known: readonly string[] = []
  while (!signal.aborted) {
    try {
      const figures = isTurn() ? await database.read(systemSession, (tx) => tx.query<Figure>(text)) : []
      metrics.replace(known, figures)
      known = figures.map(({ name }) => name)
    } catch (error) {
      if (!signal.aborted) observe({ kind: 'server.figures-failed', error })
    }
    // NOTE: an aborted pause ends the loop.
    await delay(known.length === 0 ? Math.min(everyMs, ownEveryMs) : everyMs, undefined, { signal }).catch(() => {})
  }
}
