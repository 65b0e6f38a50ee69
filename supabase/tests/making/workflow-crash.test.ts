/** Processes that are killed while workflows run. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { KillableNode } from '../../../tests/support/killable-node.ts'
import { generationViolations } from '../support/generation-violations.ts'
import { productDatabase } from '../support/product-database.ts'
import { runOutLeases } from '../support/run-out-leases.ts'
import { credits, newMember } from './generation-people.ts'
import { startTestEngine } from './test-engine.ts'
import { execute, picture, runRow, save, start, stepRows, untilRun } from './workflow-people.ts'

// Real processes, which start anew, on a machine that may be busy.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let resources: AsyncDisposableStack
let databaseUrl: string
beforeEach(async () => {
  resources = new AsyncDisposableStack()
  databaseUrl = resources.use(await productDatabase()).url
})
afterEach(() => resources.disposeAsync())

async function bed({ delayMs = 0 } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const engine = resources.use(await startTestEngine({ delayMs }))
  const node = resources.use(
    await KillableNode.create({
      ...engine.settings,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      GENERATION_THROTTLE_MS: '0',
      GENERATION_LEASE_SECONDS: '20',
    }),
  )
  await node.start()
  const awa = await newMember({ url: node.url, anonKey: await node.anonKey() })
  return { engine, node, awa }
}

async function violations(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<object>(generationViolations)
  await client.end()
  return rows
}

const upscale = (step: number) =>
  ({ kind: 'upscale', title: 'Agrandir', takes: { image: { step, field: 'image' } } }) as const

test('F-08 a whole run whose process is killed at every step goes on with the next process, and each picture is paid once', async () => {
  const { node, awa } = await bed({ delayMs: 1500 })
  const { id } = await save(awa, { steps: [picture, upscale(0), picture, upscale(2), picture] })
  const { id: runId } = await start(awa, id)
  for (const step of [0, 1, 2, 4]) {
    await expect
      .poll(async () => (await stepRows(awa, runId))[step]?.status, { timeout: 60_000, interval: 5 })
      .toMatch(/running|succeeded/)
    await node.end('SIGKILL')
    await runOutLeases(databaseUrl)
    await node.start()
  }
  await untilRun(awa, runId, 'succeeded', 120_000)
  const steps = await stepRows(awa, runId)
  expect(steps.map(({ attempt, status }) => `${attempt} ${status}`)).toEqual(steps.map(() => '1 succeeded'))
  expect(await runRow(awa, runId)).toMatchObject({ cost_charged: 3, current_step: 5 })
  expect(await credits(awa)).toEqual({ available: 2, held: 0 })
  const { data: generations } = await awa.client.from('generations').select('id').eq('source', 'workflow')
  expect(generations).toHaveLength(5)
  for (const { output } of steps) expect((await fetch(output?.image?.url ?? '')).status).toBe(200)
  expect(await violations()).toEqual([])
})

test('F-08 one step whose process is killed ends with the next process, and its run waits for its owner', async () => {
  const { engine, node, awa } = await bed()
  const { id } = await save(awa, { steps: [picture, picture] })
  const { id: runId } = await start(awa, id, { mode: 'step' })
  const release = engine.hold()
  const answer = execute(awa, { workflowId: id, stepIndex: 0, runId }).catch(() => null)
  await expect
    .poll(async () => (await stepRows(awa, runId))[0]?.status, { timeout: 60_000, interval: 20 })
    .toBe('running')
  await node.end('SIGKILL')
  await runOutLeases(databaseUrl)
  await answer
  release()
  await node.start()
  await expect.poll(async () => (await runRow(awa, runId)).current_step, { timeout: 90_000 }).toBe(1)
  expect((await stepRows(awa, runId)).map(({ status }) => status)).toEqual(['succeeded', 'pending'])
  expect((await runRow(awa, runId)).status).toBe('queued')
  expect(await credits(awa)).toEqual({ available: 4, held: 0 })
  expect(await violations()).toEqual([])
})
