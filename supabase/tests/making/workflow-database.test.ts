/** Runs in the database: who may touch them, what a lease and a fence mean, and that pictures are ordered once. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import type { StepWork } from '../../functions/_shared/workflows/step-work.ts'
import { TestQueue, type Receipt } from '../support/generation-queue.ts'
import { as, awa, kossi, productDatabase } from '../support/product-database.ts'

let database: TestDatabase
let queue: TestQueue
beforeEach(async () => {
  database = await productDatabase()
  queue = new TestQueue(database)
})
afterEach(async () => {
  const violations = await queue.violations()
  await database.dispose()
  if (violations.length > 0) throw new Error(JSON.stringify(violations))
})

const worker = '00000000-0000-4000-8000-00000000000a'
const rival = '00000000-0000-4000-8000-00000000000b'
const done = { status: 'succeeded', output: { prompt: 'x' } }

const paint = { kind: 'generate', title: 'Peindre', settings: { prompt: 'une pirogue' }, takes: {} }
const enhance = { kind: 'enhance', title: 'Améliorer', settings: { prompt: 'une pirogue' }, takes: {} }

interface Run {
  readonly id: string
  readonly status: string
  readonly current_step: number
  readonly cost_charged: number
}

async function ask<Answer>(person: string, name: string, ...params: unknown[]): Promise<Answer> {
  const places = params.map((_, place) => `$${place + 1}`).join(', ')
  const texts = params.map((param) => (typeof param === 'string' ? param : JSON.stringify(param)))
  const [row] = await database.databases.gateway.write(as(person), (tx) =>
    tx.query<{ answer: Answer }>(`select to_jsonb(public.${name}(${places})) as answer`, texts),
  )
  return row?.answer as Answer
}

async function save(steps: readonly object[], person = awa, inputs: readonly object[] = []): Promise<string> {
  const { id } = await ask<{ id: string }>(person, 'save_workflow', { title: 'x', steps, inputs })
  return id
}

const start = (workflow: string, mode: 'step' | 'whole', person = awa) =>
  ask<Run>(person, 'start_workflow_run', workflow, {}, mode, crypto.randomUUID())

const claim = (by = worker) => queue.call<StepWork | null>('public.claim_workflow', by, 30)
async function claimed(by = worker): Promise<StepWork> {
  const work = await claim(by)
  if (work === null) throw new Error('Nothing is due')
  return work
}
const finish = ({ fence, run_id }: StepWork, by = worker, outcome: object = done) =>
  queue.call<string>('public.finish_workflow_step', by, fence, run_id, outcome)
const begin = (person: string, asked: object, by = worker) =>
  queue.call<{ run: Run; work?: StepWork }>('public.begin_workflow_step', person, asked, by, 30)
const silence = () =>
  queue.change(`update app.workflow_leases set due_at = now() - interval '1 s' where due_at is not null`)
const orderFor = ({ run_id, step, attempt, user_id }: StepWork) =>
  queue.enqueue({ source: 'workflow', idempotency_key: `workflow:${run_id}:${step}:${attempt}` }, { user: user_id })

/** A picture of the queue is made, or refused. */
async function make(outcome: 'succeeded' | 'failed' = 'succeeded'): Promise<void> {
  const work = await queue.claimed(worker)
  if (outcome === 'succeeded') await queue.record(work, 1, worker)
  await queue.finish(
    work,
    outcome === 'succeeded' ? { status: 'succeeded' } : { status: 'failed', error_code: 'engine_failed' },
    worker,
  )
}

interface Step {
  readonly step_index: number
  readonly attempt: number
  readonly status: string
  readonly error: string | null
  readonly cost: number
  readonly generation_id: string | null
  readonly output: { readonly images?: readonly { readonly id: string }[] } | null
}
const steps = (run: string) =>
  rowsOf<Step>(database, 'select * from public.workflow_run_steps where run_id = $1 order by step_index, attempt', [
    run,
  ])
const runOf = async (id: string) =>
  (await rowsOf<Run>(database, 'select * from public.workflow_runs where id = $1', [id]))[0]

