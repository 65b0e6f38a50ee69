import { randomBytes } from 'node:crypto'

import { openDatabases, openSession, ownerLogin, type Login } from '@platform/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'

import { startS3, type RunningS3 } from '../../../storage/testing/s3-server.ts'
import { BackedUp, clientOf, person, readAll, writeOne } from '../../testing/backed-up.ts'
import type { Config } from '../index.ts'
import { whereItRuns } from '../stores/where-it-runs.ts'
import { keepBackups } from './keep-backups.ts'
import { logFolder } from './kept-log.ts'
import { makeBackup } from './make-backup.ts'
import { listBackups, readManifest } from './manifest.ts'
import { moveDatabase } from './move-database.ts'
import { openVault } from './open-vault.ts'
import { restoreBackup } from './restore.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let house: BackedUp
beforeAll(async () => {
  house = await BackedUp.create()
})
afterAll(() => house[Symbol.asyncDispose]())

async function loginOf(config: Config): Promise<{ login: Login } & AsyncDisposable> {
  const databases = await openDatabases(await whereItRuns(config), () => {})
  return { login: ownerLogin(databases), [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose]() }
}

async function ask<Row extends object>(login: Login, sql: string): Promise<Row[]> {
  const client = await openSession(login)
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('in a bucket, kept by the server itself', () => {
  let s3: RunningS3
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3[Symbol.asyncDispose]())

  it('goes back to a moment between two backups, with the files of then, and goes on from there', async () => {
    const { endpoint, accessKeyId, secretAccessKey } = s3.settings
    const settings = {
      BACKUP_TO: 's3://blobs/copies',
      BACKUP_S3_ENDPOINT: endpoint!,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
    const config = house.config('kept', settings)
    using vault = openVault(config)
    const system = await house.start(config)
    await vi.waitFor(async () => expect(await listBackups(vault)).toHaveLength(1), { timeout: 120_000, interval: 200 })
    const client = clientOf(system)
    const { error } = await client.auth.signUp(person)
    if (error) throw error
    await writeOne(client, 'before')
    await using database = await loginOf(config)
    // Its next millisecond: what follows is not before it.
    await ask(database.login, "select pg_sleep_until(date_trunc('milliseconds', clock_timestamp()) + interval '1 ms')")
    const [moment] = await ask<{ then: Date }>(
      database.login,
      "select date_trunc('milliseconds', clock_timestamp()) as then",
    )
    await writeOne(client, 'after')
    const [first] = await listBackups(vault)
    const { database: part } = await readManifest(vault, first!)
    if (part.kind !== 'cluster') throw new Error('not a cluster')
    const [segment] = await ask<{ name: string }>(database.login, 'select pg_walfile_name(pg_switch_wal()) as name')
    {
      await using _ = keepBackups({ config, login: database.login, observe: () => {}, everyMs: 100 })
      const shipped = async () => {
        const names: string[] = []
        for await (const { name } of vault.place.list(logFolder(part.systemId))) names.push(name)
        return names
      }
      const wanted = `${logFolder(part.systemId)}${segment!.name}`
      await vi.waitFor(async () => expect(await shipped()).toContain(wanted), { timeout: 120_000, interval: 200 })
    }
    await system.close()

    const latest = house.config('latest', settings)
    await restoreBackup(latest, vault)
    expect(await readAll(await house.start({ ...latest, backup: { ...latest.backup, to: null } }))).toEqual([
      'before',
      'after',
    ])

    const future = restoreBackup(house.config('future', settings), vault, { to: new Date('2999-01-01') })
    await expect(future).rejects.toThrow(/does not reach 2999-01-01/)
    const tooEarly = restoreBackup(house.config('future', settings), vault, { to: new Date('2001-01-01') })
    await expect(tooEarly).rejects.toMatchObject({ code: 'missing' })

    const earlier = house.config('earlier', settings)
    const { missing } = await restoreBackup(earlier, vault, { to: moment!.then })
    expect(missing).toEqual([])
    expect(await readAll(await house.start(earlier))).toEqual(['before'])
    // Its log is another's from now on, and begins with a backup of its own.
    await vi.waitFor(async () => expect(await listBackups(vault)).toHaveLength(2), { timeout: 120_000, interval: 200 })
    const second = await readManifest(vault, (await listBackups(vault))[1]!)
    expect(second.database).toMatchObject({ systemId: part.systemId, timeline: part.timeline + 1 })
  })
})

describe('as rows, for another PostgreSQL', () => {
  const made: string[] = []

  async function newDatabase(): Promise<string> {
    const { url, prefix } = inject('databaseServer')
    const name = `${prefix}_${randomBytes(6).toString('hex')}`
    await ask(loginFrom(url), `create database ${name} template template0`)
    made.push(name)
    const found = new URL(url.replace(/^postgres:/, 'http:'))
    found.pathname = `/${name}`
    return found.href.replace(/^http:/, 'postgres:')
  }

  const loginFrom = (url: string): Login => {
    const { host, port, user, database } = new pg.Client({ connectionString: url })
    return { host, port, user: user!, database: database! }
  }

  afterAll(async () => {
    for (const name of made) await ask(loginFrom(inject('databaseServer').url), `drop database ${name} with (force)`)
  })

  /** Of every table that is nobody's but ours: what its rows are, in whatever order. */
  async function hashes(login: Login): Promise<Record<string, string>> {
    const tables = await ask<{ name: string }>(
      login,
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'p') and not relispartition and nspname !~ '^pg_'
         and nspname not in ('information_schema', 'platform_migrations', 'supabase_migrations')`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      const sum = "count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '')"
      found[name] = (await ask<{ sum: string }>(login, `select ${sum} as sum from ${name} t`))[0]!.sum
    }
    return found
  }

  it('moves by one command or through a backup, and comes back: every row of every table is the same', async () => {
    const config = house.config('built-in')
    const system = await house.start(config)
    const client = clientOf(system)
    const { error } = await client.auth.signUp(person)
    if (error) throw error
    for (const words of ['first', "second \\ ' \t\n", 'third']) await writeOne(client, words)
    await expect(moveDatabase(config, await newDatabase())).rejects.toMatchObject({ code: 'busy' })
    {
      // In a partition of its day, which only a running server makes.
      await using running = await loginOf(config)
      await ask(running.login, "select realtime.maintain_messages('3 days')")
      await ask(running.login, "select realtime.send('{}'::jsonb, 'greeting', 'room', true)")
      const [sent] = await ask<{ place: string }>(
        running.login,
        'select tableoid::regclass::text as place from realtime.messages',
      )
      expect(sent?.place).toMatch(/messages_\d/)
    }
    await system.close()

    const moved = await newDatabase()
    const counts = await moveDatabase(config, moved)
    expect(counts.get('public.notes')).toBe(3)
    await expect(moveDatabase(config, moved)).rejects.toMatchObject({ code: 'occupied' })
    const hashesOfSource = await hashesAt(config)
    expect(Object.keys(hashesOfSource).length).toBeGreaterThan(10)
    expect(await hashes(loginFrom(moved))).toEqual(hashesOfSource)

    using vault = house.vault(config, 'rows')
    await makeBackup(config, vault, { asRows: true })
    const restored = house.config('by-url', { DATABASE_URL: await newDatabase() })
    await restoreBackup(restored, vault)
    expect(await hashesAt(restored)).toEqual(hashesOfSource)
    const there = await house.start(restored)
    expect(await readAll(there)).toEqual(['first', "second \\ ' \t\n", 'third'])
    // Numbers go on after those that came.
    const another = clientOf(there)
    await another.auth.signInWithPassword(person)
    await writeOne(another, 'fourth')
    await there.close()

    using back = house.vault(restored, 'back')
    expect((await makeBackup(restored, back)).database.kind).toBe('rows')
    await expect(restoreBackup(restored, back)).rejects.toMatchObject({ code: 'occupied' })
    const home = house.config('home')
    await restoreBackup(home, back)
    expect(await readAll(await house.start(home))).toEqual(['first', "second \\ ' \t\n", 'third', 'fourth'])
  })

  async function hashesAt(config: Config): Promise<Record<string, string>> {
    await using database = await loginOf(config)
    return await hashes(database.login)
  }
})
