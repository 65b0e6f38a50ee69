import { execFile } from 'node:child_process'
import { readFile, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

import { EmbeddedPostgresError } from './errors.ts'
import { isAlive } from './folder-lock.ts'

const run = promisify(execFile)

const END_WITHIN = 10_000
const POLL = 20

/**
 * Ends the PostgreSQL that a killed server left behind on this folder; answers its process id, or null when there is
 * none. Called with the folder's lock held: nobody else uses it.
 */
export async function endOrphan(path: string): Promise<number | null> {
  const folder = await realpath(path).catch(() => null)
  if (folder === null) return null
  const file = join(folder, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!isAlive(pid) || !(await isProcessOf(pid, folder))) {
    // The number in a stale file may belong to somebody else by now, for which PostgreSQL would refuse to start.
    await rm(file, { force: true })
    await killAllOf(folder)
    return null
  }
  for (const signals of [['SIGINT', 'SIGCONT'], ['SIGQUIT'], ['SIGKILL']] as const) {
    for (const signal of signals) process.kill(pid, signal)
    if (!(await hasEnded(pid, folder))) continue
    await killAllOf(folder)
    return pid
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

async function isBackendOf(pid: number, folder: string): Promise<boolean> {
  if (!(await isProcessOf(pid, folder))) return false
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
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === folder
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