describe('F-11 a step', () => {
  test('F-11 of a workflow of somebody else, or of no workflow, is not there', async () => {
    const theirs = await save([paint])
    const mine = await save([paint], kossi)
    const run = (await start(theirs, 'step')).id
    for (const asked of [
      { workflow: theirs, step: 0 },
      { workflow: theirs, step: -1 },
      { workflow: theirs, step: 0, run },
      { workflow: mine, step: 0, run },
      { workflow: mine, step: -1 },
      { workflow: mine, step: 1 },
      { workflow: 'x', step: 0 },
      { workflow: crypto.randomUUID(), step: 0 },
    ]) {
      await expect(begin(kossi, asked)).rejects.toMatchObject({ code: 'PT404', hint: 'not_found' })
    }
    expect(await rowsOf(database, 'select from public.workflow_runs where user_id = $1', [kossi])).toEqual([])
  })

  test('F-11 and a run of somebody else is touched by nobody', async () => {
    const { id } = await start(await save([paint]), 'step')
    for (const call of [
      () => ask(kossi, 'cancel_workflow_run', id),
      () => ask(kossi, 'resume_workflow_run', id, 0),
      () => ask(kossi, 'choose_in_step', id, 0, 'x'),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'PT404' })
    }
    expect(await runOf(id)).toMatchObject({ status: 'queued' })
  })

  test('F-01 a picture of the form is one of our own stored ones, however the address is spelt', async () => {
    const photo = { name: 'photo', label: 'Photo', kind: 'image' }
    const workflow = await save([{ ...paint, takes: { images: { input: 'photo' } } }], awa, [photo])
    const begun = (url: string) => ask(awa, 'start_workflow_run', workflow, { photo: url }, 'step', crypto.randomUUID())
    for (const url of [
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1/?/storage/v1/object/public/temp-uploads/x.png',
      'http://127.0.0.1#/storage/v1/object/public/temp-uploads/x.png',
      'http:\\\\127.0.0.1/storage/v1/object/public/temp-uploads/x.png',
      '/storage/v1/object/public/private-bucket/x.png',
      'file:///etc/passwd',
    ]) {
      await expect(begun(url)).rejects.toMatchObject({ code: 'PT422', hint: 'invalid_inputs', detail: 'inputs.photo' })
    }
    await begun('/storage/v1/object/public/temp-uploads/x.png')
  })
})

describe('F-07 money', () => {
  test('F-07 a step that is begun 50 times at once is begun once', async () => {
    const { id: run } = await start(await save([paint, paint]), 'step')
    const [{ workflow_id: workflow } = { workflow_id: '' }] = await rowsOf<{ workflow_id: string }>(
      database,
      'select workflow_id from public.workflow_runs where id = $1',
      [run],
    )
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => begin(awa, { workflow, step: 0, run }, crypto.randomUUID())),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(refusals).toEqual(
      Array.from({ length: 49 }, () => expect.objectContaining({ code: 'PT409', hint: 'already_running' }) as unknown),
    )
  })

  test('F-07 a step taken up again after a crash orders the same picture, and only that one', async () => {
    const { id } = await start(await save([paint]), 'whole')
    const first = await claimed()
    await silence()
    const second = await claimed(rival)
    expect([second.step, second.attempt, second.fence]).toEqual([0, 1, first.fence + 1])
    const receipts = await Promise.all([orderFor(first), orderFor(second), orderFor(second)])
    expect(new Set(receipts.map(({ generation_id }) => generation_id)).size).toBe(1)
    expect(await steps(id)).toMatchObject([{ generation_id: receipts[0]?.generation_id, status: 'running' }])
    await silence()
    expect(await claim()).toBeNull()
    await make()
    expect(await runOf(id)).toMatchObject({ status: 'succeeded', cost_charged: 1 })
    expect(await queue.credits()).toEqual({ available: 4, held: 0 })
  })

  test('F-07 nothing is ordered for a step that was stopped meanwhile', async () => {
    const { id } = await start(await save([paint]), 'whole')
    const work = await claimed()
    expect(await ask<Run>(awa, 'cancel_workflow_run', id)).toMatchObject({ status: 'canceled' })
    await expect(orderFor(work)).rejects.toMatchObject({ code: 'PT409', hint: 'canceled' })
    expect(await finish(work)).toBe('lost')
    expect(await queue.credits()).toEqual({ available: 5, held: 0 })
  })

  test('F-07 whoever could not pay for it all does not begin', async () => {
    const workflow = await save([
      { ...paint, settings: { prompt: 'x', count: 4 } },
      { ...paint, settings: { prompt: 'x', count: 2 } },
    ])
    await expect(start(workflow, 'whole')).rejects.toMatchObject({
      code: 'PT402',
      hint: 'insufficient_credits',
      detail: '1',
    })
    expect(await claim()).toBeNull()
  })

  test('F-07 the end of a picture is the end of its step, with what it cost', async () => {
    const { id } = await start(await save([paint, paint]), 'whole')
    await orderFor(await claimed())
    await make()
    expect(await runOf(id)).toMatchObject({ status: 'running', current_step: 1, cost_charged: 1 })
    await orderFor(await claimed())
    await make('failed')
    expect(await steps(id)).toMatchObject([
      { status: 'succeeded', cost: 1, output: { images: [{ id: expect.any(String) }] } },
      { status: 'failed', cost: 0, error: 'engine_failed' },
    ])
    expect(await runOf(id)).toMatchObject({ status: 'partial', current_step: 1, cost_charged: 1 })
    expect(await queue.credits()).toEqual({ available: 4, held: 0 })
  })

  test('F-07 a key that names a run of somebody else attaches nothing to it', async () => {
    const { id } = await start(await save([paint]), 'whole')
    const work = await claimed()
    await orderFor({ ...work, user_id: kossi })
    expect(await steps(id)).toMatchObject([{ generation_id: null, status: 'running' }])
    const own: Receipt = await orderFor(work)
    expect(await steps(id)).toMatchObject([{ generation_id: own.generation_id }])
  })
})

