/** From the built-in PostgreSQL to one by its address, whatever the version of either: every row of one moment. */
import { loadRows, migrate, openDatabases, openRows, openSession, ownerLogin } from '@platform/database'

import type { Config } from '../settings/config.ts'
import { databaseConfig, migrationSources } from '../stores/database.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { BackupError } from './backup-error.ts'

/**
 * Answers how many rows each table got. The built-in one stays as it is; what is written there afterwards is not moved.
 * @throws {BackupError} where a server runs on it, or there are people in the other one already
 */
export async function moveDatabase(config: Config, url: string): Promise<ReadonlyMap<string, number>> {
  const from = databaseConfig({ ...config, database: { kind: 'embedded' } })
  const running = await whereItRuns({ ...config, database: { kind: 'embedded' } })
  if (running.kind === 'postgres') throw new BackupError('busy', `A server runs on ${config.dataFolder}. Stop it first`)
  await using target = await openDatabases({ kind: 'postgres', url }, () => {})
  await using source = await openDatabases(from, () => {})
  await migrate(source, migrationSources(config), () => {})
  await migrate(target, migrationSources(config), () => {})
  const client = await openSession(ownerLogin(target))
  const { rowCount } = await client.query('select from auth.users limit 1')
  await client.end()
  if ((rowCount ?? 0) > 0) throw new BackupError('occupied', 'There are people in that database. Choose an empty one')
  await using rows = await openRows(ownerLogin(source))
  return await loadRows(ownerLogin(target), rows.tables(), rows.sequences)
}
