import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { composeSystem, readConfig, type System } from '@platform/server'

export interface RunningSystem extends AsyncDisposable, Pick<System, 'url' | 'anonKey' | 'serviceRoleKey' | 'seeded'> {
  readonly dataFolder: string
}

/** The whole product in this process, on a free port and an empty folder: what `npm start` runs. */
export async function startSystem(settings: Record<string, string> = {}): Promise<RunningSystem> {
  const folder = await mkdtemp(join(tmpdir(), 'system-'))
  const environment = { DATA_DIR: folder, PORT: '0', SEED_DEMO: 'off', LOG_LEVEL: 'error', ...settings }
  const { url, anonKey, serviceRoleKey, seeded, close } = await composeSystem(readConfig(environment))
  return {
    url,
    anonKey,
    serviceRoleKey,
    seeded,
    dataFolder: folder,
    [Symbol.asyncDispose]: async () => {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
