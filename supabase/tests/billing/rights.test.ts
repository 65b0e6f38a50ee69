/** Nobody, the service key included, writes what was paid; everybody sees their own alone; what is broken all the same is seen. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openBilling, refusalOf, type Billing } from './open-billing.ts'

let billing: Billing
beforeAll(async () => {
  billing = await openBilling()
})
afterAll(() => billing[Symbol.asyncDispose]())

describe('no role of the wire has a right on', () => {
  test('a table of payments', async () => {
    const tables = await billing.ledger.asOwner<{ name: string; role: string }>(
      `select c.oid::regclass::text as name, r.rolname as role
       from pg_class c cross join pg_roles r
       where c.relnamespace = 'billing'::regnamespace and c.relkind in ('r', 'v')
         and r.rolname in ('anon', 'authenticated', 'service_role')
         and has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate')`,
    )
    expect(tables).toEqual([])
    const [count] = await billing.ledger.asOwner<{ n: number }>(
      `select count(*)::int as n from pg_class where relnamespace = 'billing'::regnamespace and relkind = 'r'`,
    )
    expect(count!.n).toBeGreaterThan(10)
  })

  test.each([
    'apply_payment_truth',
    'start_payment',
    'note_attempt',
    'claim_refunds',
    'move_payment_clock',
    'billing_violations',
    'issue_receipts',
    'promo_for_order',
    'claim_billing_job',
    'finish_billing_job',
    'note_settlement',
    'compare_provider_balance',
    'report_webhook_off',
    'note_provider_call',
    'advance_billing_clock',
    'claim_plan_renewals',
    'release_earnings',
    'post_royalties',
    'set_payout_destination',
    'bank_account_of',
    'keep_bank_account',
    'apply_bank_truth',
    'claim_payouts',
    'note_payout_ref',
    'note_payout',
    'apply_payout_truth',
    'payouts_to_read',
    'sandbox_payout',
    'sandbox_payouts',
  ])('%s, but the service key', async (name) => {
    const [rights] = await billing.ledger.asOwner<Record<string, boolean>>(
      `select bool_or(has_function_privilege('anon', p.oid, 'execute')) as anon,
           bool_or(has_function_privilege('authenticated', p.oid, 'execute')) as authenticated,
           bool_and(has_function_privilege('service_role', p.oid, 'execute')) as service
         from pg_proc p where p.proname = $1`,
      [name],
    )
    expect(rights).toEqual({ anon: false, authenticated: false, service: true })
  })
})

test('people see their own payments and gifts alone, visitors none', async () => {
  const [user, stranger] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
  const { payment_id: id } = await billing.bought(user)
  expect(await billing.as(user, 'select id from public.my_payments')).toEqual([{ id }])
  expect(await billing.as(stranger, 'select id from public.my_payments')).toEqual([])
  expect(await refusalOf(billing.as(stranger, 'select public.payment_status($1)', [id]))).toBe('PT404 payment_unknown')
  expect(await refusalOf(billing.as(stranger, 'select public.cancel_payment($1)', [id]))).toBe('PT404 payment_unknown')
  expect(await refusalOf(billing.ledger.inTransaction('anon', 'select * from public.my_payments'))).toBe('42501')
  await billing.ledger.inTransaction('anon', 'select * from public.offers', 'select * from public.payment_methods')
})

describe('whoever owns the tables cannot write', () => {
  test.each([
    [
      'a state that does not follow',
      `update billing.payments set status = 'created' where id = $1`,
      'PT409 payment_state',
    ],
    ['another amount', 'update billing.payments set amount = 1005 where id = $1', '42501'],
    ['less of a refund', 'update billing.payments set refunded = -1 where id = $1', '42501'],
    [
      'an attempt that was paid, open',
      `update billing.attempts set state = 'open' where payment_id = $1`,
      'PT409 attempt_state',
    ],
    ['nothing', 'delete from billing.payments where id = $1', '42501'],
    [
      'another price',
      'update billing.prices p set amount = 5 from billing.payments q where q.price_id = p.id and q.id = $1',
      '42501',
    ],
  ])('%s', async (_, statement, refusal) => {
    const { payment_id: id } = await billing.bought(await billing.ledger.newPerson())
    expect(await refusalOf(billing.ledger.asOwner(statement, [id]))).toBe(refusal)
  })
})

/** How a payment that is in one state, whatever brought it there, may become another. */
async function transition(from: string, to: string): Promise<string> {
  const { payment_id: id } = await billing.start(await billing.ledger.newPerson())
  const client = await billing.ledger.ownConnection()
  const paidAt = (state: string) => (state === 'paid' ? 'clock_timestamp()' : 'null')
  const become = (state: string) =>
    client.query(`update billing.payments set status = '${state}', paid_at = ${paidAt(state)} where id = $1`, [id])
  try {
    await client.query('begin')
    await client.query('alter table billing.payments disable trigger guard_payment')
    await become(from)
    await client.query('alter table billing.payments enable trigger guard_payment')
    return await refusalOf(become(to))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('every transition of a payment that is not of its machine is refused', async () => {
  const states = ['created', 'pending', 'paid', 'failed', 'canceled', 'expired', 'review']
  const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const))
  const ends: [string, string][] = []
  for (const [from, to] of pairs) ends.push([`${from} → ${to}`, await transition(from, to)])
  const allowed = [
    ...['pending', 'paid', 'failed', 'canceled', 'expired', 'review'].map((to) => `created → ${to}`),
    ...['paid', 'failed', 'canceled', 'expired', 'review'].map((to) => `pending → ${to}`),
    ...['failed', 'canceled', 'expired'].flatMap((from) =>
      ['created', 'paid', 'review'].map((to) => `${from} → ${to}`),
    ),
    ...['paid', 'failed'].map((to) => `review → ${to}`),
  ]
  expect(ends).toEqual(ends.map(([pair]) => [pair, allowed.includes(pair) ? 'done' : 'PT409 payment_state']))
  expect(ends.filter(([, end]) => end === 'done')).toHaveLength(allowed.length)
})

