/** What people see of the ledger: their own credits, whatever they ask for. */
import { randomUUID } from 'node:crypto'

import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { awa, kossi } from '../support/product-database.ts'
import { openProductRest, type ProductRest } from '../support/product-rest.ts'
import { openLedger, type Ledger } from './open-ledger.ts'

let ledger: Ledger
let rest: ProductRest
let awasClient: SupabaseClient
let kossisClient: SupabaseClient
beforeAll(async () => {
  ledger = await openLedger()
  rest = await openProductRest(ledger.database)
  awasClient = await rest.client(awa)
  kossisClient = await rest.client(kossi)
  await ledger.buy(awa, 20)
  const { id } = await ledger.hold({ user: awa, amount: 7, job: 'one of Awa' })
  await ledger.settle(id, { capture: 6 })
  await ledger.hold({ user: awa, amount: 3, job: 'another of Awa' })
  await ledger.hold({ user: kossi, amount: 1, job: 'one of Kossi' })
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await ledger[Symbol.asyncDispose]()
})

test('L14 a balance is one row, of whoever asks', async () => {
  expect((await awasClient.from('my_balance').select()).data).toEqual([
    { promo: 0, paid: 16, available: 16, held: 3, debt: 0 },
  ])
  expect((await kossisClient.from('my_balance').select()).data).toEqual([
    { promo: 4, paid: 0, available: 4, held: 1, debt: 0 },
  ])
})

test('L14 a statement has every entry of one’s own accounts, newest first, and none of anybody else', async () => {
  const { data } = await awasClient
    .from('credit_statement')
    .select('account, kind, amount, balance_after, why, ref_id')
    .order('id', { ascending: false })
    .order('seq')
  expect(data).toEqual([
    { account: 'paid', kind: 'hold', amount: -3, balance_after: 16, why: null, ref_id: 'another of Awa' },
    { account: 'held', kind: 'hold', amount: 3, balance_after: 3, why: null, ref_id: 'another of Awa' },
    { account: 'paid', kind: 'capture', amount: 1, balance_after: 19, why: 'capture', ref_id: 'one of Awa' },
    { account: 'held', kind: 'capture', amount: -7, balance_after: 0, why: 'capture', ref_id: 'one of Awa' },
    { account: 'promo', kind: 'hold', amount: -5, balance_after: 0, why: null, ref_id: 'one of Awa' },
    { account: 'paid', kind: 'hold', amount: -2, balance_after: 18, why: null, ref_id: 'one of Awa' },
    { account: 'held', kind: 'hold', amount: 7, balance_after: 7, why: null, ref_id: 'one of Awa' },
    { account: 'paid', kind: 'test', amount: 20, balance_after: 20, why: null, ref_id: null },
    { account: 'promo', kind: 'bonus', amount: 5, balance_after: 5, why: null, ref_id: 'welcome' },
  ])
  const { data: kossis } = await kossisClient.from('credit_statement').select('kind, ref_id').order('id')
  expect(new Set(kossis?.map(({ ref_id: job }) => job as string))).toEqual(new Set(['welcome', 'one of Kossi']))
})

test('L14 no filter leads to what is somebody else’s', async () => {
  const theirs = await kossisClient.from('credit_statement').select().eq('ref_id', 'one of Awa')
  expect(theirs.data).toEqual([])
  const either = await kossisClient.from('credit_statement').select('id').or('ref_id.eq.one of Awa,amount.eq.20')
  expect(either.data).toEqual([])
  const held = await kossisClient.from('my_holds').select('ref_id, amount')
  expect(held.data).toEqual([{ ref_id: 'one of Kossi', amount: 1 }])
})

test('L14 a function in a filter sees no row that the reader does not see', async () => {
  await ledger.asOwner(`create function public.look(value text) returns boolean language plpgsql cost 0.0000001 as $$
    begin raise notice 'seen: %', value; insert into public.seen values (value); return true; end $$`)
  await ledger.asOwner('create table public.seen (value text)')
  await ledger.asOwner('grant insert on public.seen to authenticated')
  await ledger.inTransaction(
    'authenticated',
    `set local request.jwt.claims = '{"sub":"${kossi}","role":"authenticated"}'`,
    // As planned on large tables: all rows are read, and filters run in the order of their costs.
    'set local enable_indexscan = off',
    'set local enable_bitmapscan = off',
    'set local enable_nestloop = off',
    'select * from public.credit_statement where public.look(ref_id)',
    'select * from public.my_holds where public.look(ref_id)',
  )
  const seen = await ledger.asOwner<{ value: string }>('select distinct value from public.seen where value is not null')
  expect(seen.map(({ value }) => value).toSorted()).toEqual(['one of Kossi', 'welcome'])
})

test('L14 visitors see nothing, and the ledger itself is not on the wire', async () => {
  for (const view of ['my_balance', 'credit_statement', 'my_holds'])
    expect(await rest.ask(null, 'GET', view)).toMatchObject({ status: 401, code: '42501' })
  expect((await awasClient.from('entries').select()).error).toMatchObject({ code: 'PGRST205' })
  expect((await awasClient.schema('ledger').from('entries').select()).error).toMatchObject({ code: 'PGRST106' })
  expect((await awasClient.rpc('post', { p_key: randomUUID() })).error).toMatchObject({ code: 'PGRST202' })
  expect((await awasClient.rpc('ledger_violations')).error).toMatchObject({ code: '42501' })
})

test('prices are read by everybody', async () => {
  const { rows } = await rest.ask(null, 'GET', 'price_book?select=sku,credits&order=sku')
  expect(rows).toEqual(
    expect.arrayContaining([
      { sku: 'generation', credits: 1 },
      { sku: 'enhance', credits: 0 },
    ]),
  )
})
