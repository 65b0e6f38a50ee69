/** Several processes on one database, each with its own role. */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { createSealer } from '@platform/auth'
import { systemSession, type Databases } from '@platform/database'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { composeSystem, readConfig, type System } from '../index.ts'
import type { Observation } from '../watch/events.ts'
import { migrateOnly, shareSecret } from './open-nodes.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const WITHIN = { timeout: 30_000, interval: 50 }

/** Which node called which function: each has a folder of its own. */
const calls: string[] = []
Object.assign(globalThis, { nodeCalls: calls })

const tick = (name: string) =>
  `export default { fetch: () => { globalThis.nodeCalls.push(import.meta.dirname.split('/').at(-4) + ' ${name}'); return new Response() } }`

const files: Record<string, string> = {
  'supabase/schedules.toml': `
    [single]
    every_seconds = 1
    [each]
    every_seconds = 1
    in_every_process = true
    [woken]
    every_seconds = 3600
    in_every_process = true
    woken_by = "bell"`,
  'supabase/functions/single/index.ts': tick('single'),
  'supabase/functions/each/index.ts': tick('each'),
  'supabase/functions/woken/index.ts': tick('woken'),
  'supabase/seed/index.ts': `
    import { appendFile } from 'node:fs/promises'
    import { setTimeout } from 'node:timers/promises'
    export default async () => { await setTimeout(300); await appendFile(import.meta.dirname + '/../../../seeded', 'seeded\\n') }`,
  'app/dist/index.html': '<!doctype html><html><head><title>Bookshop</title></head></html>',
}

let folder: string
let database: TestDatabase
const running = new Map<string, System>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodes-'))
  database = await createTestDatabase({ migrations: [] })
})
afterAll(async () => {
  await Promise.all([...running.values()].map((system) => system.close()))
  await database.dispose()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  calls.length = 0
})

const configOf = (name: string, settings: Record<string, string>) => {
  const own = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: join(folder, name, '.data') }
  const pools = { DATABASE_POOL: '2', DATABASE_SYSTEM_POOL: '2', JWT_SECRET: 'x'.repeat(32) }
  return readConfig({ ...own, ...pools, ...settings }, { root: join(folder, name) })
}

async function start(name: string, settings: Record<string, string>): Promise<System> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true })
    await writeFile(join(folder, name, path), text)
  }
  const system = await composeSystem(configOf(name, settings))
  running.set(name, system)
  return system
}

async function stop(name: string): Promise<void> {
  await running.get(name)?.close()
  running.delete(name)
}

const ofSystem = <Row extends object>(text: string) =>
  database.databases.system.write(systemSession, (tx) => tx.query<Row>(text))

const statusOf = async (system: System, path: string, headers: Record<string, string> = {}) =>
  (await fetch(system.url + path, { headers: { apikey: system.anonKey, ...headers } })).status

it('a node that waits for the schema is unready until ROLE=migrate has run, and says what is missing', async () => {
  const told: Observation[] = []
  const log = { observe: (observation: Observation) => void told.push(observation), flush() {} }
  const waiting = composeSystem(configOf('early', { ROLE: 'web', MIGRATIONS: 'wait' }), log)
  await expect.poll(() => told.map(({ kind }) => kind), WITHIN).toContain('database.schema-awaited')
  await migrateOnly(configOf('migrate', { ROLE: 'migrate' }), () => {})
  const early = await waiting
  expect(await statusOf(early, '/readyz')).toBe(200)
  await early.close()
  await ofSystem(`insert into platform_migrations.schema_migrations values ('server', '9999', '{}', 'from_tomorrow')`)
  const after = await composeSystem(configOf('early', { ROLE: 'web', MIGRATIONS: 'wait' }), log)
  await after.close()
  expect(told).toContainEqual({ kind: 'database.schema-newer', source: 'server', versions: ['9999'] })
})

it('web serves people and calls nothing by itself; realtime has sockets alone; a worker’s wires are its own', async () => {
  const web = await start('web', { ROLE: 'web' })
  const realtime = await start('realtime', { ROLE: 'realtime' })
  const worker = await start('worker', { ROLE: 'worker' })
  await worker.seeded
  await expect.poll(() => calls, WITHIN).toContain('worker single')
  expect(calls.filter((call) => !call.startsWith('worker'))).toEqual([])
  expect(await statusOf(web, '/')).toBe(200)
  expect(await statusOf(web, '/rest/v1/')).toBe(200)
  expect(await statusOf(web, '/realtime/v1/websocket')).toBe(404)
  expect(await statusOf(realtime, '/realtime/v1/websocket')).toBe(426)
  expect(await statusOf(realtime, '/')).toBe(404)
  expect(await statusOf(realtime, '/auth/v1/health')).toBe(404)
  expect(await statusOf(worker, '/rest/v1/')).toBe(200)
  expect(await statusOf(worker, '/rest/v1/', { 'x-forwarded-for': '192.0.2.7' })).toBe(404)
  expect(await statusOf(worker, '/')).toBe(404)
  for (const node of [web, realtime, worker]) expect(await statusOf(node, '/readyz')).toBe(200)
  const live = await ofSystem<{ roles: string }>('select roles from nodes.live order by roles')
  expect(live.map(({ roles }) => roles)).toEqual(['realtime', 'web', 'worker'])
  await Promise.all([stop('web'), stop('realtime')])
})

it('of two workers one has the schedules, and the other as soon as it is gone; what it hears in the database it does at once', async () => {
  await start('second', { ROLE: 'worker' })
  await expect.poll(() => new Set(calls), WITHIN).toContain('second each')
  calls.length = 0
  await ofSystem('notify bell')
  await expect.poll(() => new Set(calls), WITHIN).toContain('second woken')
  await expect.poll(() => new Set(calls), WITHIN).toContain('worker woken')
  expect(calls).not.toContain('second single')
  await stop('worker')
  await expect.poll(() => calls, WITHIN).toContain('second single')
  expect(await readFile(join(folder, 'seeded'), 'utf8')).toBe('seeded\n')
})

it('a secret is made by one of all that ask at once, and is for them alone', async () => {
  const share = (databases: Databases, made: string) =>
    shareSecret({
      name: 'saml-key.pem',
      generate: async () => made,
      database: databases.system,
      sealer: createSealer(['x'.repeat(32)]),
    })
  const [one, ...others] = await Promise.all(
    ['secret a', 'secret b', 'secret c'].map((made) => share(database.databases, made)),
  )
  expect(others).toEqual([one, one])
  const [{ sealed } = { sealed: '' }] = await ofSystem<{ sealed: string }>('select sealed from nodes.secrets')
  expect(sealed).not.toContain(one)
})

it.each([
  [{ ROLE: 'webb' }, /ROLE +holds "webb"/],
  [{ ROLE: 'web', DATABASE_URL: '' }, /DATABASE_URL +is missing beside ROLE=web/],
  [{ ROLE: 'web', JWT_SECRET: '' }, /JWT_SECRET +is missing beside ROLE=web/],
  [{ ROLE: 'migrate,web' }, /ROLE +names migrate beside another role/],
])('refuses %j at the start', (settings, reason) => {
  expect(() => configOf('refused', settings)).toThrow(reason)
})
