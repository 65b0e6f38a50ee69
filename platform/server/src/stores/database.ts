/** Which database, and what has to run on it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, type DatabaseConfig, type MigrationSource } from '@platform/database'
import { realtimeMigrations, relayMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import type { Config } from '../settings/config.ts'

/** @param wrap sees what is asked of the database */
export function databaseConfig(
  { database, dataFolder, backup, pools: sizes }: Config,
  wrap?: DatabaseConfig['wrap'],
): DatabaseConfig {
  const shared = { pools: sizes, ...(wrap && { wrap }) }
  if (database.kind !== 'embedded') return { ...database, ...shared }
  return { kind: 'embedded', folder: join(dataFolder, 'database'), keepsLog: backup.to !== null, ...shared }
}

export function migrationSources({ product }: Config): MigrationSource[] {
  const folder = join(product.folder, 'migrations')
  const own: MigrationSource = { name: 'product', folder: pathToFileURL(`${folder}/`), ledger: 'hosted' }
  const nodes: MigrationSource = { name: 'server', folder: new URL('../../sql/', import.meta.url) }
  const services = [databaseMigrations, nodes, authMigrations, storageMigrations, realtimeMigrations, relayMigrations]
  return [...services, ...(existsSync(folder) ? [own] : [])]
}
