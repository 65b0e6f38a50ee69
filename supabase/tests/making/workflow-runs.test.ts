/** Runs that go on by themselves: what becomes of them when something fails, is stopped, or has to wait. */
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { StepDefinition, WorkflowEvent } from '../../functions/_shared/contract/src/index.ts'
import { credits, generate, newMember, order, type Member } from './generation-people.ts'
import { startTestEngine, type TestEngine } from './test-engine.ts'
import { call, execute, refused, runRow, save, start, stepRows, untilRun, type RunRow } from './workflow-people.ts'

vi.setConfig({ testTimeout: 180_000 })

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

const paint = (prompt: string, settings: object = {}): StepDefinition =>
  ({ kind: 'generate', title: prompt, takes: {}, settings: { prompt, width: 256, height: 256, ...settings } }) as never
const choose = (step: number): StepDefinition => ({
  kind: 'choose',
  title: 'Choisir',
  settings: {},
  takes: { images: { step, field: 'images' } },
})
const upscale = (step: number): StepDefinition => ({
  kind: 'upscale',
  title: 'Agrandir',
  settings: {},
  takes: { image: { step, field: 'image' } },
})

const resume = (who: Member, run: string, step: number) =>
  call<RunRow>(who, 'resume_workflow_run', { run_id: run, from_step: step })

