/** Who may do what with whose money: everybody reads the price list, people their own lines, nobody writes any. */
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { kossi } from '../support/product-database.ts'
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
    ...ownedOnly,
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
  my_receipts: {
    row: async (database) => `payment_id=eq.${await receipt(database)}`,
    insert: async () => ({ number: 'CX-2026-000001' }),
    update: { amount: 1 },
    ...ownedOnly,
    ...everybody,
  },
}
