import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { keptLogFolder, openDatabases, ownerLogin, type Login } from '@platform/database'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { BackedUp, clientOf, person, readAll, writeOne } from '../../testing/backed-up.ts'
import type { Config } from '../index.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { keepBackups, type BackupEvent } from './keep-backups.ts'
import { makeBackup } from './make-backup.ts'
import { listBackups, partName } from './manifest.ts'
import { restoreBackup } from './restore.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const WITHIN = { timeout: 120_000, interval: 100 }

let house: BackedUp
let config: Config
let client: SupabaseClient
let login: Login
const leftovers = new AsyncDisposableStack()

beforeAll(async () => {
  house = await BackedUp.create()
  config = house.config('data')
  client = clientOf(await house.start(config))
  const { error } = await client.auth.signUp(person)
  if (error) throw error
  await writeOne(client, 'the first note')
  login = ownerLogin(leftovers.use(await openDatabases(await whereItRuns(config), () => {})))
})
afterAll(async () => {
  await leftovers.disposeAsync()
  await house[Symbol.asyncDispose]()
})

/** A keeper to whom the next backup is always due. */
function keeping(name: string, keep: number) {
  const events: BackupEvent[] = []
  const backup = { ...config.backup, to: house.place(name), keep, everyMs: 0 }
  const keeper = keepBackups({
    config: { ...config, backup },
    login,
    observe: (event) => events.push(event),
    everyMs: 1,
  })
  const idsOf = (kind: 'backup.made' | 'backup.removed') =>
    events.flatMap((event) => (event.kind === kind ? [event.id] : []))
  return { events, idsOf, stop: () => keeper[Symbol.asyncDispose]() }
}

async function partsIn(name: string): Promise<string[]> {
  using vault = house.vault(config, name)
  const names: string[] = []
  for await (const part of vault.place.list('')) names.push(part.name)
  return names
}

it('BACKUP_KEEP: the oldest go with all their parts, the newest stay and can be put back', async () => {
  const kept = keeping('several', 2)
  await vi.waitFor(() => expect(kept.idsOf('backup.removed').length).toBeGreaterThanOrEqual(2), WITHIN)
  await kept.stop()
  const made = kept.idsOf('backup.made')
  expect(kept.idsOf('backup.removed')).toEqual(made.slice(0, -2))
  using vault = house.vault(config, 'several')
  expect(await listBackups(vault)).toEqual(made.slice(-2))
  const folders = new Set((await partsIn('several')).map((name) => name.split('/')[0]))
  expect(folders).toEqual(new Set([...made.slice(-2), 'files']))
  for (const id of made.slice(-2)) {
    const restored = house.config(`of ${id}`)
    expect(await restoreBackup(restored, vault, { id })).toMatchObject({ missing: [] })
  }
  expect(await readAll(await house.start(house.config(`of ${made.at(-2)}`)))).toEqual(['the first note'])
})

it('BACKUP_KEEP=1: the only one stays until the next is whole, however often that fails', async () => {
  const first = keeping('one', 1)
  await vi.waitFor(() => expect(first.idsOf('backup.made').length).toBeGreaterThanOrEqual(1), WITHIN)
  await first.stop()
  const [only, ...others] = await listOf('one')
  expect(others).toEqual([])
  // A file stands where the papers go: the next one, which has another paper, cannot become whole.
  await rename(house.place('one/files'), house.place('away'))
  await writeFile(house.place('one/files'), '')
  await writeOne(client, 'the second note')
  const second = keeping('one', 1)
  const failures = () => second.events.filter(({ kind }) => kind === 'backup.failed')
  await vi.waitFor(() => expect(failures().length).toBeGreaterThanOrEqual(2), WITHIN)
  expect(second.events).toEqual(failures())
  expect(await listOf('one')).toEqual([only])
  await rm(house.place('one/files'))
  await rename(house.place('away'), house.place('one/files'))
  await vi.waitFor(() => expect(second.idsOf('backup.removed')).toContain(only), WITHIN)
  await second.stop()
  const told = second.events.filter(({ kind }) => kind !== 'backup.failed').map(({ kind }) => kind)
  expect(told.slice(0, 2)).toEqual(['backup.made', 'backup.removed'])
  expect(await listOf('one')).toEqual(second.idsOf('backup.made').slice(-1))
})

it('a damaged list of files stops no backup, and the one before stays whole', async () => {
  const before = keeping('bruised', 3)
  await vi.waitFor(() => expect(before.idsOf('backup.made').length).toBeGreaterThanOrEqual(2), WITHIN)
  await before.stop()
  const [whole, bruised] = (await listOf('bruised')).slice(-2) as [string, string]
  await writeFile(house.place(`bruised/${partName(bruised, 'files')}`), 'no list')
  using vault = house.vault(config, 'bruised')
  await expect(restoreBackup(house.config('in vain'), vault, { id: bruised })).rejects.toMatchObject({
    code: 'damaged',
  })
  const next = await makeBackup(config, vault)
  for (const id of [whole, next.id])
    expect(await restoreBackup(house.config(`of ${id}`), vault, { id })).toMatchObject({ missing: [] })
})

it('BACKUP_LOG_MB: the log that waits for a place that is away goes before the disk is full, and the next backup makes up for it', async () => {
  const data = house.config('data', { BACKUP_TO: house.place('gone') })
  const waiting = keptLogFolder(join(data.dataFolder, 'database'))
  await mkdir(waiting, { recursive: true })
  const segment = '0000000100000000000000FE'
  await writeFile(join(waiting, segment), 'x'.repeat(2_000))
  await writeFile(house.place('gone'), 'a file where the folder was')
  const backup = { ...data.backup, mostLogBytes: 3_000 }
  const start = (mostLogBytes: number, events: BackupEvent[]) =>
    keepBackups({
      config: { ...data, backup: { ...backup, mostLogBytes } },
      login,
      observe: (event) => events.push(event),
      everyMs: 1,
    })
  const away: BackupEvent[] = []
  const kinds = (events: readonly BackupEvent[]) => new Set(events.map(({ kind }) => kind))
  const roomy = start(3_000, away)
  await vi.waitFor(() => expect(away.length).toBeGreaterThan(1), WITHIN)
  await roomy[Symbol.asyncDispose]()
  expect([kinds(away), await readdir(waiting)]).toEqual([new Set(['backup.failed']), [segment]])
  const narrow = start(1_000, away)
  await vi.waitFor(() => expect(away).toContainEqual({ kind: 'backup.log-dropped', bytes: 2_000 }), WITHIN)
  await narrow[Symbol.asyncDispose]()
  expect(await readdir(waiting)).not.toContain(segment)
  await rm(house.place('gone'))
  // Not due by the clock for a day, were it not for the gap.
  await makeBackup(config, house.vault(config, 'gone'))
  const back: BackupEvent[] = []
  const keeper = start(3_000, back)
  await vi.waitFor(() => expect(kinds(back)).toContain('backup.made'), WITHIN)
  await keeper[Symbol.asyncDispose]()
  expect(await readdir(waiting)).toEqual([])
})

async function listOf(name: string): Promise<string[]> {
  using vault = house.vault(config, name)
  return listBackups(vault)
}
