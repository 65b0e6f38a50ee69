/**
 * Purchases in number, every fifth with a fault: 100 000 by SQL (answers that are lost, truths twice or in a wrong order, a
 * wrong amount first, a second transaction), 2 000 through the functions over HTTP with the sandbox as provider (webhooks
 * lost and doubled, answers lost, a refusal that is approved after all, a twin). What counts: credits given twice or not at
 * all, and rows that break a rule. Both numbers can be given as arguments.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'
import pg from 'pg'

import { asked, person, type Person } from '../../../supabase/tests/billing/payment-callers.ts'
import { startSystem } from '../../support/start-system.ts'
import { startPostgres } from '../support/postgres.ts'
import { number, quantile, table } from '../support/report.ts'

const [bySql = 100_000, byHttp = 2000] = process.argv.slice(2).map(Number)
const pack = '01940000-0000-7000-8000-000000000003'
const perPerson = 10
const connections = 4
const chunk = 200

const purchases = `
create function pg_temp.purchase(p_user uuid, n int) returns void language plpgsql as $$
declare
  r jsonb := public.start_payment(p_user, jsonb_build_object('idempotency_key', 'bench-' || p_user || '-' || n, 'price_id', '${pack}',
    'provider', 'sandbox', 'method', (array['mtn_bj', 'moov_bj', 'card', 'yas_tg', 'orange_ci'])[1 + n % 5]));
  a constant uuid := r ->> 'attempt_id';
  ref constant text := 'ref-' || a;
  fault constant int := case when n % 5 = 0 then n / 5 % 5 end;
  truth constant jsonb := '{"status":"paid","currency":"XOF","amount":1000,"refunded":0,"fee":18,"realm":"test","raw":"approved"}';
begin
  if fault = 0 then
    perform public.note_attempt(a, 'unknown');
  else
    perform public.note_attempt(a, 'started', ref);
  end if;
  if fault = 1 then
    perform public.apply_payment_truth('sandbox', ref, a, truth || '{"status":"failed","reason":"refused"}');
  elsif fault = 2 then
    perform public.apply_payment_truth('sandbox', ref, a, truth || '{"amount":900}');
  elsif fault = 3 then
    perform public.apply_payment_truth('sandbox', ref, a, truth);
    perform public.apply_payment_truth('sandbox', ref, a, truth || '{"status":"pending"}');
  end if;
  perform public.apply_payment_truth('sandbox', ref, a, truth);
  if fault = 4 then
    perform public.apply_payment_truth('sandbox', ref || '-twin', a, truth);
  end if;
end $$`

/** Of each person: what they should have, and what they have. */
const wrongBalances = `
  select count(*)::int as n from (
    select p.user_id, 25 * count(*) as due from billing.payments p where p.status = 'paid' group by 1) as bought
  join ledger.accounts a on a.owner = 'user:' || bought.user_id and a.kind = 'paid' and a.asset = 'CREDIT'
  join ledger.balances b on b.account_id = a.id
  where b.balance <> bought.due`

async function sqlPart(): Promise<string[]> {
  await using postgres = await startPostgres()
  await postgres.script('postgres', 'create database payments')
  const url = postgres.url('payments')
  await using databases = await openDatabases({ kind: 'postgres', url }, () => {})
  const product = { name: 'product', folder: new URL('../../../supabase/migrations/', import.meta.url) }
  const sources = [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product]
  await migrate(databases, sources, () => {})
  await using owner = closing(new pg.Pool({ connectionString: url, max: connections + 1 }))
  const people = Math.ceil(bySql / perPerson)
  await owner.pool.query(
    `insert into auth.users (id, email, aud, role, raw_user_meta_data, created_at)
     select gen_random_uuid(), 'bench-' || n || '@example.com', 'authenticated', 'authenticated', '{}', now() from generate_series(1, $1) n`,
    [people],
  )
  const { rows } = await owner.pool.query<{ id: string }>(`select id from auth.users where email like 'bench-%'`)
  const groups = Array.from({ length: Math.ceil(people / chunk) }, (_, place) =>
    rows.slice(place * chunk, (place + 1) * chunk).map(({ id }) => id),
  )
  const began = performance.now()
  const times: number[] = []
  await Promise.all(Array.from({ length: connections }, () => work(owner.pool, groups, times)))
  const seconds = (performance.now() - began) / 1000
  const one = async (text: string) => (await owner.pool.query<{ n: number }>(text)).rows[0]!.n
  const lost = await one(
    `select count(*)::int as n from billing.payments where status <> 'paid' and duplicate_of is null`,
  )
  const total = await one(`select count(*)::int as n from billing.payments where duplicate_of is null`)
  const double = await one(wrongBalances)
  const violations = await one(
    `select (select count(*) from ledger.violations)::int + (select count(*) from billing.violations)::int as n`,
  )
  return [
    'SQL',
    number(total),
    number(total / seconds),
    number(quantile(times, 0.95)),
    `${double}`,
    `${lost}`,
    `${violations}`,
  ]
}

