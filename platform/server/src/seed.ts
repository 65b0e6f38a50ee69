/** First contents of a product: `seed.sql`, then `seed/index.ts`, each once per database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Database, Session } from '@platform/database'
import type { Observe } from '@platform/http'

import { digest } from './app/assets.ts'
import type { ServerEvent } from './events.ts'
import { readIfThere } from './read-if-there.ts'

export interface SeedContext {
  readonly url: string
  readonly serviceRoleKey: string
}

/** What `seed/index.ts` exports as its default. It may be cut short: run again, it does what is missing. */
export type Seed = (context: SeedContext) => Promise<void>

export interface SeedOptions extends SeedContext {
  readonly folder: string
  readonly database: Database
  readonly observe: Observe<ServerEvent>
}

const owner: Session = { role: 'none', claims: {} }

// The hosted service's own ledger of seeds.
const createLedger = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);`

/** Never fails: a seed that does not succeed is reported, and tried again at the next start. */
export async function runSeeds({ folder, database, observe, ...context }: SeedOptions): Promise<void> {
  const sql = await readIfThere(join(folder, 'seed.sql'))
  const module = join(folder, 'seed', 'index.ts')
  const seeds = [
    ...(sql === null ? [] : [{ name: 'supabase/seed.sql', hash: digest(sql), run: () => runSql(database, sql) }]),
    ...(existsSync(module)
      ? [{ name: 'supabase/seed/index.ts', hash: 'module', run: () => runModule(module, context) }]
      : []),
  ]
  for (const { name, hash, run } of seeds) {
    try {
      if (await isDone(database, name)) continue
      observe({ kind: 'server.seeding', name })
      const started = performance.now()
      await run()
      await markDone(database, name, hash)
      observe({ kind: 'server.seeded', name, ms: performance.now() - started })
    } catch (error) {
      observe({ kind: 'server.seed-failed', name, error })
      return
    }
  }
}

async function runSql(database: Database, sql: string): Promise<void> {
  await database.write(owner, (tx) => tx.execute(sql))
}

async function runModule(file: string, context: SeedContext): Promise<void> {
  const { default: seed } = (await import(pathToFileURL(file).href)) as { default?: unknown }
  if (typeof seed !== 'function') throw new TypeError(`${file} must export a function as its default`)
  await (seed as Seed)(context)
}

async function isDone(database: Database, name: string): Promise<boolean> {
  await database.write(owner, (tx) => tx.execute(createLedger))
  const rows = await database.read(owner, (tx) =>
    tx.query('select 1 from supabase_migrations.seed_files where path = $1', [name]),
  )
  return rows.length > 0
}

async function markDone(database: Database, name: string, hash: string): Promise<void> {
  const text = 'insert into supabase_migrations.seed_files (path, hash) values ($1, $2) on conflict do nothing'
  await database.write(owner, (tx) => tx.execute(text, [name, hash]))
}
