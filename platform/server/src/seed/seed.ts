/**
 * First contents of a product: `seed/index.ts` beside its migrations, once per database; where they are no longer wanted,
 * `seed/remove.ts`, once.
 */

import { join } from 'node:path'

import { systemSession, type Database } from '@platform/database'
import type { Observe } from '@platform/http'

import { digest } from '../app/assets.ts'
import type { Membership } from '../nodes/membership.ts'
import { readIfThere } from '../read-if-there.ts'
import type { ServerEvent } from '../watch/events.ts'
import { runSeedProcess, type SeedContext } from './seed-process.ts'

export interface SeedOptions extends SeedContext {
  readonly folder: string
  readonly database: Database
  readonly observe: Observe<ServerEvent>
  /** Without, what an earlier start brought is taken away again. */
  readonly isWanted: boolean
  readonly membership: Pick<Membership, 'whenHeld' | 'release'>
  /** Ends it before its end. */
  readonly signal: AbortSignal
}

const name = 'supabase/seed/index.ts'
const attempts = 3

// The hosted service's own ledger of seeds.
const createLedger = [
  'create schema if not exists supabase_migrations',
  'create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)',
]

/** One process at a time. Never fails: a seed that does not succeed is reported, and tried again at the next start. */
export async function runSeed(options: SeedOptions): Promise<void> {
  const { isWanted, membership, signal } = options
  await membership.whenHeld('seed', signal)
  if (!signal.aborted) await (isWanted ? bring(options) : takeAway(options))
  membership.release('seed')
}

async function bring({ database, folder, observe, signal, url, serviceRoleKey }: SeedOptions): Promise<void> {
  const file = join(folder, 'seed', 'index.ts')
  try {
    const text = await readIfThere(file)
    if (text === null || (await hasRun(database))) return
    observe({ kind: 'server.seeding', name })
    const started = performance.now()
    await persist(() => runSeedProcess(file, { url, serviceRoleKey }, signal), signal)
    await recordRun(database, digest(text))
    observe({ kind: 'server.seeded', name, ms: performance.now() - started })
  } catch (error) {
    if (!signal.aborted) observe({ kind: 'server.seed-failed', name, error })
  }
}

async function takeAway({ database, folder, observe, signal, url, serviceRoleKey }: SeedOptions): Promise<void> {
  const file = join(folder, 'seed', 'remove.ts')
  try {
    if ((await readIfThere(file)) === null || !(await hasRun(database))) return
    await persist(() => runSeedProcess(file, { url, serviceRoleKey }, signal), signal)
    const text = 'delete from supabase_migrations.seed_files where path = $1'
    await database.write(systemSession, (tx) => tx.execute(text, [name]))
    observe({ kind: 'server.seed-removed', name })
  } catch (error) {
    if (!signal.aborted) observe({ kind: 'server.seed-failed', name, error })
  }
}

// A seed that failed on a busy machine goes on where it ended: run again, it does what is missing.
async function persist(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || signal.aborted) throw error
    }
  }
}

async function hasRun(database: Database): Promise<boolean> {
  return database.write(systemSession, async (tx) => {
    for (const statement of createLedger) await tx.execute(statement)
    const rows = await tx.query('select from supabase_migrations.seed_files where path = $1', [name])
    return rows.length > 0
  })
}

async function recordRun(database: Database, hash: string): Promise<void> {
  const text = 'insert into supabase_migrations.seed_files (path, hash) values ($1, $2) on conflict do nothing'
  await database.write(systemSession, (tx) => tx.execute(text, [name, hash]))
}
