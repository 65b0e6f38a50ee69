import { spawn, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Makes the folder a cluster when it is not one yet; answers whether it did. A half-made one is made again. */
export async function initialise(cluster: Cluster): Promise<boolean> {
  const { folder, owner, binaries } = cluster
  const isThere = await stat(join(folder, 'PG_VERSION')).catch(() => null)
  if (isThere !== null) return false
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await chmod(draft, 0o700)
  if (owner !== null) await chown(draft, owner.uid, owner.gid)
  const inDraft = { ...cluster, folder: draft }
  // Collation by code point and character classes by Unicode, the same on every system and for ever: an index never
  // becomes wrong because the system's own collation changed.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--encoding=UTF8']
  const options = ['-D', dataArgument(inDraft), '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...locale]
  await runToEnd(binaries.initdb, options, spawnOptions(inDraft))
  await rename(draft, folder)
  return true
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
