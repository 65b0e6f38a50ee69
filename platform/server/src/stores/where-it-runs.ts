/** Where a tool beside a running server finds its database. */
import { join } from 'node:path'

import type { DatabaseConfig } from '@platform/database'

import { readIfThere } from '../read-if-there.ts'
import type { Config } from '../settings/config.ts'
import { databaseConfig } from './database.ts'

/** The built-in database belongs to the server that runs on it; its socket is open to whoever may read its files. */
export async function whereItRuns(config: Config): Promise<DatabaseConfig> {
  const usual = databaseConfig(config)
  if (usual.kind !== 'embedded') return usual
  const cluster = join(usual.folder, 'cluster')
  const lines = ((await readIfThere(join(cluster, 'postmaster.pid'))) ?? '').split('\n')
  const [pid, , , port, socketFolder] = lines
  if (port === undefined || socketFolder === undefined || !isAlive(Number(pid))) return usual
  const folder = socketFolder === '.' ? cluster : socketFolder
  return {
    kind: 'postgres',
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}&port=${port}`,
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
