/** Who may do what with whose money: everybody reads the price list, people their own lines, nobody writes any. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { kossi, makeCreation, publish } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, ownedOnly, reading, unwritable, type Line } from './rights-line.ts'

const transferOf = (database: TestDatabase, person: string) =>
  asOwner(database, 'select id as value from ledger.transfers where idem_key = $1', [`bonus:${person}:welcome`])

async function payment(database: TestDatabase, gift?: object): Promise<string> {
  const order = {
    idempotency_key: crypto.randomUUID(),
    price_id: '01940000-0000-7000-8000-000000000003',
    provider: 'sandbox',
    method: 'mtn_bj',
    gift,
  }
  const start = `select public.start_payment($1::uuid, $2::jsonb) ->> 'payment_id' as value`
  return asOwner(database, start, [kossi, JSON.stringify(order)])
}

async function paid(database: TestDatabase, price: string): Promise<string> {
  const order = { idempotency_key: crypto.randomUUID(), price_id: price, provider: 'sandbox', method: 'mtn_bj' }
  const start = `select public.start_payment($1::uuid, $2::jsonb) ->> 'attempt_id' as value`
  const attempt = await asOwner(database, start, [kossi, JSON.stringify(order)])
  const believe = `
    select public.apply_payment_truth('sandbox', 'ref of ' || $1, $1::uuid, jsonb_build_object('status', 'paid', 'currency', p.currency,
      'amount', p.amount, 'refunded', 0, 'realm', 'test', 'raw', 'paid'))::text as value
    from billing.payments p join billing.attempts a on a.payment_id = p.id where a.id = $1::uuid`
  return asOwner(database, believe, [attempt])
}

async function receipt(database: TestDatabase): Promise<string> {
  const id = await paid(database, '01940000-0000-7000-8000-000000000002')
  await asOwner(database, `select public.issue_receipts(10, '{"name":"Cortexia"}')::text as value`, [])
  return id
}

async function subscription(database: TestDatabase): Promise<string> {
  const id = await paid(database, '01940000-0000-7000-8000-000000000007')
  return asOwner(database, 'select subscription_id::text as value from billing.payments where id = $1', [id])
}

const everybody = { insertable: [], updatable: [] } as const

export const rightsOfMoney: Readonly<Record<string, Line>> = {
  my_balance: {
    row: async () => 'available=eq.5',
    insert: async () => ({ promo: 1 }),
    update: { promo: 100 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'seen', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    insertable: [],
    updatable: [],
  },
  credit_statement: {
    row: async (database) => `id=eq.${await transferOf(database, kossi)}`,
    insert: async () => ({ amount: 1 }),
    update: { amount: 100 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    insertable: [],
    updatable: [],
  },
  my_holds: {
    row: async (database) => {
      const hold = `select id as value from ledger.hold(gen_random_uuid(), $1::uuid, 1, 'generation', 'one')`
      return `id=eq.${await asOwner(database, hold, [kossi])}`
    },
    insert: async () => ({ amount: 1 }),
    update: { amount: 100 },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: [],
  },
  offers: {
    row: async () => 'sku=eq.pack_25&currency=eq.XOF',
    insert: async () => ({ sku: 'pack_1' }),
    update: { amount: 5 },
    visitor: { select: 'seen', ...unwritable },
    other: { select: 'seen', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  payment_methods: {
    row: async () => 'code=eq.mtn_bj',
    insert: async () => ({ code: 'none_bj' }),
    update: { name: 'changed' },
    visitor: reading,
    other: reading,
    owner: reading,
    ...everybody,
  },
  my_payments: {
    row: async (database) => `id=eq.${await payment(database)}`,
    insert: async () => ({ status: 'paid' }),
    update: { status: 'paid' },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_gifts: {
    row: async (database) => `payment_id=eq.${await payment(database, { code_hash: '00'.repeat(32) })}`,
    insert: async () => ({ credits: 1 }),
    update: { state: 'open' },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_promo_codes: {
    row: async (database) => {
      const code = `with code as (
          insert into billing.promo_codes (code_hash, label, kind, value, valid_to, max_uses, created_by)
          values (sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'Une fête', 'percent', 10, now() + interval '1 day', 5, $1)
          returning id)
        insert into billing.promo_uses (promo_id, user_id, state) select id, $1, 'kept' from code returning promo_id::text as value`
      return `promo_id=eq.${await asOwner(database, code, [kossi])}`
    },
    insert: async () => ({ state: 'reserved' }),
    update: { state: 'reserved' },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  spend_limits: {
    row: async (database) => {
      const limit = `insert into public.spend_limits (user_id, period, francs) values ($1, 'day', 500) returning user_id::text as value`
      return `user_id=eq.${await asOwner(database, limit, [kossi])}`
    },
    insert: async () => ({ user_id: kossi, period: 'month', francs: 500 }),
    update: { francs: 5000 },
    ...ownedOnly,
    ...everybody,
  },
  plans: {
    row: async () => 'sku=eq.plan_studio&currency=eq.XOF',
    insert: async () => ({ sku: 'plan_free' }),
    update: { amount: 5 },
    visitor: { select: 'seen', ...unwritable },
    other: { select: 'seen', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_subscription: {
    row: async (database) => `id=eq.${await subscription(database)}`,
    insert: async () => ({ state: 'active' }),
    update: { state: 'active' },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_numbers: {
    row: async (database) => {
      const number = `insert into billing.numbers (user_id, msisdn_hash, operator, msisdn_last4)
        values ($1, sha256('one'), 'mtn_bj', '3456')
        on conflict (user_id, msisdn_hash) do update set operator = 'mtn_bj' returning msisdn_last4 as value`
      return `msisdn_last4=eq.${await asOwner(database, number, [kossi])}`
    },
    insert: async () => ({ operator: 'mtn_bj' }),
    update: { msisdn_last4: '0000' },
    ...ownedOnly,
    ...everybody,
  },
  creators: {
    row: async (database) => {
      const area = `insert into public.creators (user_id) values ($1)
        on conflict (user_id) do update set is_open = true returning user_id::text as value`
      return `user_id=eq.${await asOwner(database, area, [kossi])}`
    },
    insert: async () => ({ user_id: kossi }),
    update: { remix_bp: 0 },
    visitor: reading,
    other: reading,
    blocked: { ...nothing, select: 'hidden' },
    owner: reading,
    ...everybody,
  },
  my_earnings: {
    row: async (database) => {
      const earning = `insert into billing.earnings (user_id, source, ref_id, amount, release_at)
        values ($1, 'tip', gen_random_uuid(), 20, now()) returning id::text as value`
      return `id=eq.${await asOwner(database, earning, [kossi])}`
    },
    insert: async () => ({ state: 'available' }),
    update: { state: 'available' },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_earning_years: {
    row: async (database) => {
      const earning = `insert into billing.earnings (user_id, source, ref_id, amount, release_at)
        values ($1, 'challenge', gen_random_uuid(), 20, now()) returning source as value`
      return `source=eq.${await asOwner(database, earning, [kossi])}`
    },
    insert: async () => ({ year: 2026 }),
    update: { amount: 1000 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_earning_days: {
    row: async (database) => {
      const earning = `insert into billing.earnings (user_id, source, ref_id, amount, release_at)
        values ($1, 'referral', gen_random_uuid(), 20, now()) returning source as value`
      return `source=eq.${await asOwner(database, earning, [kossi])}`
    },
    insert: async () => ({ day: '2026-03-01' }),
    update: { amount: 1000 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  my_identity: {
    row: async (database) => {
      const stated = `insert into billing.identities values ($1, 'Kossi Mensah', '1996-05-04', 'TG')
        on conflict (user_id) do update set stated_at = now() returning country as value`
      return `country=eq.${await asOwner(database, stated, [kossi])}`
    },
    insert: async () => ({ legal_name: 'Kossi Mensah' }),
    update: { country: 'BJ' },
    ...ownedOnly,
    ...everybody,
  },
  my_royalties: {
    row: async (database) => {
      const line = `insert into billing.royalties (generation_id, level, ancestor_post_id, remixer, beneficiary, paid, rate_bp, milli, accrued_on)
        values (gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), $1, 1, 1000, 2500, current_date)
        returning ancestor_post_id::text as value`
      return `post_id=eq.${await asOwner(database, line, [kossi])}`
    },
    insert: async () => ({ milli: 1000 }),
    update: { milli: 1000 },
    visitor: { select: 'denied', ...unwritable },
    other: { select: 'hidden', ...unwritable },
    owner: { select: 'seen', ...unwritable },
    ...everybody,
  },
  prompt_prices: {
    row: async (database) => {
      await makeCreation(database, kossi)
      const post = await publish(database, kossi)
      await asOwner(
        database,
        'update public.feed_posts set prompt_visible = false where id = $1 returning id as value',
        [post],
      )
      const price = 'insert into public.prompt_prices values ($1, 3) returning post_id::text as value'
      return `post_id=eq.${await asOwner(database, price, [post])}`
    },
    insert: async () => ({ post_id: crypto.randomUUID(), credits: 3 }),
    update: { credits: 1 },
    visitor: reading,
    other: reading,
    blocked: { ...nothing, select: 'hidden' },
    owner: reading,
    ...everybody,
  },
  my_payouts: {
    row: async (database) => {
      const payout = `insert into billing.payouts (user_id, operator, msisdn_last4, destination_hash, msisdn_sealed, amount, idempotency_key, status, closed_at)
        values ($1, 'mtn_bj', '3456', sha256('one'), '', 2000, gen_random_uuid()::text, 'failed', now()) returning id::text as value`
      return `id=eq.${await asOwner(database, payout, [kossi])}`
    },
    insert: async () => ({ status: 'sent' }),
    update: { status: 'sent' },
    ...ownedOnly,
    ...everybody,
  },
  my_receipts: {
    row: async (database) => `payment_id=eq.${await receipt(database)}`,
    insert: async () => ({ number: 'CX-2026-000001' }),
    update: { amount: 1 },
    ...ownedOnly,
    ...everybody,
  },
}
