import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { endOrphan } from './orphan.ts'

let parent: string
/** The cluster as this server sees it. */
let ours: string
/** As something sees it that runs in it; here another folder, as one is that comes from a device of another number. */
let theirs: string
let running: ChildProcess

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'orphan-'))
  ours = join(parent, 'ours')
  theirs = join(parent, 'theirs')
  await Promise.all([mkdir(ours), mkdir(theirs), symlink('/bin/sleep', join(parent, 'postgres'))])
})
afterEach(async () => {
  running.kill('SIGKILL')
  if (running.exitCode === null && running.signalCode === null) await once(running, 'exit')
  await rm(parent, { recursive: true })
})

/** Something that has the name and the folder of a PostgreSQL. */
async function run(program: string, cwd: string): Promise<number> {
  running = spawn(program, ['600'], { cwd, stdio: 'ignore' })
  await once(running, 'spawn')
  const name = program.split('/').at(-1)
  await vi.waitFor(async () => expect((await readFile(`/proc/${running.pid}/comm`, 'utf8')).trim()).toBe(name))
  return running.pid!
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid')
const isLeft = (folder: string) =>
  readFile(pidFile(folder), 'utf8').then(
    () => true,
    () => false,
  )

it('never removes the pid file of one that lives in the same folder behind another device', async () => {
  const pid = await run(join(parent, 'postgres'), theirs)
  await writeFile(pidFile(theirs), `${pid}\n/proc/self/cwd\n1795000000\n5432\n.\n\n  123 456\nready   \n`)
  await copyFile(pidFile(theirs), pidFile(ours))
  await expect(endOrphan(ours)).rejects.toThrow(
    new RegExp(`ours is open in a PostgreSQL that runs \\(process ${pid}\\)`),
  )
  expect(await isLeft(ours)).toBe(true)
  expect(running.exitCode).toBeNull()
})

it('ends the one that lives in this folder, under whatever path it was started', async () => {
  await symlink(ours, join(parent, 'other-way'))
  const pid = await run(join(parent, 'postgres'), join(parent, 'other-way'))
  await writeFile(pidFile(ours), `${pid}\n/proc/self/cwd\n1795000000\n`)
  expect(await endOrphan(ours)).toBe(pid)
  expect(running.exitCode ?? running.signalCode).not.toBeNull()
})

it('removes a stale pid file whose number belongs to the PostgreSQL of another folder by now', async () => {
  const pid = await run(join(parent, 'postgres'), theirs)
  await writeFile(pidFile(theirs), `${pid}\n/proc/self/cwd\n1795000000\n`)
  await writeFile(pidFile(ours), `${pid}\n/proc/self/cwd\n1794000000\n`)
  expect(await endOrphan(ours)).toBeNull()
  expect(await isLeft(ours)).toBe(false)
  expect(running.exitCode).toBeNull()
})

it('leaves another program alone that has the number by now, even inside the folder', async () => {
  const pid = await run('/bin/sleep', ours)
  await writeFile(pidFile(ours), `${pid}\n/proc/self/cwd\n1795000000\n`)
  expect(await endOrphan(ours)).toBeNull()
  expect(await isLeft(ours)).toBe(false)
  expect(running.exitCode ?? running.signalCode).toBeNull()
})

it('leaves no lock whose number is kept by a dead process that nobody reaps', async () => {
  // Its parent becomes a program that never asks how its children ended; until then it lives, since a shell does ask.
  const child = '(until [ "$(cat /proc/$$/comm)" = sleep ]; do :; done)'
  const shell = ['-c', `${child} & echo $! >"$1"; exec sleep 600`, 'sh', join(parent, 'dead')]
  running = spawn('/bin/sh', shell, { cwd: ours, stdio: 'ignore' })
  const dead = async () => Number(await readFile(join(parent, 'dead'), 'utf8'))
  await vi.waitFor(async () => expect(await readFile(`/proc/${await dead()}/stat`, 'utf8')).toMatch(/\) Z /u))
  const socketLock = join(ours, '.s.PGSQL.5432.lock')
  for (const file of [pidFile(ours), socketLock]) await writeFile(file, `${await dead()}\n/proc/self/cwd\n1795000000\n`)
  expect(await endOrphan(ours)).toBeNull()
  expect(await isLeft(ours)).toBe(false)
  await expect(readFile(socketLock)).rejects.toThrow('ENOENT')
})
