/** A phone that rings again rings for the same transaction; credits that are tried by hand are one's own, and are not tried where money is real. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { openBilling, refusalOf, type Billing } from './open-billing.ts'

let billing: Billing
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing[Symbol.asyncDispose]())

const hash = 'ab'.repeat(32)
const ring = (user: string, payment: string, number = hash) =>
  refusalOf(billing.ledger.asServer('select public.claim_ring($1, $2, $3)', [user, payment, number]))

test('a phone rings again after thirty seconds, three times, for who pays and that number alone', async () => {
  const [user, stranger] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
  const opened = await billing.opened(user, { msisdn_hash: hash })
  const again = (who = user, number = hash) => ring(who, opened.payment_id, number)
  expect(await again()).toBe('PT429 throttled')
  await billing.move('31 seconds')
  expect(await again(stranger)).toBe('PT404 payment_unknown')
  expect(await again(user, 'cd'.repeat(32))).toBe('PT409 payment_state')
  expect((await Promise.all([again(), again(), again()])).toSorted()).toEqual([
    'PT429 throttled',
    'PT429 throttled',
    'done',
  ])
  for (const outcome of ['done', 'done', 'PT429 throttled']) {
    await billing.move('31 seconds')
    expect(await again()).toBe(outcome)
  }
  await billing.believe(opened, { status: 'paid' })
  await billing.move('31 seconds')
  expect(await again()).toBe('PT409 payment_state')
  await billing.requireSound()
})

const tryCredits = async (user: string, act: string, key = randomUUID()) => {
  const [row] = await billing.ledger.asServer<{ tried: { id: string } }>(
    'select public.try_credits($1, $2, $3) as tried',
    [user, act, key],
  )
  return row!.tried.id
}

test('credits are tried under a key: the same one writes once, and what is not held is not given back', async () => {
  const user = await billing.ledger.newPerson()
  const key = randomUUID()
  expect(await tryCredits(user, 'give', key)).toBe(await tryCredits(user, 'give', key))
  expect(await refusalOf(tryCredits(user, 'release'))).toBe('PT409 nothing_held')
  const held = await tryCredits(user, 'hold', randomUUID())
  expect(await tryCredits(user, 'capture')).toBe(held)
  expect(await refusalOf(tryCredits(user, 'steal'))).toBe('PT422 act_unknown')
  const [balance] = await billing.as<{ promo: string; held: string }>(user, 'select promo, held from public.my_balance')
  expect(balance).toMatchObject({ promo: '9', held: '0' })
  const call = `select public.try_credits('${user}', 'give', '${randomUUID()}')`
  expect(await refusalOf(billing.as(user, call))).toBe('42501')
  await billing.requireSound()
})

test('nobody tries credits where money is real', async () => {
  await using live = await openBilling()
  const user = await live.ledger.newPerson()
  await live.ledger.asServer(`select public.enter_payment_realm('live')`)
  const call = live.ledger.asServer('select public.try_credits($1, $2, $3)', [user, 'give', randomUUID()])
  expect(await refusalOf(call)).toMatch(/^PT404/u)
})
