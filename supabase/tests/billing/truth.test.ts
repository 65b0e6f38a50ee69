/** What a provider says is believed once, whatever the order and however often it is told. */
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { countOutcomes } from '../ledger/open-ledger.ts'
import { openBilling, pack25, refusalOf, topup, type Billing, type Status } from './open-billing.ts'

let billing: Billing
beforeAll(async () => {
  billing = await openBilling()
})
afterEach(() => billing.requireSound())
afterAll(() => billing[Symbol.asyncDispose]())

const paidOf = async (user: string) => (await billing.ledger.balancesOf(user)).paid

test('sixty truths in any order, many at once, give the credits once', async () => {
  const user = await billing.ledger.newPerson()
  const opened = await billing.opened(user)
  const statuses: Status[] = ['pending', 'paid', 'failed', 'paid', 'expired', 'paid']
  const truths = Array.from({ length: 60 }, (_, n) =>
    billing.believe(opened, { status: statuses[n % statuses.length]!, fee: 15 }),
  )
  expect(await countOutcomes(truths)).toEqual({ done: 60 })
  expect(await paidOf(user)).toBe(25)
  expect(await billing.payment(user, opened.payment_id)).toMatchObject({ status: 'paid', refunded: 0, dispute: 'none' })
})

test('fifty starts with one key are one payment; another request under it is refused', async () => {
  const user = await billing.ledger.newPerson()
  const idempotency_key = randomUUID()
  const receipts = await Promise.all(Array.from({ length: 50 }, () => billing.start(user, { idempotency_key })))
  expect(new Set(receipts.map(({ payment_id }) => payment_id)).size).toBe(1)
  expect(receipts.filter(({ is_new }) => is_new)).toHaveLength(1)
  expect(await refusalOf(billing.start(user, { idempotency_key, price_id: topup, credits: 3 }))).toBe(
    'PT422 idempotency_mismatch',
  )
  const twice = await billing.start(user)
  expect([twice.is_new, twice.payment_id]).toEqual([false, receipts[0]!.payment_id])
})

test('a refusal is not the end: the same transaction may be approved an hour later', async () => {
  const user = await billing.ledger.newPerson()
  const opened = await billing.opened(user)
  await billing.believe(opened, { status: 'failed', reason: 'insufficient_funds' })
  expect(await billing.payment(user, opened.payment_id)).toMatchObject({
    status: 'failed',
    reason: 'insufficient_funds',
  })
  await billing.believe(opened, { status: 'paid' })
  expect(await billing.payment(user, opened.payment_id)).toMatchObject({ status: 'paid', reason: null })
  expect(await paidOf(user)).toBe(25)
})

test('a second operator that is paid too is a payment of its own, credited and reported', async () => {
  const user = await billing.ledger.newPerson()
  const first = await billing.opened(user)
  await billing.believe(first, { status: 'failed', reason: 'refused' })
  const again = await billing.retry(user, first.payment_id, { method: 'moov_bj' })
  expect([again.payment_id, again.is_new]).toEqual([first.payment_id, true])
  const second = { ...again, ref: 'second-operator' }
  await billing.note(second.attempt_id, 'started', { ref: second.ref })
  await billing.believe(second, { status: 'paid' })
  const extra = await billing.believe(first, { status: 'paid' })
  expect(extra).not.toBe(first.payment_id)
  expect(await billing.payment(user, extra!)).toMatchObject({ status: 'paid', duplicate_of: first.payment_id })
  expect(await paidOf(user)).toBe(50)
  expect(await billing.findings()).toContain('paid_again')
})

test('two transactions of one attempt are both credited, each once', async () => {
  const user = await billing.ledger.newPerson()
  const opened = await billing.bought(user)
  await Promise.all(
    Array.from({ length: 8 }, () => billing.believe(opened, { status: 'paid' }, 'its-twin').catch(() => undefined)),
  )
  await billing.believe(opened, { status: 'paid' }, 'its-twin')
  expect(await paidOf(user)).toBe(50)
})

