/** Receipts without a gap, breakers, books held against the provider's, and what the staff sees and does. */
import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openBilling, refusalOf, type Billing } from './open-billing.ts'

let billing: Billing
let user: string
let staff: string
beforeAll(async () => {
  billing = await openBilling()
  user = await billing.ledger.newPerson()
  staff = await billing.ledger.newPerson()
})
afterAll(() => billing[Symbol.asyncDispose]())

const issue = () => billing.ledger.asServer(`select public.issue_receipts(100, '{"name":"Cortexia"}')`)
const findings = (open = true) =>
  billing.asStaff<{ id: string; kind: string; ref: string; settled_by: string | null; note: string | null }>(
    staff,
    'select * from public.staff_findings($1)',
    [open],
  )

describe('receipts', () => {
  test('have numbers without a gap or a double, whoever issues at once', async () => {
    for (let bought = 0; bought < 30; bought += 1) await billing.bought(await billing.ledger.newPerson())
    await Promise.all(Array.from({ length: 6 }, issue))
    await issue()
    const rows = await billing.ledger.asOwner<{ n: number }>(
      `select right(number, 6)::int as n from billing.receipts where kind = 'receipt' order by 1`,
    )
    expect(rows.map(({ n }) => n)).toEqual(rows.map((_, place) => place + 1))
    expect(rows.length).toBeGreaterThanOrEqual(30)
  })

  test('are never changed, and are their owner’s alone', async () => {
    const { payment_id: id } = await billing.bought(user)
    await issue()
    const [receipt] = await billing.as<{ id: string }>(
      user,
      'select id from public.my_receipts where payment_id = $1',
      [id],
    )
    const print = (who: string) => refusalOf(billing.as(who, 'select public.receipt_to_print($1)', [receipt!.id]))
    expect([await print(user), await print(staff)]).toEqual(['done', 'PT404 not_found'])
    expect(await refusalOf(billing.ledger.asOwner('update billing.receipts set amount = 1'))).toBe('42501')
    expect(await refusalOf(billing.ledger.asOwner('delete from billing.receipts'))).toBe('42501')
  })

  test('of what was given back twice are two notes that sum to it', async () => {
    const bought = await billing.bought(user)
    await billing.believe(bought, { status: 'paid', refunded: 300 })
    await billing.believe(bought, { status: 'paid', refunded: 1000 })
    await billing.believe(bought, { status: 'paid', refunded: 1000 })
    await issue()
    const notes = await billing.as<{ amount: string; credits: number }>(
      user,
      `select amount, credits from public.my_receipts where payment_id = $1 and kind = 'credit_note' order by number`,
      [bought.payment_id],
    )
    expect(notes.map(({ amount, credits }) => [Number(amount), credits])).toEqual([
      [300, 7],
      [700, 18],
    ])
  })
})

describe('a way to pay', () => {
  const note = (isOk: boolean) =>
    billing.ledger.asServer(`select public.note_provider_call('sandbox', 'moov_tg', $1) as up`, [isOk])
  const start = async () => refusalOf(billing.start(await billing.ledger.newPerson(), { method: 'moov_tg' }))
  const isUp = async () =>
    (await billing.as<{ is_up: boolean }>(user, `select is_up from public.payment_methods where code = 'moov_tg'`))[0]!
      .is_up

  test('that fails five times is closed, lets one in thirty seconds try, and opens with the first answer', async () => {
    for (let failure = 0; failure < 4; failure += 1) await note(false)
    expect(await isUp()).toBe(true)
    await note(false)
    expect(await isUp()).toBe(false)
    expect(await start()).toBe('PT503 operator_down')
    await billing.ledger.asOwner(
      `update billing.provider_health set changed_at = clock_timestamp() - interval '31 seconds'`,
    )
    expect((await Promise.all([start(), start(), start()])).toSorted()).toEqual([
      'PT503 operator_down',
      'PT503 operator_down',
      'done',
    ])
    await note(true)
    expect([await isUp(), await start()]).toEqual([true, 'done'])
  })
})

