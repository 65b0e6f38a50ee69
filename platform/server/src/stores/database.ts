/** Which database, and what has to run on it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, type DatabaseConfig, type MigrationSource } from '@platform/database'
import { realtimeMigrations, relayMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'

import type { Config } from '../settings/config.ts'

export function databaseConfig({ database, dataFolder, backup, pools }: Config): DatabaseConfig {
  if (database.kind !== 'embedded') return { ...database, pools }
  return { kind: 'embedded', folder: join(dataFolder, 'database'), keepsLog: backup.to !== null, pools }
}

export function migrationSources({ product }: Config): MigrationSource[] {
  const folder = join(product.folder, 'migrations')
  const own: MigrationSource = { name: 'product', folder: pathToFileURL(`${folder}/`), ledger: 'hosted' }
  const nodes: MigrationSource = { name: 'server', folder: new URL('../../sql/', import.meta.url) }
  const services = [databaseMigrations, nodes, authMigrations, storageMigrations, realtimeMigrations, relayMigrations]
  return [...services, ...(existsSync(folder) ? [own] : [])]
}