async function work(pool: pg.Pool, groups: string[][], times: number[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(purchases)
    for (let group = groups.pop(); group !== undefined; group = groups.pop()) {
      for (const user of group) {
        const began = performance.now()
        // Each purchase is a transaction of its own, as it is in life; ten are sent at once.
        await client.query(
          Array.from({ length: perPerson }, (_, n) => `select pg_temp.purchase('${user}', ${n}); commit;`).join(''),
        )
        times.push((performance.now() - began) / perPerson)
      }
    }
  } finally {
    client.release(true)
  }
}

function closing(pool: pg.Pool): AsyncDisposable & { readonly pool: pg.Pool } {
  return { pool, [Symbol.asyncDispose]: () => pool.end() }
}

/** By the last digits of the paying number: four of twenty are faults. */
const numbers = [...Array.from({ length: 16 }, () => '01'), '08', '09', '13', '22']

async function buy(who: Person, place: number): Promise<number> {
  const method = { kind: 'mobile_money', operator: 'mtn_bj', number: `01 00 00 00 ${numbers[place % numbers.length]}` }
  const key = { 'idempotency-key': randomUUID() }
  const began = performance.now()
  const answer = await asked<{ payment_id: string }>(who, { price_id: pack, method }, key)
  assert('payment_id' in answer, JSON.stringify(answer))
  const took = performance.now() - began
  for (;;) {
    const { data } = await who.client.from('my_payments').select('status').eq('id', answer.payment_id).single()
    if (data?.status === 'paid') return took
    await delay(500)
  }
}

async function httpPart(): Promise<string[]> {
  await using system = await startSystem()
  const people = Math.ceil(byHttp / perPerson)
  const waiting = Array.from({ length: people }, (_, place) => place)
  const times: number[] = []
  let done = 0
  const began = performance.now()
  async function shop(): Promise<void> {
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const who = await person(system)
      for (let n = 0; n < perPerson; n += 1) {
        times.push(await buy(who, place * perPerson + n))
        done += 1
        if (done % 100 === 0)
          console.log(`${done} of ${byHttp}, ${number(done / ((performance.now() - began) / 1000))} a second`)
      }
      await settleOf(who)
    }
  }
  let wrong = 0
  async function settleOf({ client }: Person): Promise<void> {
    const paid = async () =>
      (await client.from('my_payments').select('id', { count: 'exact', head: true }).eq('status', 'paid')).count ?? 0
    // A twin may be paid between the two reads; what is wrong stays wrong.
    for (let look = 0; look < 10; look += 1) {
      const { data } = await client.from('my_balance').select('paid').single<{ paid: number }>()
      if (data?.paid === 25 * (await paid())) return
      await delay(500)
    }
    wrong += 1
  }
  await Promise.all(Array.from({ length: 24 }, shop))
  const seconds = (performance.now() - began) / 1000
  return [
    'HTTP',
    number(done),
    number(done / seconds),
    number(quantile(times, 0.95)),
    `${wrong}`,
    `${byHttp - done}`,
    '–',
  ]
}

const head = ['by', 'purchases', 'a second', 'start, ms (p95)', 'wrong balances', 'lost', 'violations']
const rows: string[][] = []
if (bySql > 0) rows.push(await sqlPart())
if (byHttp > 0) rows.push(await httpPart())
console.log(table(head, rows))
for (const [, , , , wrong, lost, violations] of rows) assert.deepEqual([wrong, lost], ['0', '0'], violations)
