import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { BackedUp, clientOf, passphrase, person, readAll, Writer } from '../../testing/backed-up.ts'
import type { System } from '../index.ts'
import type { BackupError, BackupFault } from './backup-error.ts'
import { makeBackup } from './make-backup.ts'
import { partName, readManifest, type Manifest } from './manifest.ts'
import { restoreBackup, type RestoreChoices } from './restore.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let house: BackedUp
let manifest: Manifest
let acknowledgedBefore: string[]
let acknowledged: string[]
let system: System
let client: SupabaseClient

beforeAll(async () => {
  house = await BackedUp.create()
  const config = house.config('data')
  system = await house.start(config)
  client = clientOf(system)
  const { error } = await client.auth.signUp(person)
  if (error) throw error
  const { promise: warm, resolve } = Promise.withResolvers<void>()
  const writer = new Writer(client, (count) => count >= 5 && resolve())
  await warm
  using vault = house.vault(config)
  acknowledgedBefore = [...writer.acknowledged]
  manifest = await makeBackup(config, vault)
  await writer.stop()
  acknowledged = writer.acknowledged
})

afterAll(() => house[Symbol.asyncDispose]())

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function restoreInto(name: string, settings: Record<string, string> = {}, choices: RestoreChoices = {}) {
  const config = house.config(name, settings)
  using vault = house.vault(config)
  return await restoreBackup(config, vault, choices)
}

async function refusalOf(work: Promise<unknown>): Promise<{ code: BackupFault; message: string } | null> {
  return work.then(
    () => null,
    ({ code, message }: BackupError) => ({ code, message }),
  )
}

describe('a backup that was made while people wrote', () => {
  it('becomes a system in an empty folder: who signs in finds every note, each with its paper', async () => {
    const { missing } = await restoreInto('restored')
    expect(missing).toEqual([])
    const restored = await house.start(house.config('restored'))
    const words = await readAll(restored)
    expect(words.slice(0, acknowledgedBefore.length)).toEqual(acknowledgedBefore)
    expect(acknowledged.slice(0, words.length)).toEqual(words)
    expect(manifest.files.count).toBeGreaterThanOrEqual(acknowledgedBefore.length)
    const secret = (name: string) => readFile(house.place(`${name}/secrets/auth.json`), 'utf8')
    expect(await secret('restored')).toBe(await secret('data'))
  })

  it('shares files with the one after it', async () => {
    const config = house.config('data')
    using vault = house.vault(config)
    const before = new Map<string, number>()
    for (const name of await readdir(house.place('backups/files'))) {
      before.set(name, (await stat(house.place(`backups/files/${name}`))).mtimeMs)
    }
    const next = await makeBackup(config, vault)
    expect(next.files.count).toBeGreaterThanOrEqual(manifest.files.count)
    for (const [name, time] of before) expect((await stat(house.place(`backups/files/${name}`))).mtimeMs).toBe(time)
  })
})