test('a chargeback of a transaction by which nothing was paid takes nothing, and is laid before the staff', async () => {
  const user = await billing.ledger.newPerson()
  const first = await billing.opened(user)
  await billing.believe(first, { status: 'failed' })
  const second = { ...(await billing.retry(user, first.payment_id, { method: 'moov_bj' })), ref: `paid-${user}` }
  await billing.note(second.attempt_id, 'started', { ref: second.ref })
  await billing.believe(second, { status: 'paid' })
  const dispute = (transaction: string) =>
    billing.ledger.asServer('select public.apply_payment_dispute($1, $2, $3, $4) as value', [
      first.provider,
      `dp-${transaction}`,
      transaction,
      'lost',
    ])
  await dispute(first.ref)
  expect(await paidOf(user)).toBe(25)
  expect(await billing.findings()).toContain('unknown_dispute')
  await dispute(second.ref)
  expect(await paidOf(user)).toBe(0)
})

describe('gives nothing, and is laid before the staff:', () => {
  test.each([
    ['another amount', { amount: 900 }],
    ['another currency', { currency: 'EUR' }],
    ['money of the other realm', { realm: 'live' as const }],
  ])('%s', async (_, wrong) => {
    const user = await billing.ledger.newPerson()
    const opened = await billing.opened(user)
    await billing.believe(opened, { status: 'paid', ...wrong })
    expect(await billing.payment(user, opened.payment_id)).toMatchObject({
      status: 'review',
      reason: 'amount_mismatch',
    })
    expect(await paidOf(user)).toBe(0)
    // Read anew, it is what was agreed.
    await billing.believe(opened, { status: 'paid' })
    expect(await billing.payment(user, opened.payment_id)).toMatchObject({ status: 'paid' })
    expect(await paidOf(user)).toBe(25)
  })

  test('a paid transaction that is nobody’s', async () => {
    const user = await billing.ledger.newPerson()
    const opened = await billing.opened(user)
    expect(
      await billing.believe({ ...opened, attempt_id: randomUUID() }, { status: 'paid' }, 'nobody-knows'),
    ).toBeNull()
    expect(await billing.findings()).toContain('unknown_transaction')
    expect(await paidOf(user)).toBe(0)
  })
})

test('a word that no provider of ours has moves nothing', async () => {
  const opened = await billing.opened(await billing.ledger.newPerson())
  expect(await refusalOf(billing.believe(opened, { status: 'approved' as Status }))).toBe('PT422 payment_truth')
})

test('what was owed is made up for first', async () => {
  const user = await billing.ledger.newPerson()
  const debt = [
    { o: `user:${user}`, k: 'debt', a: 'CREDIT', n: -10 },
    { o: 'platform', k: 'issued', a: 'CREDIT', n: 10 },
  ]
  await billing.ledger.post(`debt:${user}`, debt)
  await billing.bought(user)
  expect(await billing.ledger.balancesOf(user)).toMatchObject({ paid: 15, debt: 0 })
})

test('the provider’s fee is our cost, once, and a fee that changes is reported', async () => {
  const user = await billing.ledger.newPerson()
  const opened = await billing.opened(user)
  await billing.believe(opened, { status: 'paid', fee: 18 })
  await billing.believe(opened, { status: 'paid', fee: 18 })
  await billing.believe(opened, { status: 'paid', fee: 20 })
  const [fee] = await billing.ledger.asOwner<{ sum: string }>(
    `select sum(e.amount) from ledger.transfers t join ledger.entries e on e.transfer_id = t.id join ledger.accounts a on a.id = e.account_id
     where t.idem_key = 'fee:' || $1 and a.kind = 'clearing_sandbox'`,
    [opened.attempt_id],
  )
  expect(fee).toEqual({ sum: '18' })
  expect(await billing.findings()).toContain('fee_changed')
})

