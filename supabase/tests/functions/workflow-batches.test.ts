/** A workflow over a list, and ahead of time. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { asClusterOwner, startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import { credits, newMember, type Member } from '../making/generation-people.ts'
import { startTestEngine, type TestEngine } from '../making/test-engine.ts'
import { call, picture, refused, save, type RunRow } from '../making/workflow-people.ts'

vi.setConfig({ testTimeout: 120_000 })

let engine: TestEngine
let system: RunningSystem
let awa: Member
beforeAll(async () => {
  engine = await startTestEngine()
  for (const [name, value] of Object.entries(engine.settings)) vi.stubEnv(name, value)
  vi.stubEnv('GENERATION_THROTTLE_MS', '0')
  system = await startSystem()
})
beforeEach(async () => {
  engine.refusedWords.clear()
  awa = await newMember(system)
})
afterAll(async () => {
  await system[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
  vi.unstubAllEnvs()
})

const subject = { name: 'sujet', label: 'Sujet', kind: 'text', required: true, max: 20 } as const
const painting = { ...picture, settings: { ...picture.settings, prompt: 'une pirogue, {sujet}' } }
const workflow = (who: Member) => save(who, { steps: [painting], inputs: [subject] })
const lines = (...words: string[]) => words.map((sujet) => ({ sujet }))

interface Batch {
  readonly id: string
}

type Line = RunRow & { readonly batch_row: number }

function begin(who: Member, id: string, rows: object[], key: string = crypto.randomUUID()): Promise<Batch> {
  return call<Batch>(who, 'start_workflow_batch', { workflow_id: id, rows, idempotency_key: key })
}

async function runsOf({ client }: Member, batch: string): Promise<Line[]> {
  const { data, error } = await client.from('workflow_runs').select('*').eq('batch_id', batch).order('batch_row')
  if (error) throw error
  return data as Line[]
}

/** Time is made to pass. */
const owner = (sql: string) => asClusterOwner(system.dataFolder, sql)

const states = async (who: Member, batch: string) => (await runsOf(who, batch)).map(({ status }) => status)

test('a list runs to its end, two at a time; what fails leaves the others, costs nothing and is taken up again', async () => {
  const { id } = await workflow(awa)
  engine.refusedWords.set('rouge', 400)
  const [batch, again] = await Promise.all([
    begin(awa, id, lines('bleue', 'rouge', 'verte', 'jaune'), 'once'),
    begin(awa, id, lines('bleue', 'rouge', 'verte', 'jaune'), 'once'),
  ])
  expect(again.id).toBe(batch.id)
  expect((await states(awa, batch.id)).filter((state) => state === 'running').length).toBeLessThanOrEqual(2)
  await expect
    .poll(() => states(awa, batch.id), { timeout: 60_000 })
    .toEqual(['succeeded', 'failed', 'succeeded', 'succeeded'])
  expect(await credits(awa)).toEqual({ available: 2, held: 0 })
  engine.refusedWords.clear()
  expect(await call<number>(awa, 'resume_workflow_batch', { batch_id: batch.id })).toBe(1)
  await expect.poll(() => states(awa, batch.id), { timeout: 60_000 }).not.toContain('failed')
  await expect.poll(() => credits(awa), { timeout: 60_000 }).toEqual({ available: 1, held: 0 })
})

test('a list is refused whole: for a line with its place, for credits, for somebody else', async () => {
  const { id } = await workflow(awa)
  const order = (rows: unknown) => ({ workflow_id: id, rows, idempotency_key: crypto.randomUUID() })
  const wrong = lines('bleue', 'une bien trop longue description', 'verte')
  expect(await refused(awa, 'start_workflow_batch', order(wrong))).toMatchObject({
    status: 422,
    hint: 'invalid_inputs',
    details: 'rows.2.inputs.sujet',
  })
  const many = lines(...Array.from({ length: 6 }, () => 'bleue'))
  expect(await refused(awa, 'start_workflow_batch', order(many))).toMatchObject({
    status: 402,
    hint: 'insufficient_credits',
    details: '1',
  })
  const tooMany = Array.from({ length: 51 }, () => ({ sujet: 'bleue' }))
  expect(await refused(awa, 'start_workflow_batch', order(tooMany))).toMatchObject({ status: 400 })
  const kossi = await newMember(system)
  expect(await refused(kossi, 'start_workflow_batch', order(lines('bleue')))).toMatchObject({ status: 404 })
  const { data } = await awa.client.from('workflow_runs').select('id').eq('workflow_id', id)
  expect(data).toEqual([])
})

