/** Two builds of the app at once: what people are told, whichever process answers. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { composeSystem, listBuilds, publishBuild, readConfig, type System } from '../index.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const WITHIN = { timeout: 30_000, interval: 50 }
const [older, newer] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb']

let folder: string
let database: TestDatabase
const running = new Map<string, System>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'releases-'))
  database = await createTestDatabase({ migrations: [] })
})
afterAll(async () => {
  await Promise.all([...running.values()].map((system) => system.close()))
  await database.dispose()
  await rm(folder, { recursive: true })
})

const filesOf = (build: string, version: string): Record<string, string> => ({
  'release.json': JSON.stringify({ version, releaseNotes: `What ${version} brings` }),
  'app/dist/build.json': JSON.stringify({ build }),
  'app/dist/index.html': `<!doctype html><html><head><script src="/assets/main-${build.slice(0, 8)}.js"></script></head></html>`,
  'app/dist/routes.json': '{"routes":["/"]}',
  'app/dist/sw.js': `install('${build}')`,
  [`app/dist/assets/main-${build.slice(0, 8)}.js`]: `start('${build}')`,
  'app/dist/assets/shared-Ab12Cd34.js': 'shared()',
})

const configOf = (name: string) => {
  const own = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: database.url, DATA_DIR: join(folder, name, '.data') }
  const rest = { ROLE: 'web', DATABASE_POOL: '2', DATABASE_SYSTEM_POOL: '2', JWT_SECRET: 'x'.repeat(32) }
  return readConfig({ ...own, ...rest }, { root: join(folder, name) })
}

async function start(name: string, build: string, version: string): Promise<void> {
  for (const [path, text] of Object.entries(filesOf(build, version))) {
    await mkdir(dirname(join(folder, name, path)), { recursive: true })
    await writeFile(join(folder, name, path), text)
  }
  running.set(name, await composeSystem(configOf(name)))
}

async function stop(name: string): Promise<void> {
  await running.get(name)?.close()
  running.delete(name)
}

/** What a visit comes to that is answered by every process in turn: the builds of page, file, worker and news. */
async function visit(): Promise<string[]> {
  const nodes = [...running.values()]
  const heard = new Set<string>()
  for (const place of nodes.keys()) {
    const ask = (path: string, step: number) => fetch(nodes[(place + step) % nodes.length]!.url + path)
    const page = await ask('/', 0)
    const [, script = 'none'] = /src="([^"]+)"/.exec(await page.text()) ?? []
    const [file, worker, news] = [await ask(script, 1), await ask('/sw.js', 2), await ask('/api/version', 3)]
    const { version } = (await news.json()) as { version: string }
    heard.add(
      [
        page.headers.get('x-build'),
        /'(\w+)'/.exec(await file.text())?.[1],
        /'(\w+)'/.exec(await worker.text())?.[1],
        worker.headers.get('x-build'),
        news.headers.get('x-build'),
        version,
      ].join(' '),
    )
  }
  return [...heard]
}

const all = (build: string, version: string) => [[...Array.from({ length: 5 }, () => build), version].join(' ')]

it('T8 a new build is told once all who serve have it, and until then nobody hears of it nor misses a file', async () => {
  await start('one', older, '5.0.0')
  await start('two', older, '5.0.0')
  expect(await visit()).toEqual(all(older, '5.0.0'))
  await stop('one')
  await start('one', newer, '5.1.0')
  for (let turn = 0; turn < 5; turn += 1) expect(await visit()).toEqual(all(older, '5.0.0'))
  await stop('two')
  await start('two', newer, '5.1.0')
  await expect.poll(visit, WITHIN).toEqual(all(newer, '5.1.0'))
  // A page that was opened before goes on, whichever process it asks.
  for (const { url } of running.values()) {
    const file = await fetch(`${url}/assets/main-aaaaaaaa.js`)
    expect([file.status, await file.text()]).toEqual([200, `start('${older}')`])
    expect((await fetch(`${url}/assets/main-cccccccc.js`)).headers.get('content-type')).toContain('text/html')
  }
})

it('T9 the build that somebody chose is told at all of them, until it is theirs to follow again', async () => {
  await publishBuild(configOf('one'), older)
  await expect.poll(visit, WITHIN).toEqual(all(older, '5.0.0'))
  expect(await listBuilds(configOf('one'))).toMatchObject([
    { build: newer, isTold: false, nodes: 2 },
    { build: older, isTold: true, isChosen: true, nodes: 0 },
  ])
  await publishBuild(configOf('one'), null)
  await expect.poll(visit, WITHIN).toEqual(all(newer, '5.1.0'))
  await expect(publishBuild(configOf('one'), 'cccccccccccc')).rejects.toThrow('No process has ever brought')
})

it('whoever starts while another one brings all files of its build waits for that, and starts', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin')
  await other.query('lock table nodes.builds in share row exclusive mode')
  const started = start('three', newer, '5.1.0')
  // Longer than anybody waits for a lock otherwise.
  const waiting = `select from pg_stat_activity
    where wait_event_type = 'Lock' and query ~ 'nodes.builds' and clock_timestamp() - query_start > '2200 ms'`
  await expect.poll(async () => (await rowsOf(database, waiting)).length, WITHIN).toBe(1)
  await other.query('rollback')
  await started
  await other.end()
  await stop('three')
})
