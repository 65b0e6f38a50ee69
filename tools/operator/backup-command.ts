/** What the commands of backups share: the server's own settings, and refusals without a stack. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { EmbeddedPostgresError, RowsError } from '@platform/database'
import { BackupError, readConfig, SettingsError, type Config } from '@platform/server'

import { root } from '../run-command.ts'

export function ownConfig(): Config {
  const file = join(root, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig(process.env)
}

const refusals = [BackupError, RowsError, SettingsError, EmbeddedPostgresError]

export async function asCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isExpected = refusals.some((kind) => error instanceof kind)
    console.error(isExpected ? (error as Error).message : error)
    process.exitCode = 1
  }
}
