/** Makes the product's database from a folder of migrations, and reads its schema. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases, systemSession } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import type { SchemaEntry } from './entry.ts'
import { readSchema } from './read-schema.ts'

/** On a PostgreSQL of its own, which nobody else's roles are on. */
export async function productSchema(migrations: URL): Promise<SchemaEntry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-'))
  const product = { name: 'product', folder: migrations, ledger: 'hosted' } as const
  const disk = { readOnlyBelow: 0, stopBelow: 0, ballast: 0 }
  try {
    await using databases = await openDatabases({ kind: 'embedded', folder, disk }, () => {})
    const sources = [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product]
    await migrate(databases, sources, () => {})
    return await databases.system.read(systemSession, readSchema)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
