/** From a base backup to a cluster that runs: unpacked as PostgreSQL's user, and taken through the log to its end or to a time. */
import { spawn } from 'node:child_process'
import { chown, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

import { toFailure } from '../driver/failure.ts'
import type { Login } from '../driver/login.ts'
import { prepareBinaries } from '../embedded/binaries.ts'
import { ownerLogin, socketFolderFor, spawnOptions, type Cluster } from '../embedded/cluster.ts'
import { EmbeddedPostgresError } from '../embedded/errors.ts'
import { lockFolder } from '../embedded/folder-lock.ts'
import { LogFile } from '../embedded/log-file.ts'
import { ownerOf } from '../embedded/owner.ts'
import { PostgresProcess } from '../embedded/process.ts'
import { DatabaseUnavailableError } from '../errors.ts'
import { openSession } from './session.ts'

export interface Recovery {
  /** What embeddedFolder names: the cluster will lie in it. */
  readonly folder: string
  readonly archive: AsyncIterable<Uint8Array>
  /** A folder with segments of the log that came after it. */
  readonly log?: string
  /** Where to stop; without one at the end of the log. */
  readonly to?: Date
}

/** A segment of the log, or the history of a timeline, as archived. */
export const isLogFile = (name: string): boolean => /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/.test(name)

const POLL = 100
const EXIT_WITHIN = 10_000

/**
 * Makes the folder a database again and lets `check` look at it before it is stopped cleanly.
 * @throws {EmbeddedPostgresError} where the log does not reach that time
 */
export async function recover<Found>(recovery: Recovery, check: (login: Login) => Promise<Found>): Promise<Found> {
  const folder = resolve(recovery.folder)
  await mkdir(folder, { recursive: true })
  await using _ = await lockFolder(folder)
  const clusterFolder = join(folder, 'cluster')
  const owner = await ownerOf(clusterFolder)
  await mkdir(clusterFolder, { mode: 0o700 })
  if (owner !== null) await chown(clusterFolder, owner.uid, owner.gid)
  const binaries = await prepareBinaries(owner, () => {})
  const socketFolder = await socketFolderFor(clusterFolder, owner)
  const cluster = { folder: clusterFolder, socketFolder, owner, binaries }
  await unpack(cluster, recovery.archive)
  if (recovery.log !== undefined) await layLog(cluster, recovery.log)
  try {
    return await runThrough(cluster, recovery, check)
  } finally {
    if (socketFolder !== clusterFolder) await rm(socketFolder, { recursive: true, force: true })
    await rm(join(clusterFolder, archivedLog), { recursive: true, force: true })
  }
}

async function unpack(cluster: Cluster, archive: AsyncIterable<Uint8Array>): Promise<void> {
  const child = spawn('tar', ['-x', '-p', '-f', '-'], { ...spawnOptions(cluster), stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => (code === 0 ? done() : fail(new EmbeddedPostgresError(`tar: ${complaint.trim()}`))))
  })
  ended.catch(() => {})
  await pipeline(Readable.from(archive), child.stdin).catch(async (error: NodeJS.ErrnoException) => {
    // Why the archive broke off says more than that tar missed its end, and why tar ended more than that it did.
    if (error.code === 'EPIPE') await ended
    throw error
  })
  await ended
}

const archivedLog = 'archived-log'

async function layLog({ folder, owner }: Cluster, from: string): Promise<void> {
  const to = join(folder, archivedLog)
  await cp(from, to, { recursive: true })
  const signal = join(folder, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  if (owner === null) return
  await new Promise<void>((done, fail) => {
    const child = spawn('chown', ['-R', `${owner.uid}:${owner.gid}`, to, signal], { stdio: 'ignore' })
    child.once('error', fail)
    child.once('close', () => done())
  })
}

async function runThrough<Found>(
  cluster: Cluster,
  { folder, log, to }: Recovery,
  check: (login: Login) => Promise<Found>,
): Promise<Found> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: cluster.socketFolder === cluster.folder ? '.' : cluster.socketFolder,
    unix_socket_permissions: '0700',
    wal_level: 'logical',
    max_wal_senders: '8',
    max_replication_slots: '8',
    ...(log !== undefined && { restore_command: `cp ${archivedLog}/%f %p`, recovery_target_action: 'promote' }),
    ...(to !== undefined && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
  const postgres = await PostgresProcess.launch(cluster, settings, new LogFile(join(folder, 'postgres.log')))
  try {
    await postgres.untilReady()
    await untilPromoted(cluster)
    return await check(ownerLogin(cluster))
  } catch (error) {
    // A connection that is lost here is one of a server that is ending, which shows a little later.
    const isLost = error instanceof DatabaseUnavailableError
    if (!(isLost ? await postgres.hasExitedWithin(EXIT_WITHIN) : postgres.hasExited)) throw error
    const when = to === undefined ? '' : `: the log does not reach ${to.toISOString()}`
    throw new EmbeddedPostgresError(`The backup could not be recovered${when}`, { cause: error })
  } finally {
    await postgres.stop()
  }
}

async function untilPromoted(cluster: Cluster): Promise<void> {
  const client = await openSession(ownerLogin(cluster))
  try {
    for (;;) {
      const { rows } = await client.query<{ waiting: boolean }>('select pg_is_in_recovery() as waiting')
      if (rows[0]?.waiting === false) return
      await wait(POLL)
    }
  } catch (error) {
    throw toFailure(error)
  } finally {
    await client.end()
  }
}