describe('the realm', () => {
  test('stays once there are payments, and its clock only goes forward', async () => {
    await billing.start(await billing.ledger.newPerson())
    expect(await refusalOf(billing.ledger.asServer(`select public.enter_payment_realm('live')`))).toBe(
      'PT409 realm_settled',
    )
    expect(await refusalOf(billing.move('-1 hour'))).toBe('PT422 clock_step')
    await billing.move('1 hour')
    expect(await refusalOf(billing.ledger.asOwner(`update billing.realm set test_offset = '0'`))).toBe(
      'PT409 clock_back',
    )
    expect(await refusalOf(billing.ledger.asOwner('truncate billing.realm'))).toBe('42501')
  })

  test('that is live has no sandbox and no clock to move', async () => {
    await using live = await openBilling()
    await live.ledger.asServer(`select public.enter_payment_realm('live')`)
    expect(await refusalOf(live.start(await live.ledger.newPerson()))).toBe('PT404 provider_unknown')
    expect(await refusalOf(live.move('1 hour'))).toBe('PT404')
  })
})

describe('what somebody with every right has broken', () => {
  let payment: string
  let waiting: string
  beforeAll(async () => {
    const [giver, user] = [await billing.ledger.newPerson(), await billing.ledger.newPerson()]
    payment = (await billing.bought(user)).payment_id
    waiting = (await billing.opened(user, { price_id: '01940000-0000-7000-8000-000000000002' })).payment_id
    await billing.bought(giver, { gift: { code_hash: '01'.repeat(32) } })
    await billing.as(user, 'select public.ask_refund($1)', [payment])
  })

  test.each<[string, () => string]>([
    ['I11', () => `update billing.payments set status = 'failed', paid_at = null where id = '${payment}'`],
    ['I11', () => `update billing.payments set status = 'paid', paid_at = now() where id = '${waiting}'`],
    ['I11', () => `update ledger.transfers set idem_key = 'pay:none' where idem_key = 'pay:${payment}'`],
    ['I16', () => `update billing.refunds set state = 'done', closed_at = now() where payment_id = '${payment}'`],
    ['I18', () => `update billing.gifts set state = 'taken_back', closed_at = now() where state = 'open'`],
    ['I19', () => `update billing.realm set kind = 'live', test_offset = '0'`],
    [
      'I20',
      () => `insert into billing.findings (kind, ref, found_at) values ('dispute', 'one', now() - interval '25 hours')`,
    ],
    ['I21', () => `update billing.attempts set poll_at = null where payment_id = '${waiting}'`],
  ])('%s is seen', async (rule, defect) => {
    const client = await billing.ledger.ownConnection()
    try {
      await client.query('begin')
      // No trigger stands in the way of whoever has this right.
      await client.query('set local session_replication_role = replica')
      await client.query(defect())
      const { rows } = await client.query<{ rule: string }>('select distinct rule from billing.violations')
      expect(rows.map((row) => row.rule.split(' ')[0])).toContain(rule)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
