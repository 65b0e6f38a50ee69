/** First contents of a product: `seed/index.ts` beside its migrations, once per database. */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { systemSession, type Database } from '@platform/database'
import type { Observe } from '@platform/http'

import { digest } from './app/assets.ts'
import type { ServerEvent } from './events.ts'
import { readIfThere } from './read-if-there.ts'

export interface SeedContext {
  readonly url: string
  readonly serviceRoleKey: string
}

/** What the file exports as its default. It may be cut short: run again, it does what is missing. */
export type Seed = (context: SeedContext) => Promise<void>

export interface SeedOptions extends SeedContext {
  readonly folder: string
  readonly database: Database
  readonly observe: Observe<ServerEvent>
}

const name = 'supabase/seed/index.ts'

// The hosted service's own ledger of seeds.
const createLedger = [
  'create schema if not exists supabase_migrations',
  'create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)',
]

/** Never fails: a seed that does not succeed is reported, and tried again at the next start. */
export async function runSeed({ folder, database, observe, ...context }: SeedOptions): Promise<void> {
  const file = join(folder, 'seed', 'index.ts')
  try {
    const text = await readIfThere(file)
    if (text === null || (await hasRun(database))) return
    observe({ kind: 'server.seeding', name })
    const started = performance.now()
    await importSeed(file).then((seed) => seed(context))
    await recordRun(database, digest(text))
    observe({ kind: 'server.seeded', name, ms: performance.now() - started })
  } catch (error) {
    observe({ kind: 'server.seed-failed', name, error })
  }
}

async function importSeed(file: string): Promise<Seed> {
  const { default: seed } = (await import(pathToFileURL(file).href)) as { default?: unknown }
  if (typeof seed !== 'function') throw new TypeError(`${file} must export a function as its default`)
  return seed as Seed
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
