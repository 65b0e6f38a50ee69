import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedServer } from '@platform/database'
import pg from 'pg'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A PostgreSQL on which tests may make databases of their own, as its owner. */
    databaseServer: { url: string; prefix: string }
  }
}

/** What a test run may lose in a crash of the machine, in exchange for speed. */
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  file_copy_method: 'clone',
  max_connections: '300',
  max_replication_slots: '64',
  max_wal_senders: '64',
}

/** One PostgreSQL for the whole run: that of `DATABASE_URL`, else a private one in a temporary folder. */
export default async function provideDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  const prefix = `test_${randomBytes(4).toString('hex')}`
  if (given !== undefined && given !== '') {
    project.provide('databaseServer', { url: given, prefix })
    return () => dropDatabases(given, prefix)
  }
  const folder = await mkdtemp(join(tmpdir(), 'pg-test-'))
  const disk = { readOnlyBelow: 0, stopBelow: 0, ballast: 0 }
  const server = await startEmbeddedServer({ kind: 'embedded', folder, settings: FORGETFUL, disk }, () => {})
  project.provide('databaseServer', { url: server.url, prefix })
  return async () => {
    await server[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where datname like $1', [
    `${prefix}%`,
  ])
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
}
