import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import type { Connection } from '../driver/connection.ts'
import { toObjects } from '../driver/transaction.ts'
import { DatabaseError } from '../errors.ts'
import type { DatabaseEvent } from '../events.ts'
import { forServer } from './for-server.ts'
import { checkHistory } from './history.ts'
import { createLedgers, readLedger, recordMigration } from './ledger.ts'
import { MigrationError } from './migration-error.ts'
import { readMigrations, type Migration, type MigrationSource } from './source.ts'

type Observe = (event: DatabaseEvent) => void

/** Any number will do, as long as every runner takes the same. */
const LOCK = 7_306_581_021
const LOCK_POLL = 100
const LOCK_PATIENCE = 10 * 60_000
const ATTEMPTS = 10
/** lock_not_available, deadlock_detected, and roles altered by two databases of one server at once. */
const RETRIED = new Set(['55P03', '40P01', 'XX000'])
const role = 'none'

/** Runs what has not run yet, source after source; one runner at a time per database. */
export async function runMigrations(connection: Connection, sources: readonly MigrationSource[], observe: Observe) {
  await takeLock(connection)
  try {
    await createLedgers(connection)
    const plans: Plan[] = []
    // All of them are looked at before the first one runs: what cannot be finished is not begun.
    for (const source of sources) plans.push(await plan(connection, source, observe))
    for (const { source, due } of plans) await runSource(connection, source, due, observe)
  } finally {
    await connection.script(`select pg_advisory_unlock(${LOCK})`).catch(() => {})
  }
}

interface Plan {
  readonly source: MigrationSource
  readonly due: readonly Migration[]
}

async function plan(connection: Connection, source: MigrationSource, observe: Observe): Promise<Plan> {
  const migrations = await readMigrations(source)
  const applied = await readLedger(connection, source)
  checkHistory(source, migrations, applied)
  const last = migrations.at(-1)?.version ?? ''
  const newer = applied.filter(({ version }) => version > last)
  if (newer.length > 0) {
    const versions = newer.map(({ version }) => version)
    observe({ kind: 'database.schema-newer', source: source.name, versions })
  }
  const done = new Set(applied.map(({ version }) => version))
  return { source, due: migrations.filter(({ version }) => !done.has(version)) }
}

const waitEveryMs = 1_000
/** undefined_table and invalid_schema_name: nothing has run yet. */
const isEmpty = (error: unknown) => error instanceof DatabaseError && ['42P01', '3F000'].includes(error.code)

/**
 * Resolves when everything has run that this release knows; runs nothing itself.
 * @throws {MigrationError} when files and ledger disagree
 */
export async function awaitMigrations(connection: Connection, sources: readonly MigrationSource[], observe: Observe) {
  for (let hasTold = false; ;) {
    const plans: Plan[] = []
    const told: DatabaseEvent[] = []
    try {
      for (const source of sources) plans.push(await plan(connection, source, (event) => told.push(event)))
    } catch (error) {
      if (!isEmpty(error)) throw error
      plans.length = 0
    }
    const missing = plans.flatMap(({ source, due }) => due.map(({ file }) => `${source.name}/${file}`))
    if (plans.length === sources.length && missing.length === 0) return told.forEach(observe)
    if (!hasTold) observe({ kind: 'database.schema-awaited', missing })
    hasTold = true
    await wait(waitEveryMs)
  }
}

async function runSource(
  connection: Connection,
  source: MigrationSource,
  due: readonly Migration[],
  observe: Observe,
): Promise<void> {
  for (const migration of due) {
    const started = performance.now()
    await applyWithRetries(connection, source, migration, observe)
    const ms = Math.round(performance.now() - started)
    observe({ kind: 'database.migration-applied', source: source.name, file: migration.file, ms })
  }
}

/** Polls, because a runner that waits inside PostgreSQL would hold a snapshot that blocks CREATE INDEX CONCURRENTLY. */
async function takeLock(connection: Connection): Promise<void> {
  const statement = { text: `select pg_try_advisory_lock(${LOCK}) as taken` }
  const deadline = Date.now() + LOCK_PATIENCE
  for (;;) {
    const [row] = toObjects<{ taken: boolean }>(
      await connection.run({ statement, role, describe: true, patience: 10_000 }),
    )
    if (row?.taken === true) return
    if (Date.now() > deadline)
      throw new MigrationError('Another process has been migrating this database for 10 minutes')
    await wait(LOCK_POLL)
  }
}

async function applyWithRetries(
  connection: Connection,
  source: MigrationSource,
  migration: Migration,
  observe: Observe,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply(connection, source, migration)
      return
    } catch (error) {
      const isTransient = error instanceof DatabaseError && RETRIED.has(error.code)
      if (!isTransient || attempt === ATTEMPTS) throw failed(source, migration, error)
      observe({ kind: 'database.migration-retried', file: migration.file, attempt, reason: error.message })
      await wait(Math.random() * 100 * 2 ** attempt)
    }
  }
}

async function apply(connection: Connection, source: MigrationSource, migration: Migration): Promise<void> {
  if (!migration.inTransaction) {
    await connection.script(await textFor(connection, migration))
    await recordMigration(connection, source, migration)
    return
  }
  const text = await textFor(connection, migration)
  await connection.script('begin')
  try {
    await connection.script(text)
    await recordMigration(connection, source, migration)
    await connection.script('commit')
  } catch (error) {
    await connection.script('rollback').catch(() => {})
    throw error
  }
}

/** Recorded is what the file says. */
async function textFor(connection: Connection, { text }: Migration): Promise<string> {
  const statement = { text: "select current_setting('server_version_num')::int as version" }
  const [row] = toObjects<{ version: number }>(
    await connection.run({ statement, role, describe: true, patience: 10_000 }),
  )
  return forServer(text, row?.version ?? 0)
}

function failed(source: MigrationSource, { file, text }: Migration, error: unknown): MigrationError {
  const reason = error instanceof Error ? error.message : String(error)
  const code = error instanceof DatabaseError ? ` (${error.code})` : ''
  return new MigrationError(`${source.name}/${file}${lineOf(error, text)}: ${reason}${code}`, { cause: error })
}

function lineOf(error: unknown, text: string): string {
  const position = error instanceof DatabaseError && error.cause instanceof pg.DatabaseError && error.cause.position
  return position ? `:${text.slice(0, Number(position)).split('\n').length}` : ''
}
