/** What people allow themselves to pay: of a day and of thirty days, and a larger one only after a night. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { openBilling, refusalOf, topup, type Billing } from './open-billing.ts'

let billing: Billing
let user: string
beforeAll(async () => {
  billing = await openBilling()
})
beforeEach(async () => {
  user = await billing.ledger.newPerson()
})
afterAll(() => billing[Symbol.asyncDispose]())

const setLimit = (period: string, francs: number | null) =>
  refusalOf(billing.as(user, 'select public.set_spend_limit($1, $2)', [period, francs]))
const pay = () => refusalOf(billing.bought(user))
const limits = () =>
  billing.as<{ period: string; francs: number | null; next_francs: number | null; next_at: Date | null }>(
    user,
    'select period, francs, next_francs, next_at from public.spend_limits order by period',
  )

test('a limit of a day and one of thirty days each ask by themselves, and let go with time', async () => {
  expect([await setLimit('day', 1000), await setLimit('month', 2000)]).toEqual(['done', 'done'])
  expect([await pay(), await pay()]).toEqual(['done', 'PT409 spend_limit'])
  await billing.move('25 hours')
  expect(await pay()).toBe('done')
  await billing.move('25 hours')
  expect(await pay()).toBe('PT409 spend_limit_month')
  expect(await refusalOf(billing.start(user, { over_limit: true }))).toBe('done')
  await billing.move('31 days')
  expect(await pay()).toBe('done')
})

test('what came back was not spent', async () => {
  await setLimit('day', 1000)
  const bought = await billing.bought(user)
  await billing.believe(bought, { status: 'paid', refunded: 1000 })
  expect(await pay()).toBe('done')
})

test('a smaller one holds at once, a larger one or none after 24 hours', async () => {
  await setLimit('day', 500)
  await setLimit('day', 5000)
  expect(await limits()).toEqual([{ period: 'day', francs: 500, next_francs: 5000, next_at: expect.any(Date) }])
  expect(await pay()).toBe('PT409 spend_limit')
  await billing.move('23 hours')
  // Asked again, it does not begin anew.
  await setLimit('day', 5000)
  await billing.move('2 hours')
  expect(await pay()).toBe('done')
  await setLimit('day', 500)
  expect(await limits()).toEqual([{ period: 'day', francs: 500, next_francs: null, next_at: null }])
  expect(await pay()).toBe('PT409 spend_limit')
  await setLimit('day', null)
  expect(await pay()).toBe('PT409 spend_limit')
  await billing.move('25 hours')
  expect(await pay()).toBe('done')
})

test('a limit that was taken away may be set anew at once', async () => {
  await setLimit('month', 500)
  await setLimit('month', null)
  await billing.move('25 hours')
  await setLimit('month', 100)
  expect(await refusalOf(billing.start(user, { price_id: topup, credits: 3 }))).toBe('PT409 spend_limit_month')
})

test.each([
  ['week', 1000],
  ['day', 99],
  ['month', 15_000_001],
])('a limit of a %s of %d francs is none', async (period, francs) => {
  expect(await setLimit(period, francs)).toBe('PT422 limit_invalid')
  expect(await limits()).toEqual([])
})

test('nobody sets or reads anybody else’s', async () => {
  await setLimit('day', 500)
  const stranger = await billing.ledger.newPerson()
  expect(await billing.as(stranger, 'select period from public.spend_limits')).toEqual([])
  expect(await refusalOf(billing.ledger.inTransaction('anon', `select public.set_spend_limit('day', 500)`))).toBe(
    '42501',
  )
})
