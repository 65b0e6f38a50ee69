/** What many connections at once may not break. Forty of them act on one PostgreSQL. */
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { countOutcomes, openLedger, type Ledger } from './open-ledger.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger[Symbol.asyncDispose]())
afterEach(() => ledger.requireSound())

const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index))

test('L1 of 400 holds at once on 100 credits, gifts and bought ones mixed, exactly 100 succeed', async () => {
  const user = await ledger.personWith({ promo: 37, paid: 63 })
  const outcomes = await countOutcomes(times(400, () => ledger.hold({ user, amount: 1 })))
  expect(outcomes).toEqual({ done: 100, PT402: 300 })
  expect(await ledger.balancesOf(user)).toEqual({ promo: 0, paid: 0, held: 100, debt: 0 })
})

test('L1 none of a hundred holds at once on a hundred credits is refused, though gifts run out on the way', async () => {
  const user = await ledger.personWith({ promo: 37, paid: 63 })
  const outcomes = await countOutcomes(times(100, () => ledger.hold({ user, amount: 1 })))
  expect(outcomes).toEqual({ done: 100 })
})

test('L2 a hundred times the same hold at once sets the credits aside once', async () => {
  const user = await ledger.personWith({ promo: 10 })
  const [id, job] = [randomUUID(), randomUUID()]
  const holds = await Promise.all(times(100, () => ledger.hold({ user, amount: 7, id, job })))
  expect(new Set(holds.map((hold) => hold.id))).toEqual(new Set([id]))
  expect(await ledger.balancesOf(user)).toMatchObject({ promo: 3, held: 7 })
})

test('L2 the same key with other content is refused, and does nothing', async () => {
  const user = await ledger.personWith({ paid: 10 })
  const key = `test:${randomUUID()}`
  const give = (n: number) =>
    ledger.post(key, [
      { o: 'platform', k: 'bonus', a: 'CREDIT', n: -n },
      { o: `user:${user}`, k: 'promo', a: 'CREDIT', n },
    ])
  expect(await countOutcomes(times(40, () => give(3)))).toEqual({ done: 40 })
  expect(await countOutcomes(times(40, () => give(4)))).toEqual({ PT409: 40 })
  expect(await ledger.balancesOf(user)).toMatchObject({ promo: 3, paid: 10 })
})

test('L2b a hundred holds at once for one job, each with an id of its own, are one hold', async () => {
  const user = await ledger.personWith({ promo: 4, paid: 10 })
  const job = randomUUID()
  const holds = await Promise.all(times(100, () => ledger.hold({ user, amount: 7, job })))
  expect(new Set(holds.map(({ id }) => id)).size).toBe(1)
  expect(await ledger.balancesOf(user)).toEqual({ promo: 0, paid: 7, held: 7, debt: 0 })
  await expect(ledger.hold({ user, amount: 6, job })).rejects.toMatchObject({ code: 'PT409' })
})

test('L3 of captures, a release and a sweep at once, one settles the hold; the others hear so', async () => {
  const states: Record<string, number> = {}
  for (let round = 0; round < 40; round++) {
    const user = await ledger.personWith({ promo: 2, paid: 8 })
    const { id } = await ledger.hold({ user, amount: 6, ttl: '-1 minute' })
    const calls = [
      () => ledger.settle(id, { capture: 4 }),
      () => ledger.settle(id, { capture: 4 }),
      () => ledger.settle(id, { why: 'canceled' }),
      () => ledger.sweep(),
    ]
    // Every kind of call comes first in turn.
    const turned = calls.map((_, place) => calls[(place + round) % calls.length]!())
    const outcomes = await countOutcomes(turned)
    expect(['done', 'PT409']).toEqual(expect.arrayContaining(Object.keys(outcomes)))
    const [hold] = await ledger.asOwner<{ state: string; captured: string }>(
      'select state, captured from ledger.holds where id = $1',
      [id],
    )
    const captured = hold!.state === 'captured' ? 4 : 0
    expect(hold!.captured).toBe(String(captured))
    expect(await ledger.balancesOf(user)).toEqual(
      captured === 4 ? { promo: 0, paid: 6, held: 0, debt: 0 } : { promo: 2, paid: 8, held: 0, debt: 0 },
    )
    states[hold!.state] = (states[hold!.state] ?? 0) + 1
  }
  expect(Object.keys(states).length).toBeGreaterThan(1)
})

test('L3 any number of sweepers give each expired hold back once', async () => {
  const people = await Promise.all(times(20, () => ledger.personWith({ promo: 5 })))
  await Promise.all(people.flatMap((user) => times(3, () => ledger.hold({ user, amount: 1, ttl: '-1 minute' }))))
  const swept = await Promise.all(times(12, () => ledger.sweep(25)))
  const left = await ledger.sweep(1000)
  expect(swept.reduce((sum, count) => sum + count, left)).toBe(60)
  for (const user of people) expect(await ledger.balancesOf(user)).toMatchObject({ promo: 5, held: 0 })
})

test('L4 600 transfers both ways among four people: no deadlock, nothing lost, nobody below zero', async () => {
  const people = await Promise.all(times(4, () => ledger.personWith({ paid: 30 })))
  const outcomes = await countOutcomes(
    times(600, (index) => {
      const from = people[index % 4]!
      const to = people[(index + 1 + (index % 3)) % 4]!
      const n = 1 + (index % 20)
      return ledger.post(`test:${randomUUID()}`, [
        { o: `user:${from}`, k: 'paid', a: 'CREDIT', n: -n },
        { o: `user:${to}`, k: 'paid', a: 'CREDIT', n },
      ])
    }),
  )
  expect(['done', 'PT402']).toEqual(expect.arrayContaining(Object.keys(outcomes)))
  expect(outcomes['done']).toBeGreaterThan(100)
  const balances = await Promise.all(people.map((user) => ledger.balancesOf(user)))
  expect(balances.reduce((sum, { paid }) => sum + paid, 0)).toBe(120)
  expect(Math.min(...balances.map(({ paid }) => paid))).toBeGreaterThanOrEqual(0)
})
