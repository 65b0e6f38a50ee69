import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { migrate, openDatabases, systemSession, type Databases, type MigrationSource } from '@platform/database'
import pg from 'pg'
import { inject } from 'vitest'

import { plantedSql } from '../holes/hole.ts'

export interface TestDatabaseOptions {
  /** In the order in which they run; `databaseMigrations` first. */
  readonly migrations: readonly MigrationSource[]
  /** SQL that runs once after the migrations, as the owner. */
  readonly fixtures?: string
}

export interface TestDatabase extends AsyncDisposable {
  readonly databases: Databases
  readonly url: string
  dispose(): Promise<void>
}

/** Any number, the same in every worker: one template is built at a time on a server. */
const BUILD_LOCK = 4_711

/** A database of one's own, cloned in tens of milliseconds from a template that is migrated once per run. */
export async function createTestDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const template = `${server.prefix}_t_${await fingerprint(options)}`
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`
  const url = urlFor(server.url, name)
  await asOwner(server.url, async (client) => {
    await buildTemplate(client, template, server.url, options)
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  const databases = await openDatabases({ kind: 'postgres', url, pools: { gateway: 4, system: 2 } }, () => {})
  const dispose = async () => {
    await databases[Symbol.asyncDispose]()
    await asOwner(server.url, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
  return { databases, url, dispose, [Symbol.asyncDispose]: dispose }
}

async function buildTemplate(
  client: pg.Client,
  template: string,
  serverUrl: string,
  { migrations, fixtures }: TestDatabaseOptions,
): Promise<void> {
  if (await exists(client, template)) return
  await client.query('select pg_advisory_lock($1)', [BUILD_LOCK])
  try {
    if (await exists(client, template)) return
    const draft = `${template}_new`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft} template template0`)
    const databases = await openDatabases({ kind: 'postgres', url: urlFor(serverUrl, draft) }, () => {})
    try {
      await migrate(databases, migrations, () => {})
      const hole = plantedSql()
      if (hole !== null) await asOwner(urlFor(serverUrl, draft), (owner) => owner.query(hole))
      if (fixtures !== undefined) await asOwner(urlFor(serverUrl, draft), (owner) => owner.query(fixtures))
    } finally {
      await databases[Symbol.asyncDispose]()
    }
    await client.query(`alter database ${draft} rename to ${template}`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [BUILD_LOCK])
  }
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  return rowCount === 1
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function fingerprint({ migrations, fixtures = '' }: TestDatabaseOptions): Promise<string> {
  const hash = createHash('sha256').update(`${fixtures}\n${plantedSql() ?? ''}`)
  for (const { name, folder } of migrations) {
    const path = fileURLToPath(folder)
    for (const file of (await readdir(path)).sort())
      hash.update(`${name}/${file}\n${await readFile(`${path}/${file}`, 'utf8')}`)
  }
  return hash.digest('hex').slice(0, 16)
}

function urlFor(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Rows as the owner sees them, past row-level security: for looking at what a test did. */
export const rowsOf = <Row extends object>({ databases }: TestDatabase, text: string, params: unknown[] = []) =>
  databases.system.read(systemSession, (tx) => tx.query<Row>(text, params as string[]))