describe('a whole run', () => {
  test('goes on by itself, tells its owner each step, and is one for its key', async () => {
    const events: WorkflowEvent[] = []
    await awa.client.realtime.setAuth(awa.token)
    const channel = awa.client.channel(`user:${awa.id}`, { config: { private: true } })
    channel.on('broadcast', { event: 'workflow' }, ({ payload }) => events.push(payload as WorkflowEvent))
    await new Promise<void>(
      (resolve) => void channel.subscribe((status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && resolve()),
    )
    const { id } = await save(awa, { steps: [paint('un'), upscale(0), paint('deux')] })
    const [first, again] = await Promise.all([start(awa, id, { key: 'once' }), start(awa, id, { key: 'once' })])
    expect(again.id).toBe(first.id)
    expect(await untilRun(awa, first.id, 'succeeded')).toMatchObject({
      cost_charged: 2,
      cost_quoted: 2,
      current_step: 3,
    })
    await expect.poll(() => events.at(-1)?.status, { timeout: 20_000 }).toBe('succeeded')
    const steps = events.map(({ step }) => `${step?.index} ${step?.status}`)
    expect(steps).toEqual(
      expect.arrayContaining(['0 running', '0 succeeded', '1 succeeded', '2 running', '2 succeeded']),
    )
    expect(new Set(events.map(({ run_id }) => run_id))).toEqual(new Set([first.id]))
    expect(await credits(awa)).toEqual({ available: 3, held: 0 })
    const { data } = await awa.client.from('workflows').select('runs_count').eq('id', id).single()
    expect(data).toEqual({ runs_count: 1 })
    await awa.client.removeAllChannels()
  })

  test('waits for the person to choose, and goes on with their choice', async () => {
    const { id } = await save(awa, { steps: [paint('deux', { count: 2 }), choose(0), upscale(1)] })
    const { id: runId } = await start(awa, id)
    await untilRun(awa, runId, 'waiting')
    const offered = (await stepRows(awa, runId))[1]?.input?.images ?? []
    expect(offered).toHaveLength(2)
    const answer = { run_id: runId, step_index: 1 }
    expect(await refused(awa, 'choose_in_step', { ...answer, image_id: crypto.randomUUID() })).toMatchObject({
      status: 404,
      hint: 'not_found',
    })
    const kossi = await newMember(system)
    const image_id = offered[1]?.id
    expect(await refused(kossi, 'choose_in_step', { ...answer, image_id })).toMatchObject({ status: 404 })
    await call(awa, 'choose_in_step', { ...answer, image_id })
    await untilRun(awa, runId, 'succeeded')
    const [, choice, larger] = await stepRows(awa, runId)
    expect(choice?.output?.image?.id).toBe(image_id)
    expect(larger?.output?.image).toMatchObject({ width: 512 })
    expect(await refused(awa, 'choose_in_step', { ...answer, image_id })).toMatchObject({
      status: 409,
      hint: 'out_of_order',
    })
  })

  test('that fails keeps what is good, charges nothing for the step that failed, and goes on from it', async () => {
    engine.refusedWords.set('deux', 400)
    const { id } = await save(awa, { steps: [paint('un'), paint('deux'), paint('trois')] })
    const { id: runId } = await start(awa, id)
    await expect.poll(async () => (await runRow(awa, runId)).status, { timeout: 20_000 }).toBe('partial')
    const failed = await runRow(awa, runId)
    expect(failed).toMatchObject({ current_step: 1, cost_charged: 1, finished_at: expect.any(String) })
    const [good, bad, rest] = await stepRows(awa, runId)
    expect([good?.status, bad?.status, rest?.status]).toEqual(['succeeded', 'failed', 'pending'])
    expect(bad).toMatchObject({ error: 'invalid_request', cost: 0, output: null })
    expect(await credits(awa)).toEqual({ available: 4, held: 0 })

    engine.refusedWords.clear()
    expect(await resume(awa, runId, 1)).toMatchObject({ status: 'running', current_step: 1, cost_quoted: 3 })
    expect(await untilRun(awa, runId, 'succeeded')).toMatchObject({ cost_charged: 3, current_step: 3 })
    const after = await stepRows(awa, runId)
    expect(after.map(({ step_index, attempt, status }) => `${step_index}.${attempt} ${status}`)).toEqual([
      '0.1 succeeded',
      '1.1 failed',
      '1.2 succeeded',
      '2.1 succeeded',
    ])
    expect(after[0]).toEqual(good)
    expect(await credits(awa)).toEqual({ available: 2, held: 0 })
  })

  test('is done anew from any step that is over, and from no later one', async () => {
    const { id } = await save(awa, { steps: [paint('un'), paint('deux')] })
    const { id: runId } = await start(awa, id)
    await untilRun(awa, runId, 'succeeded')
    const release = engine.hold()
    await resume(awa, runId, 1)
    await expect.poll(async () => (await stepRows(awa, runId)).at(-1)?.status).toBe('running')
    expect(await refused(awa, 'resume_workflow_run', { run_id: runId, from_step: 0 })).toMatchObject({
      status: 409,
      hint: 'already_running',
    })
    release()
    await untilRun(awa, runId, 'succeeded')
    expect((await stepRows(awa, runId)).map(({ attempt }) => attempt)).toEqual([1, 1, 2])
    for (const [step, status, hint] of [
      [2, 404, 'not_found'],
      [-1, 404, 'not_found'],
      [0, 402, 'insufficient_credits'],
    ] as const) {
      if (status === 402) await generate(awa)
      expect(await refused(awa, 'resume_workflow_run', { run_id: runId, from_step: step })).toMatchObject({
        status,
        hint,
      })
    }
    const stranger = await newMember(system)
    expect(await refused(stranger, 'resume_workflow_run', { run_id: runId, from_step: 0 })).toMatchObject({
      status: 404,
    })
  })

  test('waits its turn while other pictures of the person are being made', async () => {
    const release = engine.hold()
    await order(awa, { seed: 1 })
    await order(awa, { seed: 2 })
    await order(awa, { seed: 3 })
    const { id } = await save(awa, { steps: [paint('un')] })
    const { id: runId } = await start(awa, id)
    // It has been taken up, refused for now, and put off.
    await expect.poll(async () => (await stepRows(awa, runId))[0]?.input).not.toBeNull()
    release()
    await untilRun(awa, runId, 'succeeded')
    expect((await stepRows(awa, runId)).map(({ attempt }) => attempt)).toEqual([1])
    expect(await credits(awa)).toEqual({ available: 1, held: 0 })
  })

  test('survives the workflow that it is of', async () => {
    const release = engine.hold()
    const { id } = await save(awa, { steps: [paint('un'), paint('deux')] })
    const { id: runId } = await start(awa, id)
    expect((await awa.client.from('workflows').delete().eq('id', id)).error).toBeNull()
    release()
    expect(await untilRun(awa, runId, 'succeeded')).toMatchObject({ workflow_id: null, cost_charged: 2 })
  })
})

describe('a run that is stopped', () => {
  test('gives back what is being made, keeps what is made, and may be taken up again', async () => {
    const { id } = await save(awa, { steps: [paint('un'), paint('deux'), paint('trois')] })
    const { id: runId } = await start(awa, id, { mode: 'step' })
    await execute(awa, { workflowId: id, stepIndex: 0, runId })
    const release = engine.hold()
    const answer = execute(awa, { workflowId: id, stepIndex: 1, runId })
    await expect.poll(async () => (await stepRows(awa, runId))[1]?.generation_id, { timeout: 20_000 }).toBeTruthy()
    const stranger = await newMember(system)
    expect(await refused(stranger, 'cancel_workflow_run', { run_id: runId })).toMatchObject({ status: 404 })
    expect(await call<RunRow>(awa, 'cancel_workflow_run', { run_id: runId })).toMatchObject({ status: 'canceled' })
    expect(await answer).toMatchObject({
      status: 200,
      body: {
        run: { status: 'canceled', cost_charged: 1 },
        step: { status: 'failed', error: { code: 'canceled' }, cost: 0 },
      },
    })
    release()
    expect((await stepRows(awa, runId)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'skipped'])
    expect(await credits(awa)).toEqual({ available: 4, held: 0 })
    expect(await execute(awa, { workflowId: id, stepIndex: 1, runId })).toMatchObject({
      status: 409,
      body: { code: 'canceled' },
    })
    await resume(awa, runId, 1)
    await execute(awa, { workflowId: id, stepIndex: 1, runId })
    const last = await execute(awa, { workflowId: id, stepIndex: 2, runId })
    expect(last.body.run).toMatchObject({ status: 'succeeded', cost_charged: 3 })
  })

  test('before it began leaves everything out, and orders nothing', async () => {
    const { id } = await save(awa, { steps: [paint('un'), paint('deux')] })
    const { id: runId } = await start(awa, id, { mode: 'step' })
    await call(awa, 'cancel_workflow_run', { run_id: runId })
    expect((await stepRows(awa, runId)).map(({ status }) => status)).toEqual(['skipped', 'skipped'])
    expect((await call<RunRow>(awa, 'cancel_workflow_run', { run_id: runId })).status).toBe('canceled')
    expect((await awa.client.from('generations').select('id')).data).toEqual([])
  })

  test('F-07 at any moment of 12 runs pays for just the pictures that are there', async () => {
    const people: Member[] = []
    for (let round = 0; round < 12; round += 1) {
      // Everybody has credits for a few pictures: where they are made quickly, one person would run out of them.
      const one = await newMember(system)
      people.push(one)
      const { id } = await save(one, { steps: [paint('un')] })
      const { id: runId } = await start(one, id)
      // A little later each time: before it is claimed, while it is ordered, while it is made.
      for (let wait = 0; wait < round; wait += 1) await runRow(one, runId)
      await call(one, 'cancel_workflow_run', { run_id: runId })
    }
    for (const one of people) {
      await expect.poll(async () => (await credits(one)).held, { timeout: 20_000 }).toBe(0)
      const { data: images } = await one.client.from('generation_images').select('id')
      expect((await credits(one)).available).toBe(5 - (images?.length ?? 0))
      const { data: left } = await one.client.from('generations').select('id').in('status', ['queued', 'running'])
      expect(left).toEqual([])
    }
  })
})

describe('credits', () => {
  test('that are short are missed before anything begins', async () => {
    const { id } = await save(awa, { steps: [paint('un', { count: 4 }), paint('deux', { count: 2 })] })
    const params = { workflow_id: id, inputs: {}, mode: 'whole', idempotency_key: 'x' }
    expect(await refused(awa, 'start_workflow_run', params)).toEqual({
      status: 402,
      code: 'PT402',
      hint: 'insufficient_credits',
      details: '1',
    })
    expect(await execute(awa, { workflowId: id, stepIndex: 0 })).toMatchObject({
      status: 402,
      body: { code: 'insufficient_credits' },
    })
    expect((await awa.client.from('workflow_runs').select('id')).data).toEqual([])
    expect((await awa.client.from('workflows').select('runs_count').eq('id', id).single()).data).toEqual({
      runs_count: 0,
    })
  })

  test('that run short on the way fail the step that they are short for, and it may go on later', async () => {
    const { id } = await save(awa, { steps: [paint('un', { count: 2 }), choose(0), paint('deux', { count: 3 })] })
    const { id: runId } = await start(awa, id)
    await untilRun(awa, runId, 'waiting')
    await generate(awa)
    const image_id = (await stepRows(awa, runId))[1]?.input?.images?.[0]?.id
    await call(awa, 'choose_in_step', { run_id: runId, step_index: 1, image_id })
    await expect.poll(async () => (await runRow(awa, runId)).status, { timeout: 20_000 }).toBe('partial')
    expect((await stepRows(awa, runId))[2]).toMatchObject({ status: 'failed', error: 'insufficient_credits', cost: 0 })
    expect(await credits(awa)).toEqual({ available: 2, held: 0 })
  })
})

test('a step whose form was left without its picture fails, and says so', async () => {
  const { id } = await save(awa, {
    inputs: [{ name: 'photo', label: 'Photo', kind: 'image' }],
    steps: [{ kind: 'upscale', title: 'Agrandir', takes: { image: { input: 'photo' } } }],
  })
  const { id: runId } = await start(awa, id)
  await expect.poll(async () => (await runRow(awa, runId)).status, { timeout: 20_000 }).toBe('failed')
  expect(await stepRows(awa, runId)).toMatchObject([{ status: 'failed', error: 'invalid_inputs' }])
})
