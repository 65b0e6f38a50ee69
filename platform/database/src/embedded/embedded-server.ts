import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import type { EmbeddedConfig } from '../config.ts'
import type { Login } from '../driver/login.ts'
import type { DatabaseEvent } from '../events.ts'
import { prepareBinaries } from './binaries.ts'
import { PORT, SUPERUSER, initialise, socketFolderFor, type Cluster } from './cluster.ts'
import { lockFolder } from './folder-lock.ts'
import { endOrphan } from './orphan.ts'
import { ownerOf } from './owner.ts'
import { PostgresProcess, maintenanceLogin } from './process.ts'
import { serverSettings } from './settings.ts'

/** A running private PostgreSQL. */
export interface EmbeddedServer extends AsyncDisposable {
  readonly login: Login
  /** For tools on this machine, e.g. `psql`; only its own system user and root can connect. */
  readonly url: string
  readonly isReadOnly: () => boolean
}

export async function startEmbeddedServer(
  config: EmbeddedConfig,
  observe: (event: DatabaseEvent) => void,
): Promise<EmbeddedServer> {
  await using resources = new AsyncDisposableStack()
  const folder = resolve(config.folder)
  await mkdir(folder, { recursive: true })
  resources.use(await lockFolder(folder))
  const cluster = await prepareCluster(join(folder, 'cluster'), observe)
  const isOwnFolder = cluster.socketFolder === cluster.folder
  const settings = serverSettings(isOwnFolder ? '.' : cluster.socketFolder, config.settings ?? {})
  const postgres = new PostgresProcess(cluster, settings)
  resources.defer(() => postgres.stop())
  await postgres.untilReady(cluster)
  const kept = resources.move()
  return {
    login: maintenanceLogin(cluster),
    url: `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(cluster.socketFolder)}&port=${PORT}`,
    isReadOnly: () => false,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function prepareCluster(folder: string, observe: (event: DatabaseEvent) => void): Promise<Cluster> {
  const owner = await ownerOf(folder)
  const pid = await endOrphan(folder)
  if (pid !== null) observe({ kind: 'database.orphan-ended', pid })
  const binaries = await prepareBinaries(owner, observe)
  const started = performance.now()
  const socketFolder = await socketFolderFor(folder, owner)
  const cluster = { folder, socketFolder, owner, binaries }
  const isNew = await initialise(cluster)
  if (isNew) observe({ kind: 'database.initialised', folder, ms: Math.round(performance.now() - started) })
  return cluster
}
