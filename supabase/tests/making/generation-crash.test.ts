/** Processes that are killed or told to stop while they make pictures. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { runChaos } from '../../../tests/support/generation-chaos.ts'
import { KillableNode } from '../../../tests/support/killable-node.ts'
import { generationViolations } from '../support/generation-violations.ts'
import { productDatabase } from '../support/product-database.ts'
import { runOutLeases } from '../support/run-out-leases.ts'
import { credits, job, newMember, order, type Member } from './generation-people.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'

// Real processes, which start anew, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let resources: AsyncDisposableStack
let databaseUrl: string
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  databaseUrl = resources.use(await productDatabase()).url
})
afterEach(() => resources.disposeAsync())

interface Bed {
  readonly engine: TestEngine
  readonly node: KillableNode
  readonly awa: Member
}

async function bed(leaseSeconds = 20): Promise<Bed> {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const engine = resources.use(await startTestEngine())
  const ownSettings = { GENERATION_THROTTLE_MS: '0', GENERATION_LEASE_SECONDS: String(leaseSeconds) }
  const environment = { ...engine.settings, DATABASE_URL: databaseUrl, DATA_DIR: folder, ...ownSettings }
  const node = resources.use(await KillableNode.create(environment))
  await node.start()
  const awa = await newMember({ url: node.url, anonKey: await node.anonKey() })
  return { engine, node, awa }
}

const until = (who: Member, id: string, status: string) =>
  expect.poll(async () => (await job(who, id)).status, { timeout: 60_000, interval: 100 }).toBe(status)

async function violations(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<object>(generationViolations)
  await client.end()
  return rows
}

test('F-08 a process that is killed while it paints costs a delay: the job is resumed and paid once', async () => {
  const { engine, node, awa } = await bed()
  const release = engine.hold()
  const { generation_id: id } = await order(awa, { count: 2 })
  await until(awa, id, 'running')
  await engine.server.until('POST /v1/images')
  await node.end('SIGKILL')
  await runOutLeases(databaseUrl)
  release()
  await node.start()
  await until(awa, id, 'succeeded')
  expect((await job(awa, id)).images).toHaveLength(2)
  expect(await credits(awa)).toEqual({ available: 3, held: 0 })
  expect(await violations()).toEqual([])
})

test('D-43 a job that kills its process each time ends failed after three, and is given back', async () => {
  const { engine, node, awa } = await bed()
  engine.hold()
  const { generation_id: id } = await order(awa)
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await expect.poll(() => engine.server.count('POST /v1/images'), { timeout: 60_000 }).toBe(attempt)
    await node.end('SIGKILL')
    await runOutLeases(databaseUrl)
    await node.start()
  }
  await until(awa, id, 'failed')
  expect((await job(awa, id)).error).toMatchObject({ code: 'crashed' })
  expect(engine.server.count('POST /v1/images')).toBe(3)
  expect(await credits(awa)).toEqual({ available: 5, held: 0 })
  expect(await violations()).toEqual([])
})

test('D-02 a process that is told to stop gives its jobs back at once', async () => {
  const { engine, node, awa } = await bed(300)
  const release = engine.hold()
  const { generation_id: id } = await order(awa)
  await until(awa, id, 'running')
  await node.end('SIGTERM')
  release()
  await node.start()
  // The lease would last for five minutes more.
  await until(awa, id, 'succeeded')
  expect(await credits(awa)).toEqual({ available: 4, held: 0 })
})

test('F-08 nodes are killed three times among many orders: each is paid once, or not at all', async () => {
  const generations = draws({ few: 24, many: 60 })
  const report = await runChaos({ databaseUrl, generations, kills: 3 })
  const { succeeded = 0, failed = 0 } = report.statuses
  expect(report).toMatchObject({ kills: 3, ordered: generations, rows: generations, violations: [], unopenable: [] })
  expect(succeeded + failed).toBe(generations)
  expect(report.captured).toBe(succeeded)
  expect(report.opened).toBe(succeeded)
  expect(report.holds).toEqual({ captured: succeeded, ...(failed > 0 && { released: failed }) })
})