test('an answer that was lost is looked up, and nothing that never began stays open', async () => {
  const user = await billing.ledger.newPerson()
  const lost = await billing.start(user)
  await billing.note(lost.attempt_id, 'unknown')
  await billing.believe({ ...lost, ref: 'found-there' }, { status: 'pending' })
  expect(await billing.payment(user, lost.payment_id)).toMatchObject({ status: 'pending' })
  await billing.believe({ ...lost, ref: 'found-there' }, { status: 'paid' })
  expect(await paidOf(user)).toBe(25)

  const never = await billing.start(user, { price_id: topup, credits: 2 })
  await billing.note(never.attempt_id, 'unknown')
  await billing.ledger.asServer('select public.attempt_not_found($1)', [never.attempt_id])
  expect(await billing.payment(user, never.payment_id)).toMatchObject({ status: 'created' })
  await billing.move('3 minutes')
  await billing.ledger.asServer('select public.attempt_not_found($1)', [never.attempt_id])
  expect(await billing.payment(user, never.payment_id)).toMatchObject({ status: 'failed' })
})

test('whoever gives up after they have approved gets what they paid', async () => {
  const user = await billing.ledger.newPerson()
  const opened = await billing.opened(user)
  await billing.as(user, 'select public.cancel_payment($1)', [opened.payment_id])
  expect(await billing.payment(user, opened.payment_id)).toMatchObject({ status: 'canceled' })
  await billing.believe(opened, { status: 'paid' })
  expect(await paidOf(user)).toBe(25)
})

test('after 48 hours an unresolved payment is in review, with a finding', async () => {
  const user = await billing.ledger.newPerson()
  const opened = await billing.opened(user)
  await billing.move('49 hours')
  await billing.ledger.asServer('select * from public.claim_payment_attempts(10)')
  expect(await billing.payment(user, opened.payment_id)).toMatchObject({ status: 'review', reason: 'unresolved' })
  expect(await billing.findings()).toContain('unresolved')
  await billing.believe(opened, { status: 'paid' })
  expect(await paidOf(user)).toBe(25)
})

describe('is refused at the start:', () => {
  test.each([
    ['a price that is not', { price_id: randomUUID() }, 'PT404 offer_unknown'],
    ['one credit', { price_id: topup, credits: 1 }, 'PT422 topup_size'],
    ['ten credits', { price_id: topup, credits: 10 }, 'PT422 topup_size'],
    ['an operator that is not', { method: 'nobody_bj' }, 'PT404 operator_unknown'],
    ['a way back that is not ours', { return_to: '//evil.example' }, '23514'],
    ['a gift for nobody of this name', { gift: { username: 'nobody_here' } }, 'PT404 gift_nobody'],
    ['a gift without a whom', { gift: {} }, 'PT422 gift_nobody'],
  ])('%s', async (_, order, refusal) => {
    expect(await refusalOf(billing.start(await billing.ledger.newPerson(), order))).toBe(refusal)
  })

  test('a price that has changed, with the new one', async () => {
    const ended = randomUUID()
    await billing.ledger.asOwner(
      `insert into billing.prices (id, sku, currency, amount, valid_from, valid_to)
       values ($1, 'pack_25', 'XOF', 900, '2025-01-01Z', '2025-06-01Z')`,
      [ended],
    )
    const start = billing.start(await billing.ledger.newPerson(), { price_id: ended })
    await expect(start).rejects.toMatchObject({ code: 'PT409', hint: 'price_changed' })
    const { detail } = (await start.catch((error: unknown) => error)) as { detail: string }
    expect(JSON.parse(detail)).toEqual({ price_id: pack25, amount: 1000 })
  })

  test('the sixth that is open, and the eleventh in a minute', async () => {
    const user = await billing.ledger.newPerson()
    const sizes = [2, 3, 4, 5, 6]
    for (const credits of sizes) await billing.start(user, { price_id: topup, credits })
    expect(await refusalOf(billing.start(user))).toBe('PT429 too_many_open')
  })

  test('more than one’s own limit, unless one says yes', async () => {
    const user = await billing.ledger.newPerson()
    await billing.as(user, `select public.set_spend_limit('day', 500)`)
    expect(await refusalOf(billing.start(user))).toBe('PT409 spend_limit')
    expect(await refusalOf(billing.start(user, { over_limit: true }))).toBe('done')
  })
})
