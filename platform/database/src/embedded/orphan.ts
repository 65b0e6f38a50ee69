import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
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
 * none. Called with the folder's lock held, so that it cannot be anybody's who lives.
 */
export async function endOrphan(folder: string): Promise<number | null> {
  const file = join(folder, 'postmaster.pid')
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
  if (!isAlive(pid) || !(await isPostgresOf(pid, folder))) {
    // A stale file whose number now belongs to something else would make PostgreSQL refuse to start.
    await rm(file, { force: true })
    return null
  }
  process.kill(pid, 'SIGINT')
  // A stopped process sees no signal but these.
  process.kill(pid, 'SIGCONT')
  if (await hasEnded(pid, folder)) return pid
  process.kill(pid, 'SIGKILL')
  if (await hasEnded(pid, folder)) return pid
  throw new EmbeddedPostgresError(`A PostgreSQL left behind on ${folder} (process ${pid}) does not end`)
}

async function isPostgresOf(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [cwd, path] = await Promise.all([readlink(`/proc/${pid}/cwd`).catch(() => null), realpath(folder)])
    return cwd === path
  }
  const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }))
  return stdout.includes(folder)
}

/** A process that nobody has reaped is dead but still has its number: only its folder tells. */
async function hasEnded(pid: number, folder: string): Promise<boolean> {
  const deadline = Date.now() + END_WITHIN
  while (isAlive(pid) && (await isPostgresOf(pid, folder))) {
    if (Date.now() > deadline) return false
    await wait(POLL)
  }
  return true
}