test('a list that is stopped begins nothing more, and is nobody else’s to stop or to see', async () => {
  const { id } = await workflow(awa)
  const batch = await begin(awa, id, lines('bleue', 'rouge', 'verte', 'jaune'))
  const kossi = await newMember(system)
  expect(await refused(kossi, 'cancel_workflow_batch', { batch_id: batch.id })).toMatchObject({ status: 404 })
  expect(await runsOf(kossi, batch.id)).toEqual([])
  expect(await call<number>(awa, 'cancel_workflow_batch', { batch_id: batch.id })).toBeGreaterThanOrEqual(2)
  expect((await states(awa, batch.id)).filter((state) => state === 'queued' || state === 'running')).toEqual([])
})

test('a scheduled workflow begins at its time, tells its person, and has its next time at the same hour', async () => {
  const { id } = await workflow(awa)
  const ahead = new Date(Date.now() + 3_600_000)
  const wish = { workflow_id: id, inputs: { sujet: 'bleue' }, every: 'day', time_zone: 'Africa/Porto-Novo' }
  const { id: schedule } = await call<{ id: string }>(awa, 'schedule_workflow', { ...wish, starts_at: ahead })
  const due = new Date(Date.now() - 3 * 86_400_000 - 60_000)
  const stamp = `'${due.toISOString()}'`
  await owner(`update public.workflow_schedules set starts_at = ${stamp}, next_at = ${stamp} where id = '${schedule}'`)
  const read = async () =>
    (await awa.client.from('workflow_schedules').select('next_at,runs_count,failed_code').eq('id', schedule).single())
      .data
  await expect.poll(async () => (await read())?.runs_count, { timeout: 60_000 }).toBe(1)
  expect(new Date((await read())?.next_at as string).getTime()).toBe(due.getTime() + 4 * 86_400_000)
  await expect
    .poll(async () => (await awa.client.from('workflow_runs').select('status').eq('schedule_id', schedule)).data, {
      timeout: 60_000,
    })
    .toEqual([{ status: 'succeeded' }])
  const { data: told } = await awa.client.from('notifications').select('type,data')
  expect(told).toMatchObject([{ type: 'system', data: { what: 'workflow_begun', url: `/workflow/${id}` } }])
  expect(await call(awa, 'pause_workflow_schedule', { schedule_id: schedule, paused: true })).toMatchObject({
    next_at: null,
  })
  const past = { ...wish, starts_at: new Date(Date.now() - 60_000) }
  expect(await refused(awa, 'schedule_workflow', past)).toMatchObject({ status: 422, hint: 'invalid_time' })
  const kossi = await newMember(system)
  expect(await refused(kossi, 'pause_workflow_schedule', { schedule_id: schedule, paused: false })).toMatchObject({
    status: 404,
  })
})

test('a time that credits do not reach is told, and nothing is begun', async () => {
  const { id } = await save(awa, { steps: Array.from({ length: 6 }, () => painting), inputs: [subject] })
  const wish = { workflow_id: id, inputs: { sujet: 'bleue' }, every: 'once', time_zone: 'Africa/Abidjan' }
  const { id: schedule } = await call<{ id: string }>(awa, 'schedule_workflow', {
    ...wish,
    starts_at: new Date(Date.now() + 3_600_000),
  })
  await owner(`update public.workflow_schedules set next_at = now() where id = '${schedule}'`)
  const read = async () =>
    (await awa.client.from('workflow_schedules').select('next_at,failed_code').eq('id', schedule).single()).data
  await expect.poll(read, { timeout: 60_000 }).toEqual({ next_at: null, failed_code: 'insufficient_credits' })
  const { data: told } = await awa.client.from('notifications').select('data')
  expect(told).toMatchObject([{ data: { what: 'workflow_refused', code: 'insufficient_credits' } }])
})