describe('nothing is touched, and somebody hears why, where', () => {
  async function expectUntouched(name: string): Promise<void> {
    expect(await isThere(house.place(name))).toBe(false)
  }

  it('one bit is another, in any of its files', async () => {
    const firstFile = (await readdir(house.place('backups/files')))[0]!
    const parts = (['manifest', 'database', 'secrets', 'files'] as const).map((part) => partName(manifest.id, part))
    for (const name of [...parts, `files/${firstFile}`]) {
      const path = house.place(join('backups', name))
      const bytes = await readFile(path)
      const changed = Buffer.from(bytes)
      const place = Math.floor(changed.length * 0.7)
      changed[place] = changed[place]! ^ 1
      await writeFile(path, changed)
      const flipped = await refusalOf(restoreInto('flipped', {}, { id: manifest.id }))
      await writeFile(path, bytes.subarray(0, -20))
      const cut = await refusalOf(restoreInto('flipped', {}, { id: manifest.id }))
      expect({ name, flipped: flipped?.code, cut: cut?.code }).toEqual({ name, flipped: 'damaged', cut: 'damaged' })
      await writeFile(path, bytes)
    }
    await expectUntouched('flipped')
  })

  it('one file stands in place of another', async () => {
    const [one, other] = (await readdir(house.place('backups/files'))).map((name) =>
      house.place(`backups/files/${name}`),
    )
    const bytes = await readFile(one!)
    await writeFile(one!, await readFile(other!))
    expect(await refusalOf(restoreInto('swapped', {}, { id: manifest.id }))).toMatchObject({ code: 'damaged' })
    await writeFile(one!, bytes)
    await expectUntouched('swapped')
  })

  it('the passphrase is another, or missing', async () => {
    const wrong = await refusalOf(restoreInto('wrong', { BACKUP_KEY: `${passphrase}?` }))
    expect(wrong).toMatchObject({ code: 'passphrase', message: expect.stringContaining('another passphrase') })
    const none = await refusalOf(restoreInto('wrong', { BACKUP_KEY: '' }))
    expect(none).toMatchObject({ code: 'passphrase', message: expect.stringContaining('is sealed') })
    await expectUntouched('wrong')
  })

  it('the realm is another, unless that is meant', async () => {
    const settings = { PUBLIC_URL: 'https://example.com' }
    expect(await refusalOf(restoreInto('realm', settings))).toMatchObject({
      code: 'realm',
      message: expect.stringContaining('--realm "development at no address"'),
    })
    await expectUntouched('realm')
    await restoreInto('realm', settings, { realm: 'development at no address' })
    expect(await isThere(house.place('realm/database/cluster/PG_VERSION'))).toBe(true)
  })

  it('its release knows migrations that this one does not', async () => {
    const config = house.config('version')
    using vault = house.vault(config, 'newer')
    const newer = { ...manifest, migrations: [...manifest.migrations, 'product/20991231000000'] }
    await vault.writeText(partName(manifest.id, 'manifest'), JSON.stringify(newer))
    expect(await refusalOf(restoreBackup(config, vault))).toMatchObject({
      code: 'version',
      message: expect.stringContaining('product/20991231000000'),
    })
    await expectUntouched('version')
  })

  it('the PostgreSQL is another', async () => {
    const config = house.config('version')
    using vault = house.vault(config, 'older')
    const older = { ...manifest, database: { ...manifest.database, postgres: '17' } }
    await vault.writeText(partName(manifest.id, 'manifest'), JSON.stringify(older))
    expect(await refusalOf(restoreBackup(config, vault))).toMatchObject({ code: 'version' })
    await expectUntouched('version')
  })

  it('a server runs, or data are there, which are put aside when that is meant', async () => {
    expect(await refusalOf(restoreInto('data'))).toMatchObject({ code: 'busy' })
    await restoreInto('occupied')
    const version = await readFile(house.place('occupied/database/cluster/PG_VERSION'), 'utf8')
    expect(await refusalOf(restoreInto('occupied'))).toMatchObject({ code: 'occupied' })
    const { aside } = await restoreInto('occupied', {}, { replaces: true })
    expect(aside.map((path) => path.split('/').at(-1))).toEqual(['database', 'secrets'])
    expect(await readFile(join(aside[0]!, 'cluster/PG_VERSION'), 'utf8')).toBe(version)
  })
})

describe('secrets', () => {
  it('leave the machine sealed only', async () => {
    const config = house.config('data', { BACKUP_KEY: '' })
    using vault = house.vault(config, 'clear')
    expect(await refusalOf(makeBackup(config, vault, { withSecrets: true }))).toMatchObject({ code: 'secrets' })
    const clear = await makeBackup(config, vault)
    expect(clear.secrets).toBeNull()
    expect(await readManifest(vault, clear.id)).toEqual(clear)
  })

  it('are missed before anything is touched', async () => {
    const config = house.config('bare', { BACKUP_KEY: '' })
    using vault = house.vault(config, 'clear')
    expect(await refusalOf(restoreBackup(config, vault))).toMatchObject({ code: 'secrets' })
    expect(await isThere(house.place('bare'))).toBe(false)
    await restoreBackup(config, vault, { withoutSecrets: true })
    const words = await readAll(await house.start(config))
    expect(words.length).toBeGreaterThanOrEqual(acknowledged.length)
  })
})
