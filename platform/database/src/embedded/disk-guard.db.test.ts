import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open as openFile, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { openDatabases, systemSession, type DatabaseEvent, type Databases, type DiskLimits } from '../index.ts'

const MEBIBYTE = 1024 * 1024

let folder: string
let events: DatabaseEvent[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-'))
})
afterEach(() => (events = []))
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = (place: string, disk: Partial<DiskLimits>) =>
  openDatabases({ kind: 'embedded', folder: place, disk, settings: { fsync: 'off' } }, (event) => events.push(event))
const read = ({ system }: Databases) => system.read(systemSession, (tx) => tx.query('select 1 as n'))
const write = ({ system }: Databases) =>
  system.write(systemSession, (tx) => tx.execute('create table if not exists public.books (n int)'))
const states = () => events.flatMap((event) => (event.kind === 'database.disk-low' ? [event.state] : []))

it('refuses to write, and reads on, with less than the limit free', async () => {
  await using databases = await open(join(folder, 'low'), { readOnlyBelow: Number.MAX_SAFE_INTEGER, stopBelow: 0 })
  expect(databases.isReadOnly()).toBe(true)
  expect(await read(databases)).toEqual([{ n: 1 }])
  const statement = { text: 'select 1' }
  await expect(write(databases)).rejects.toMatchObject({ reason: 'read-only' })
  await expect(databases.gateway.once({ role: 'anon', claims: {} }, statement, 'write')).rejects.toMatchObject({
    name: 'DatabaseUnavailableError',
    reason: 'read-only',
  })
  await expect(databases.system.once(systemSession, statement, 'read')).resolves.toMatchObject({ rowCount: 1 })
})

it('does not start without room even for that', async () => {
  const opening = open(join(folder, 'none'), { stopBelow: Number.MAX_SAFE_INTEGER })
  await expect(opening).rejects.toThrow(/disk of .* is full .*Free at least 1024 MiB/)
})

// A disk of its own needs the right to mount one.
const disk = '/tmp/disk-guard-test'
const mounted =
  process.getuid?.() === 0 &&
  spawnSync('sh', ['-c', `mkdir -p ${disk} && mount -t tmpfs -o size=400m tmpfs ${disk}`]).status === 0

if (mounted) {
  describe('on a disk that fills up', () => {
    const limits = { readOnlyBelow: 150 * MEBIBYTE, stopBelow: 80 * MEBIBYTE, ballast: 48 * MEBIBYTE, checkEvery: 50 }
    const place = join(disk, 'data')
    const filler = join(disk, 'filler')

    beforeAll(() => mkdir(place))
    afterAll(() => spawnSync('sh', ['-c', `umount ${disk} && rmdir ${disk}`]))

    async function leave(free: number): Promise<void> {
      const { bavail, bsize } = await statfs(disk)
      const size = (await stat(filler).catch(() => ({ size: 0 }))).size
      await using file = await openFile(filler, 'a')
      const block = Buffer.alloc(MEBIBYTE, 1)
      const wanted = bavail * bsize - free
      for (let written = 0; written < wanted;) {
        const { bytesWritten } = await file
          .write(block, 0, Math.min(block.length, wanted - written))
          .catch(() => ({ bytesWritten: 0 }))
        if (bytesWritten === 0) return
        written += bytesWritten
      }
      expect(size).toBeLessThanOrEqual(400 * MEBIBYTE)
    }

    it('goes read-only, then stops in good order, and comes back by itself', async () => {
      await using databases = await open(place, limits)
      await vi.waitFor(async () => expect((await stat(join(place, 'ballast'))).size).toBe(limits.ballast), 30_000)
      await write(databases)
      await leave(120 * MEBIBYTE)
      await vi.waitFor(() => expect(states()).toEqual(['read-only']), 30_000)
      await expect(write(databases)).rejects.toMatchObject({ reason: 'read-only' })
      expect(await read(databases)).toEqual([{ n: 1 }])
      await leave(50 * MEBIBYTE)
      await vi.waitFor(() => expect(states()).toEqual(['read-only', 'stopped']), 30_000)
      await vi.waitFor(() => expect(read(databases)).rejects.toMatchObject({ reason: 'connection' }), 30_000)
      await rm(filler)
      await vi.waitFor(() => write(databases), { timeout: 30_000 })
      expect(databases.isReadOnly()).toBe(false)
    })

    it('starts on a full disk by giving up its ballast, and takes it back later', async () => {
      await leave(0)
      await using databases = await open(place, limits)
      expect(events[0]).toEqual({ kind: 'database.ballast-released' })
      expect(await read(databases)).toEqual([{ n: 1 }])
      await expect(write(databases)).rejects.toMatchObject({ reason: 'read-only' })
      await rm(filler)
      await vi.waitFor(() => write(databases), { timeout: 30_000 })
      await vi.waitFor(async () => expect((await stat(join(place, 'ballast'))).size).toBe(limits.ballast), 30_000)
    })

    it('says so when the disk is full and there is no ballast left', async () => {
      await rm(join(place, 'ballast'))
      await leave(0)
      await expect(open(place, limits)).rejects.toThrow(/disk of .* is full \(0 MiB free\)/)
    })
  })
}