describe('D-15 a worker', () => {
  test('D-15 that fell silent has lost the run, and writes nothing', async () => {
    const { id } = await start(await save([enhance]), 'whole')
    const old = await claimed()
    await silence()
    const work = await claimed(rival)
    expect(await finish(old)).toBe('lost')
    expect(await finish({ ...old, fence: work.fence })).toBe('lost')
    expect(await queue.call('public.extend_workflow', worker, old.fence, id, 30)).toBe(false)
    expect((await steps(id))[0]?.status).toBe('running')
    expect(await finish(work, rival)).toBe('ok')
    expect(await finish(work, rival)).toBe('lost')
    expect(await runOf(id)).toMatchObject({ status: 'succeeded' })
  })

  test('of many, each has a run of its own', async () => {
    const workflow = await save([enhance])
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await start(workflow, 'whole')).id))
    const works = await Promise.all(Array.from({ length: 8 }, () => claim(crypto.randomUUID())))
    const taken = works.flatMap((work) => work?.run_id ?? [])
    expect(new Set(taken).size).toBe(taken.length)
    expect(ids).toEqual(expect.arrayContaining(taken))
  })

  test('that ends in peace gives its step back at once', async () => {
    await start(await save([enhance]), 'whole')
    const work = await claimed()
    expect(await claim(rival)).toBeNull()
    expect(await queue.call('public.return_workflows', worker)).toBe(1)
    expect(await finish(work)).toBe('lost')
    expect(await finish(await claimed(rival), rival)).toBe('ok')
  })

  test('D-43 of a step that ends its process each time gives it up after five', async () => {
    const { id } = await start(await save([enhance, enhance]), 'whole')
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await claimed()).step).toBe(0)
      await silence()
    }
    expect(await claim()).toBeNull()
    expect((await steps(id))[0]).toMatchObject({ status: 'failed', error: 'crashed' })
    expect(await runOf(id)).toMatchObject({ status: 'failed' })
  })
})

test('a version that has run stays as it is, whoever would change it', async () => {
  const workflow = await save([paint])
  await queue.change(`update public.workflow_versions set steps = '[]' where workflow_id = $1`, [workflow])
  await ask(awa, 'save_workflow', { id: workflow, title: 'x', steps: [paint] })
  await start(workflow, 'step')
  await expect(
    queue.change(`update public.workflow_versions set steps = '[]' where workflow_id = $1`, [workflow]),
  ).rejects.toMatchObject({ code: 'PT409' })
})
