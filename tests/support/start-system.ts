import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { composeSystem, readConfig, type System } from '@platform/server'
import pg from 'pg'

import { plantedSql } from '../holes/hole.ts'
import { startedFolderSetting } from './started-folder.ts'

export interface RunningSystem extends AsyncDisposable, Pick<System, 'url' | 'anonKey' | 'serviceRoleKey' | 'seeded'> {
  readonly dataFolder: string
  /** Ends the server and starts it anew with the same data at the same address, as a deployment does. */
  redeploy(change: { settings?: Record<string, string>; root?: string }): Promise<void>
}

// Functions read it of the process: a test that publishes twice would wait.
process.env['FEED_DIGEST_SECONDS'] ??= '0'

type ServerLog = NonNullable<Parameters<typeof composeSystem>[1]>

/**
 * The whole product in this process, on a free port: what `npm start` runs. Its folder is a copy of one that was
 * started once in this run, where the run keeps one; first starts in an empty folder are tested by platform/server.
 *
 * @param root another folder with `supabase` and `app/dist`, for what must not depend on a build
 * @param log takes what the server has to say, in place of the standard output
 */
export async function startSystem(
  settings: Record<string, string> = {},
  root?: string,
  log?: ServerLog,
): Promise<RunningSystem> {
  const folder = await mkdtemp(join(tmpdir(), 'system-'))
  await fillFolder(folder)
  let system = await compose(folder, { settings, root, log })
  await plantInto(folder)
  const port = new URL(system.url).port
  return {
    url: system.url,
    anonKey: system.anonKey,
    serviceRoleKey: system.serviceRoleKey,
    seeded: system.seeded,
    dataFolder: folder,
    async redeploy(change) {
      await system.close()
      system = await compose(folder, {
        settings: { ...settings, ...change.settings, PORT: port },
        root: change.root,
        log,
      })
    },
    [Symbol.asyncDispose]: async () => {
      await system.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Composed {
  readonly settings?: Record<string, string>
  readonly root?: string | undefined
  readonly log?: ServerLog | undefined
}

function compose(folder: string, { settings = {}, root, log }: Composed = {}): Promise<System> {
  // The test's own work is in this process too: that it is busy says nothing about the server.
  const own = { DATA_DIR: folder, PORT: '0', SEED_DEMO: 'off', LOG_LEVEL: 'error', SHED_LOAD: 'off' }
  return composeSystem(readConfig({ ...own, ...settings }, root === undefined ? {} : { root }), log)
}

/** An empty data folder gets what the first start would have made, where this run keeps that. */
export async function fillFolder(folder: string): Promise<void> {
  const started = await startedOnce()
  if (started !== null) await copyFolder(started, folder)
}

/** The run's own folder with database, migrations and secrets; null where there is none, or another test is making it. */
async function startedOnce(): Promise<string | null> {
  const shared = process.env[startedFolderSetting]
  if (shared === undefined) return null
  const ready = join(shared, 'ready')
  const isReady = await access(ready).then(
    () => true,
    () => false,
  )
  if (isReady) return ready
  const making = join(shared, 'making')
  try {
    await mkdir(making)
  } catch {
    return null
  }
  const system = await compose(making)
  await system.close()
  await rename(making, ready)
  return ready
}

/** With its owners: the database's files are not root's. */
async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${from}/.`, to])
}

/** The hole of this run, where it is one in the database. */
async function plantInto(folder: string): Promise<void> {
  const sql = plantedSql()
  if (sql !== null) await asClusterOwner(folder, sql)
}

/** As whoever the database of a running system belongs to: for what no way of the product leads to. */
export async function asClusterOwner<Row extends object>(folder: string, sql: string): Promise<Row[]> {
  const cluster = join(folder, 'database', 'cluster')
  const lock = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const [port, socketFolder = ''] = lock.slice(3)
  const client = new pg.Client({ host: resolve(cluster, socketFolder), port: Number(port), user: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
