import { spawn, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chown, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { Login } from '../driver/login.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Owner } from './owner.ts'

/** A PostgreSQL data folder and how its processes are started. */
export interface Cluster {
  readonly folder: string
  /** Folder of the Unix socket, closed to everybody but its owner: who can connect is who could read the data. */
  readonly socketFolder: string
  readonly owner: Owner | null
  readonly binaries: Binaries
}

export const PORT = 5432
export const SUPERUSER = 'postgres'

export const ownerLogin = ({ socketFolder }: Cluster): Login => ({
  host: socketFolder,
  port: PORT,
  user: SUPERUSER,
  database: 'postgres',
})

/** The shorter of the systems' limits for the path of a Unix socket (macOS 104, Linux 108), with room for its name. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432.lock'.length

/**
 * As root the folder may lie below one that PostgreSQL's user cannot enter. Its processes therefore start inside the
 * folder and name it through /proc, which needs no right to the way there.
 */
export function dataArgument({ folder, owner }: Cluster): string {
  return owner !== null && process.platform === 'linux' ? '/proc/self/cwd' : folder
}

export function spawnOptions({ folder, owner }: Cluster): SpawnOptions {
  const { PATH, TZ } = process.env
  const env = { ...(PATH === undefined ? {} : { PATH }), ...(TZ === undefined ? {} : { TZ }), LC_ALL: 'C' }
  return { cwd: folder, env, ...owner }
}

export async function socketFolderFor(folder: string, owner: Owner | null): Promise<string> {
  if (Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) return folder
  const name = `pg-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const runtime = join(owner === null ? (process.env['XDG_RUNTIME_DIR'] ?? tmpdir()) : '/tmp', name)
  await rm(runtime, { recursive: true, force: true })
  await mkdir(runtime, { mode: 0o700 })
  if (owner !== null) await chown(runtime, owner.uid, owner.gid)
  return runtime
}

/** Makes the folder a cluster when it is not one yet; answers whether it did. `isDurable` waits for the disk. */
export async function initialise(cluster: Cluster, isDurable: boolean): Promise<boolean> {
  const { folder, owner, binaries } = cluster
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) {
    checkVersion(folder, version.trim(), binaries.major)
    return false
  }
  // Renamed when it is whole: one half made by a process that died is made again.
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (owner !== null) await chown(draft, owner.uid, owner.gid)
  const inDraft = { ...cluster, folder: draft }
  // Collation by code point and character classes by Unicode, the same on every system and for ever: an index never
  // becomes wrong because the system's own collation changed.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  const options = ['-D', dataArgument(inDraft), '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...locale]
  if (!isDurable) options.push('--no-sync')
  await runToEnd(binaries.initdb, options, spawnOptions(inDraft))
  await replaceEmpty(draft, folder)
  return true
}

function checkVersion(folder: string, found: string, ours: string): void {
  if (found === ours) return
  throw new EmbeddedPostgresError(
    `${folder} was made by PostgreSQL ${found}, and this release runs ${ours}. Start the release that made it, ` +
      'dump its data, and load them into a new folder',
  )
}

async function replaceEmpty(draft: string, folder: string): Promise<void> {
  await rename(draft, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    throw new EmbeddedPostgresError(`${folder} is not empty and not a database. Move it away`, { cause: error })
  })
  await using parent = await open(dirname(folder), 'r')
  await parent.sync()
}

function runToEnd(file: string, args: readonly string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    const fail = (reason: string, cause?: unknown) => {
      reject(
        new EmbeddedPostgresError(
          `The built-in PostgreSQL could not be set up: ${reason}. DATABASE_URL may name another PostgreSQL instead`,
          { cause },
        ),
      )
    }
    child.on('error', (error) => fail(error.message, error))
    child.on('close', (code) => (code === 0 ? resolve() : fail(complaint.trim() || `initdb ended with ${code}`)))
  })
}

/** Segments of the log that PostgreSQL puts aside, whole or not at all: where base backups leave everything out, and PostgreSQL may write whoever owns the folders above. */
const place = join('pg_wal', 'outgoing')

export const keptLogFolder = (folder: string): string => join(folder, 'cluster', place)

export async function keepLog({ folder, owner }: Cluster): Promise<Record<string, string>> {
  const outgoing = join(folder, place)
  await mkdir(outgoing, { recursive: true, mode: 0o700 })
  if (owner !== null) await chown(outgoing, owner.uid, owner.gid)
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    // Its processes run in the cluster's folder.
    'basic_archive.archive_directory': place,
    archive_timeout: '300',
  }
}
