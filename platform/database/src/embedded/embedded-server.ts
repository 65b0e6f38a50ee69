import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { defaultDiskLimits, defaultWatchdog, type EmbeddedConfig } from '../config.ts'
import type { Login } from '../driver/login.ts'
import type { DatabaseEvent } from '../events.ts'
import { prepareBinaries } from './binaries.ts'
import { PORT, SUPERUSER, initialise, keepLog, ownerLogin, socketFolderFor, type Cluster } from './cluster.ts'
import { DiskGuard } from './disk-guard.ts'
import { lockFolder } from './folder-lock.ts'
import { LogFile } from './log-file.ts'
import { endOrphan } from './orphan.ts'
import { ownerOf } from './owner.ts'
import { Supervisor } from './supervisor.ts'

/** A private PostgreSQL that runs until it is disposed of, whatever happens to its processes. */
export interface EmbeddedServer extends AsyncDisposable {
  /** As its superuser. */
  readonly login: Login
  /** The same for tools on this machine, e.g. `psql`; only its own system user and root can connect. */
  readonly url: string
  readonly isReadOnly: () => boolean
}

type Observe = (event: DatabaseEvent) => void

/**
 * Makes the folder a database when it is not one yet, ends what a killed server left on it, and starts PostgreSQL on a
 * Unix socket that nobody but its system user can reach.
 * @throws {EmbeddedPostgresError} when there is no binary for this platform, the folder is in use, or the disk is full
 */
export async function startEmbeddedServer(config: EmbeddedConfig, observe: Observe): Promise<EmbeddedServer> {
  await using resources = new AsyncDisposableStack()
  const folder = resolve(config.folder)
  await mkdir(folder, { recursive: true })
  resources.use(await lockFolder(folder))
  const guard = resources.use(new DiskGuard({ folder, limits: { ...defaultDiskLimits, ...config.disk }, observe }))
  await guard.beforeStart()
  const cluster = await prepareCluster(join(folder, 'cluster'), config.settings?.['fsync'] !== 'off', observe)
  const hasOwnSocketFolder = cluster.socketFolder !== cluster.folder
  if (hasOwnSocketFolder) resources.defer(() => rm(cluster.socketFolder, { recursive: true, force: true }))
  // Relative to the cluster, where PostgreSQL runs: as root the way there may be closed to it.
  const socketFolder = hasOwnSocketFolder ? cluster.socketFolder : '.'
  const keeping = config.keepsLog ? await keepLog(cluster) : {}
  const settings = serverSettings(socketFolder, { ...keeping, ...config.settings })
  const log = new LogFile(join(folder, 'postgres.log'))
  const times = { ...defaultWatchdog, ...config.watchdog }
  const supervisor = resources.use(new Supervisor({ cluster, settings, log, times, observe }))
  await supervisor.start()
  guard.watch(supervisor)
  const kept = resources.move()
  return {
    login: ownerLogin(cluster),
    url: `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(cluster.socketFolder)}&port=${PORT}`,
    isReadOnly: () => guard.isReadOnly,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  }
}

async function prepareCluster(folder: string, isDurable: boolean, observe: Observe): Promise<Cluster> {
  const owner = await ownerOf(folder)
  const pid = await endOrphan(folder)
  if (pid !== null) observe({ kind: 'database.orphan-ended', pid })
  const binaries = await prepareBinaries(owner, observe)
  const started = performance.now()
  const socketFolder = await socketFolderFor(folder, owner)
  const cluster = { folder, socketFolder, owner, binaries }
  const isNew = await initialise(cluster, isDurable)
  if (isNew) observe({ kind: 'database.initialised', folder, ms: Math.round(performance.now() - started) })
  return cluster
}

/** PostgreSQL's settings for a small machine that it shares with the server; passed on its command line. */
function serverSettings(
  socketFolder: string,
  extra: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    // Plans of requests are short: compiling them costs more than it saves.
    jit: 'off',
    random_page_cost: '1.1',
    wal_level: 'logical',
    max_wal_senders: '8',
    max_replication_slots: '8',
    // A reader of changes that never comes back may not fill the disk.
    max_slot_wal_keep_size: '512MB',
    max_wal_size: '512MB',
    min_wal_size: '64MB',
    checkpoint_completion_target: '0.9',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
    // What the server itself has to say. Errors of statements reach their callers; their texts and values are private.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    timezone: 'UTC',
    ...extra,
  }
}
