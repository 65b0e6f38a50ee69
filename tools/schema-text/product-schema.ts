/** Makes the product's database and reads its schema. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases, systemSession, type MigrationSource } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import type { SchemaEntry } from './entry.ts'
import { readSchema } from './read-schema.ts'
import { declaredSource, readSchemaFiles } from './schema-files.ts'

/** What the product's own migrations build on. */
export const platformMigrations: readonly MigrationSource[] = [
  databaseMigrations,
  authMigrations,
  storageMigrations,
  realtimeMigrations,
]

export const productMigrations = (folder: URL): MigrationSource => ({ name: 'product', folder, ledger: 'hosted' })

/** On a PostgreSQL of its own, which nobody else's roles are on. */
async function schemaFrom(product: MigrationSource): Promise<SchemaEntry[]> {
  const folder = await mkdtemp(join(tmpdir(), 'schema-'))
  const disk = { readOnlyBelow: 0, stopBelow: 0, ballast: 0 }
  try {
    await using databases = await openDatabases({ kind: 'embedded', folder, disk }, () => {})
    await migrate(databases, [...platformMigrations, product], () => {})
    return await databases.system.read(systemSession, readSchema)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const migratedSchema = (folder: URL): Promise<SchemaEntry[]> => schemaFrom(productMigrations(folder))

export async function declaredSchema(folder: URL): Promise<SchemaEntry[]> {
  await using source = await declaredSource(await readSchemaFiles(folder))
  return await schemaFrom(source)
}