describe('books', () => {
  test('that differ from what the provider says it has lie before the staff, once a day', async () => {
    const compare = async (provider: string, theirs: number) => {
      const [row] = await billing.ledger.asServer<{ off: string }>(
        `select public.compare_provider_balance($1, 'XOF', $2) as off`,
        [provider, theirs],
      )
      return Number(row!.off)
    }
    await billing.bought(user, { provider: 'fedapay' })
    expect(await compare('fedapay', 1000)).toBe(0)
    expect(await compare('fedapay', 900)).toBe(-100)
    expect(await compare('fedapay', 900)).toBe(-100)
    expect((await findings()).filter(({ kind }) => kind === 'balance_differs')).toHaveLength(1)
    await billing.ledger.asServer(`select public.note_settlement('fedapay', 'set_1', 'XOF', 400)`)
    await billing.ledger.asServer(`select public.note_settlement('fedapay', 'set_1', 'XOF', 400)`)
    expect(await compare('fedapay', 600)).toBe(0)
  })

  test('are compared by one of many processes', async () => {
    const claim = async () => {
      const [row] = await billing.ledger.asServer<{ since: Date | null }>(
        `select public.claim_billing_job('nightly', '1 day') as since`,
      )
      return row!.since
    }
    expect((await Promise.all([claim(), claim(), claim(), claim()])).filter((since) => since !== null)).toHaveLength(1)
    await billing.ledger.asServer(`select public.finish_billing_job('nightly')`)
    expect(await claim()).toBeNull()
    await billing.move('25 hours')
    expect(await claim()).not.toBeNull()
  })
})

describe('the staff', () => {
  const calls = [
    'staff_findings()',
    'staff_payments()',
    'staff_disputes()',
    `settle_finding(1, 'x')`,
    `reread_payment('${randomUUID()}')`,
    `fail_payment('${randomUUID()}', 'x')`,
    `settle_refund_by_hand('${randomUUID()}', true, 'x')`,
  ]
  test.each(calls)('alone may %s', async (call) => {
    expect(await refusalOf(billing.as(user, `select * from public.${call}`))).toBe('PT403 staff_only')
    expect(await refusalOf(billing.ledger.inTransaction('anon', `select * from public.${call}`))).toBe('42501')
  })

  test('sees a payment in review, has the provider asked anew, and what was done stays written', async () => {
    const opened = await billing.opened(user)
    await billing.believe(opened, { status: 'paid', amount: 900 })
    const inReview = async () =>
      (
        await billing.asStaff<{ id: string; acts: { act: string; note: string }[] }>(
          staff,
          'select * from public.staff_payments()',
        )
      ).find(({ id }) => id === opened.payment_id)
    expect(await inReview()).toMatchObject({ acts: [] })
    await billing.asStaff(staff, `select public.reread_payment($1, 'asked them')`, [opened.payment_id])
    expect(await inReview()).toMatchObject({ acts: [{ act: 'payment_reread', note: 'asked them' }] })
    const due = await billing.ledger.asServer<{ attempt_id: string }>('select * from public.claim_payment_attempts(50)')
    expect(due.map(({ attempt_id: id }) => id)).toContain(opened.attempt_id)
    expect(await refusalOf(billing.asStaff(staff, `select public.fail_payment($1, ' ')`, [opened.payment_id]))).toBe(
      'PT422 note_needed',
    )
    await billing.asStaff(staff, `select public.fail_payment($1, 'they say no')`, [opened.payment_id])
    expect((await billing.payment(user, opened.payment_id)).status).toBe('failed')
    expect(await refusalOf(billing.ledger.asOwner(`update billing.staff_acts set note = 'nothing'`))).toBe('42501')
  })

  test('settles a finding once, with what was done', async () => {
    const [found] = await findings()
    await billing.asStaff(staff, `select public.settle_finding($1, 'written to them')`, [found!.id])
    expect((await findings(false))[0]).toMatchObject({ id: found!.id, note: 'written to them' })
    expect(await refusalOf(billing.asStaff(staff, `select public.settle_finding($1, 'again')`, [found!.id]))).toBe(
      'PT404 not_found',
    )
  })

  test('pays a refund by hand where the provider has no other way', async () => {
    const who = await billing.ledger.newPerson()
    const bought = await billing.bought(who, { provider: 'fedapay' })
    await billing.as(who, 'select public.ask_refund($1)', [bought.payment_id])
    const refund = (await findings()).find(({ kind }) => kind === 'refund_by_hand')!.ref
    expect(
      await refusalOf(billing.asStaff(staff, `select public.settle_refund_by_hand($1, true, ' ')`, [refund])),
    ).toBe('PT422 note_needed')
    await billing.asStaff(staff, `select public.settle_refund_by_hand($1, true, 'by their dashboard')`, [refund])
    expect(await billing.payment(who, bought.payment_id)).toMatchObject({ refunded: 1000, refund_state: 'done' })
    await billing.believe(bought, { status: 'paid', refunded: 1000 })
    await billing.requireSound()
  })
})
