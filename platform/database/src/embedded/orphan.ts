import { execFile } from 'node:child_process'
import { readFile, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import { PORT } from './cluster.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { identityOf } from './folder-identity.ts'
import { isAlive } from './folder-lock.ts'

const run = promisify(execFile)

const END_WITHIN = 10_000
const POLL = 20

/** What the process is that a `postmaster.pid` names: of this folder, of none of ours, or nothing one may touch. */
type Standing = 'orphan' | 'stranger' | 'untouchable'

/**
 * Ends the PostgreSQL that a killed server left behind on this folder; answers its process id, or null when there is
 * none. Called with the folder's lock held: nobody else uses it. No lock of its own is left, neither of the folder nor of
 * the socket: the number in it may belong to somebody else by now, or to a process that is dead and that nobody has reaped
 * (a container's first process need not), and PostgreSQL would refuse to start.
 * @throws {EmbeddedPostgresError} when it does not end, or lives where the lock does not reach
 */
export async function endOrphan(path: string, socketFolder = path): Promise<number | null> {
  const folder = await realpath(path).catch(() => null)
  if (folder === null) return null
  const file = join(folder, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  const standing = isAlive(pid) ? await standingOf(pid, folder, text) : 'stranger'
  if (standing === 'untouchable') throw livesElsewhereError(folder, pid)
  if (standing === 'orphan') await endProcess(pid, folder)
  await killAllOf(folder)
  await Promise.all([file, join(socketFolder, `.s.PGSQL.${PORT}.lock`)].map((lock) => rm(lock, { force: true })))
  return standing === 'orphan' ? pid : null
}

async function endProcess(pid: number, folder: string): Promise<void> {
  for (const signals of [['SIGINT', 'SIGCONT'], ['SIGQUIT'], ['SIGKILL']] as const) {
    for (const signal of signals) process.kill(pid, signal)
    if (await hasEnded(pid, folder)) return
  }
  throw new EmbeddedPostgresError(`A PostgreSQL left behind on ${folder} (process ${pid}) does not end`)
}

/** Backends that outlived their postmaster keep its shared memory, and with it the next one from starting. */
export async function killAllOf(path: string): Promise<void> {
  if (process.platform !== 'linux') return
  const folder = await realpath(path)
  const deadline = Date.now() + END_WITHIN
  for (let left = await backendsOf(folder); left.length > 0; left = await backendsOf(folder)) {
    for (const pid of left) killQuietly(pid)
    if (Date.now() > deadline) throw new EmbeddedPostgresError(`Processes ${left.join(', ')} on ${folder} do not end`)
    await wait(POLL)
  }
}

async function backendsOf(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const areBackends = await Promise.all(pids.map((pid) => isBackendOf(pid, folder)))
  return pids.filter((_, index) => areBackends[index])
}

/** By device and inode; seen through two devices, a folder is still one when what runs in it wrote this pid file. */
async function standingOf(pid: number, folder: string, pidFile: string): Promise<Standing> {
  if (process.platform !== 'linux') return (await isProcessOf(pid, folder)) ? 'orphan' : 'stranger'
  if (!(await isPostgres(pid))) return 'stranger'
  if (await isProcessOf(pid, folder)) return 'orphan'
  const theirs = await readFile(`/proc/${pid}/cwd/postmaster.pid`, 'utf8').catch(
    (error: NodeJS.ErrnoException) => error.code ?? '',
  )
  const isSame = firstLinesOf(theirs) === firstLinesOf(pidFile)
  return isSame || theirs === 'EACCES' || theirs === 'EPERM' ? 'untouchable' : 'stranger'
}

/** Its number, its folder and when it started; what follows changes while it runs. */
const firstLinesOf = (pidFile: string) => pidFile.split('\n', 3).join('\n')

async function isBackendOf(pid: number, folder: string): Promise<boolean> {
  return (await isProcessOf(pid, folder)) && isPostgres(pid)
}

async function isPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')
  return name.trim() === 'postgres'
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

async function isProcessOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const where = await identityOf(`/proc/${pid}/cwd`).catch(() => null)
    return where !== null && where === (await identityOf(folder))
  }
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))
  return stdout.includes(folder)
}

/** A process that nobody has reaped is dead but keeps its number: then it has no folder any more. */
async function hasEnded(pid: number, folder: string): Promise<boolean> {
  const deadline = Date.now() + END_WITHIN
  while (isAlive(pid) && (await isProcessOf(pid, folder))) {
    if (Date.now() > deadline) return false
    await wait(POLL)
  }
  return true
}

const livesElsewhereError = (folder: string, pid: number) =>
  new EmbeddedPostgresError(
    `${folder} is open in a PostgreSQL that runs (process ${pid}) and that this server did not start. ` +
      'Stop it first, or give this server a folder of its own by DATA_DIR',
  )
