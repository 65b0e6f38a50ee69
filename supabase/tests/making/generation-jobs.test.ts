/** The queue in the database: who is let in, what a lease and a fence mean, and when money moves. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { TestQueue } from '../support/generation-queue.ts'
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
const done = { status: 'succeeded' } as const
const failure = { status: 'failed', error_code: 'engine_failed', error_message: 'x' } as const

const silence = () =>
  queue.change(`update app.generation_jobs set lease_until = now() - interval '1 s' where state = 'leased'`)
const asPerson = (person: string, sql: string, params: string[]) =>
  database.databases.gateway.write(as(person), (tx) => tx.query<{ answer: Record<string, unknown> }>(sql, params))
const cancel = async (id: string, person = awa) =>
  (await asPerson(person, 'select public.cancel_generation($1) as answer', [id]))[0]?.answer

describe('an order', () => {
  test('holds its price and gets its place', async () => {
    expect(await queue.enqueue({ n_images: 2 })).toMatchObject({ cost: 2, position: 0, status: 'queued', is_new: true })
    expect(await queue.enqueue()).toMatchObject({ cost: 1, position: 1 })
    expect(await queue.credits()).toEqual({ available: 2, held: 3 })
  })

  test('under its key is the same order again, and another one is refused', async () => {
    const first = await queue.enqueue({ idempotency_key: 'k' })
    expect(await queue.enqueue({ idempotency_key: 'k' })).toMatchObject({
      generation_id: first.generation_id,
      is_new: false,
    })
    await expect(queue.enqueue({ idempotency_key: 'k', request_hash: 'y' })).rejects.toMatchObject({
      code: 'PT422',
      hint: 'idempotency_mismatch',
    })
    const others = await queue.enqueue({ idempotency_key: 'k', request_hash: 'y' }, { user: kossi })
    expect(others.generation_id).not.toBe(first.generation_id)
    expect(await queue.credits()).toEqual({ available: 4, held: 1 })
  })

  test('is refused beyond the credits, the pace and the number, and then holds nothing', async () => {
    await expect(queue.enqueue({ n_images: 4 }).then(() => queue.enqueue({ n_images: 2 }))).rejects.toMatchObject({
      code: 'PT402',
      hint: 'insufficient_credits',
    })
    await expect(queue.enqueue({}, { gap: 2000 })).rejects.toMatchObject({ hint: 'throttled', detail: '2' })
    await expect(queue.enqueue({}, { most: 1 })).rejects.toMatchObject({ hint: 'too_many_running' })
    expect(await queue.credits()).toEqual({ available: 1, held: 4 })
  })

  test('has the price of its engine', async () => {
    await queue.change(
      `insert into public.price_book (sku, credits) values ('generation:atelier', 2), ('generation:gift', 0)`,
    )
    expect(await queue.enqueue({ engine: 'atelier', n_images: 2 })).toMatchObject({ cost: 4 })
    await queue.enqueue({ engine: 'gift' })
    const work = [await queue.claimed(worker), await queue.claimed(worker)]
    for (const one of work) await queue.record(one, 1, worker)
    for (const one of work) await queue.finish(one, done, worker)
    expect(await queue.credits()).toEqual({ available: 3, held: 0 })
  })
})

describe('a worker', () => {
  test('takes the oldest job, once', async () => {
    const first = await queue.enqueue()
    const second = await queue.enqueue()
    expect((await queue.claim(worker))?.generation_id).toBe(first.generation_id)
    expect((await queue.claim(rival))?.generation_id).toBe(second.generation_id)
    expect(await queue.claim(rival)).toBeNull()
  })

  test('delivers: what can be opened is paid, what cannot is given back', async () => {
    await queue.enqueue({ n_images: 3 })
    const work = await queue.claimed(worker)
    expect(await queue.record(work, 1, worker)).toBe('ok')
    expect(await queue.record(work, 3, worker)).toBe('ok')
    expect(await queue.credits()).toEqual({ available: 2, held: 3 })
    expect(await queue.finish(work, failure, worker)).toBe('over')
    expect(await queue.row(work.generation_id)).toMatchObject({
      status: 'succeeded',
      cost_charged: 2,
      error_code: null,
    })
    expect(await queue.credits()).toEqual({ available: 3, held: 0 })
  })

  test('that says it succeeded without a picture has failed', async () => {
    await queue.enqueue()
    const work = await queue.claimed(worker)
    await queue.finish(work, done, worker)
    expect(await queue.row(work.generation_id)).toMatchObject({ status: 'failed', error_code: 'empty_result' })
    expect(await queue.credits()).toEqual({ available: 5, held: 0 })
  })

  test('settles once, however often it says so', async () => {
    await queue.enqueue()
    const work = await queue.claimed(worker)
    await queue.record(work, 1, worker)
    expect(await queue.finish(work, done, worker)).toBe('over')
    expect(await queue.finish(work, done, worker)).toBe('late')
    expect(await queue.finish(work, failure, worker)).toBe('late')
    expect(await queue.row(work.generation_id)).toMatchObject({ status: 'succeeded', cost_charged: 1 })
  })

  test('D-15 that fell silent has lost its job to the next one, and writes nothing any more', async () => {
    await queue.enqueue()
    const before = await queue.claimed(worker)
    expect(await queue.claim(rival)).toBeNull()
    await silence()
    const after = await queue.claimed(rival)
    expect(after).toMatchObject({ generation_id: before.generation_id, attempt: 2, paths: before.paths })
    expect(await queue.beat(before, worker)).toBe('lost')
    expect(await queue.record(before, 1, worker)).toBe('lost')
    expect(await queue.finish(before, failure, worker)).toBe('lost')
    expect(await queue.beat(after, rival)).toBe('ok')
    await queue.record(after, 1, rival)
    expect(await queue.finish(after, done, rival)).toBe('over')
  })

  test('D-12 that was killed leaves its finished pictures to the next one', async () => {
    await queue.enqueue({ n_images: 2 })
    await queue.record(await queue.claimed(worker), 1, worker)
    await silence()
    const after = await queue.claimed(rival)
    expect(after.done).toEqual([1])
    await queue.record(after, 2, rival)
    await queue.finish(after, done, rival)
    expect(await queue.row(after.generation_id)).toMatchObject({ status: 'succeeded', cost_charged: 2 })
  })

  test('that ends in peace gives its jobs back at once, and loses no attempt', async () => {
    await queue.enqueue()
    for (let round = 0; round < 5; round += 1) {
      await queue.claimed(worker)
      expect(await queue.call('public.return_generations', worker)).toBe(1)
    }
    expect(await queue.claimed(rival)).toMatchObject({ attempt: 6 })
  })

  test('puts a job off until its last attempt, with its hold', async () => {
    await queue.enqueue()
    const outcome = { ...failure, retry_in_ms: 0 }
    expect(await queue.finish(await queue.claimed(worker), { ...failure, retry_in_ms: 60_000 }, worker)).toBe('retry')
    expect(await queue.claim(worker)).toBeNull()
    expect(await queue.credits()).toEqual({ available: 4, held: 1 })
    await queue.change('update app.generation_jobs set run_after = now()')
    expect(await queue.finish(await queue.claimed(worker), outcome, worker)).toBe('retry')
    const last = await queue.claimed(worker)
    expect(await queue.finish(last, outcome, worker)).toBe('over')
    expect(await queue.row(last.generation_id)).toMatchObject({ status: 'failed', error_code: 'engine_failed' })
    expect(await queue.credits()).toEqual({ available: 5, held: 0 })
  })
})

describe('a sweep', () => {
  test('D-43 ends a job that kills its workers, after three', async () => {
    const { generation_id: id } = await queue.enqueue()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await queue.sweep()).toMatchObject({ crashed: 0 })
      expect(await queue.claimed(worker)).toMatchObject({ attempt })
      await silence()
    }
    expect(await queue.claim(worker)).toBeNull()
    expect(await queue.sweep()).toMatchObject({ crashed: 1, expired: 0 })
    expect(await queue.row(id)).toMatchObject({ status: 'failed', error_code: 'crashed' })
    expect(await queue.credits()).toEqual({ available: 5, held: 0 })
  })

  test('pays for what a crashed job had delivered', async () => {
    const { generation_id: id } = await queue.enqueue({ n_images: 2 })
    await queue.change('update app.generation_jobs set max_attempts = 1')
    await queue.record(await queue.claimed(worker), 2, worker)
    await silence()
    await queue.sweep()
    expect(await queue.row(id)).toMatchObject({ status: 'succeeded', cost_charged: 1 })
    expect(await queue.credits()).toEqual({ available: 4, held: 0 })
  })

  test('D-13 gives back what nobody will make; a late picture is a present', async () => {
    const { generation_id: id } = await queue.enqueue()
    const work = await queue.claimed(worker)
    await queue.change(`update app.generation_jobs set hold_until = now() - interval '1 s'`)
    expect(await queue.sweep()).toMatchObject({ expired: 0 })
    await silence()
    expect(await queue.sweep()).toMatchObject({ expired: 1 })
    expect(await queue.row(id)).toMatchObject({ status: 'expired', cost_charged: 0 })
    expect(await queue.record(work, 1, worker)).toBe('late')
    expect(await queue.finish(work, { ...done, metadata: { label: 'x' } }, worker)).toBe('late')
    expect(await queue.row(id)).toMatchObject({ status: 'succeeded', cost_charged: 0, metadata: { label: 'x' } })
    expect(await queue.credits()).toEqual({ available: 5, held: 0 })
  })

  test('takes nothing for a hold that was given back behind its back', async () => {
    const { generation_id: id } = await queue.enqueue()
    const work = await queue.claimed(worker)
    await queue.call('ledger.settle', id, 0, null, 'expire')
    await queue.record(work, 1, worker)
    expect(await queue.finish(work, done, worker)).toBe('over')
    expect(await queue.row(id)).toMatchObject({ status: 'succeeded', cost_charged: 0 })
  })

  test('leaves alone what is alive: a beat prolongs lease and hold', async () => {
    const { generation_id: id } = await queue.enqueue()
    const work = await queue.claimed(worker)
    await queue.change(
      `update app.generation_jobs set hold_until = now() + interval '1 min', lease_until = now() + interval '1 s'`,
    )
    await queue.change(`update ledger.holds set expires_at = now() + interval '1 min'`)
    expect(await queue.beat(work, worker, { stage: 'painting', progress: 0.5 })).toBe('ok')
    const [left] = await rowsOf<{ hold: boolean; lease: boolean }>(
      database,
      `select h.expires_at > now() + interval '14 min' as hold, j.lease_until > now() + interval '25 s' as lease
       from app.generation_jobs j join ledger.holds h on h.id = j.hold_id`,
    )
    expect(left).toEqual({ hold: true, lease: true })
    expect(await queue.row(id)).toMatchObject({ stage: 'painting', progress: 0.5 })
  })
})

describe('a cancellation', () => {
  test('ends what waits, at once', async () => {
    const { generation_id: id } = await queue.enqueue()
    expect(await cancel(id)).toMatchObject({ status: 'canceled', error: { code: 'canceled' }, cost_charged: 0 })
    expect(await queue.claim(worker)).toBeNull()
    expect(await queue.credits()).toEqual({ available: 5, held: 0 })
  })

  test('reaches the worker by its next word; what is finished stays and is paid', async () => {
    const { generation_id: id } = await queue.enqueue({ n_images: 3 })
    const work = await queue.claimed(worker)
    await queue.record(work, 1, worker)
    expect(await cancel(id)).toMatchObject({ status: 'running', stage: 'canceling' })
    expect(await queue.beat(work, worker, { stage: 'painting', progress: 0.9 })).toBe('cancel')
    expect(await queue.record(work, 2, worker)).toBe('cancel')
    expect(await queue.finish(work, done, worker)).toBe('over')
    expect(await queue.row(id)).toMatchObject({ status: 'canceled', cost_charged: 2 })
    expect(await queue.credits()).toEqual({ available: 3, held: 0 })
  })

  test('of a job whose worker is silent ends it', async () => {
    const { generation_id: id } = await queue.enqueue()
    await queue.claimed(worker)
    await silence()
    expect(await cancel(id)).toMatchObject({ status: 'canceled' })
  })

  test('whose worker falls silent before it has heard is carried out by the sweep', async () => {
    const { generation_id: id } = await queue.enqueue()
    await queue.claimed(worker)
    await cancel(id)
    await silence()
    expect(await queue.claim(rival)).toBeNull()
    await queue.sweep()
    expect(await queue.row(id)).toMatchObject({ status: 'canceled', cost_charged: 0 })
  })

  test('comes too late for what is over, and is not for others', async () => {
    const { generation_id: id } = await queue.enqueue()
    await expect(cancel(id, kossi)).rejects.toMatchObject({ code: 'PT404' })
    const work = await queue.claimed(worker)
    await queue.record(work, 1, worker)
    await queue.finish(work, done, worker)
    expect(await cancel(id)).toMatchObject({ status: 'succeeded', cost_charged: 1 })
  })
})

describe('W-01 the channel of a person', () => {
  const topic = `select set_config('realtime.topic', 'user:${awa}', true)`
  const listen = (person: string) =>
    database.databases.gateway.write(as(person), async (tx) => {
      await tx.query(topic)
      return tx.query(`select from realtime.messages where topic = 'user:${awa}'`)
    })
  const send = (person: string) =>
    database.databases.gateway.write(as(person), async (tx) => {
      await tx.query(topic)
      await tx.execute(
        `insert into realtime.messages (topic, extension, event, private) values ('user:${awa}', 'broadcast', 'x', true)`,
      )
    })

  test('W-01 is heard by that person, and by nobody else', async () => {
    await queue.enqueue()
    expect((await listen(awa)).length).toBeGreaterThan(0)
    expect(await listen(kossi)).toEqual([])
  })

  test('W-01 is sent to by nobody, that person included', async () => {
    for (const person of [awa, kossi]) await expect(send(person)).rejects.toMatchObject({ code: '42501' })
  })
})

test.each(['enqueue_generation', 'claim_generation', 'finish_generation', 'sweep_generations', 'return_generations'])(
  'people may not call %s',
  async (name) => {
    const [found] = await rowsOf<{ open: boolean }>(
      database,
      `select bool_or(has_function_privilege(role, p.oid, 'execute')) as open
       from pg_proc p, (values ('anon'), ('authenticated')) roles (role)
       where p.proname = $1 and p.pronamespace = 'public'::regnamespace`,
      [name],
    )
    expect(found).toEqual({ open: false })
  },
)
