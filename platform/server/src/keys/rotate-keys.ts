/** `npm run keys:rotate`: turns the ring of signing keys, beside a running server or without one. */
import { join } from 'node:path'

import { defaultAuthConfig, rotateSigningKeys, type Rotation } from '@platform/auth'
import { openDatabases, type DatabaseConfig } from '@platform/database'

import { databaseConfig } from '../compose.ts'
import { readIfThere } from '../read-if-there.ts'
import type { Config } from '../settings/config.ts'
import { keepAuthSecrets, sealerOf } from './identity.ts'

/** @throws {TooSoonError} before clients can know the key that would sign, unless the current one has leaked */
export async function rotateKeys(config: Config, options: { readonly isLeaked: boolean }): Promise<Rotation> {
  const secrets = await keepAuthSecrets(config)
  const { accessTokenSeconds } = defaultAuthConfig({ apiUrl: 'http://localhost', siteUrl: 'http://localhost' })
  await using databases = await openDatabases(await whereItRuns(config), () => {})
  return await rotateSigningKeys({
    database: databases.system,
    sealer: sealerOf(config, secrets),
    accessTokenSeconds: config.auth.accessTokenSeconds ?? accessTokenSeconds,
    ...options,
  })
}

/** The built-in database belongs to the server that runs on it; its socket is open to whoever may read its files. */
async function whereItRuns(config: Config): Promise<DatabaseConfig> {
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
