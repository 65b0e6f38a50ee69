/** The invariants of the ledger see what is wrong, once somebody with every right has broken it. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openLedger, type Ledger } from './open-ledger.ts'

let ledger: Ledger
let user: string
beforeAll(async () => {
  ledger = await openLedger()
  user = await ledger.personWith({ promo: 3, paid: 9 })
  await ledger.settle((await ledger.hold({ user, amount: 5 })).id, { capture: 4 })
  await ledger.hold({ user, amount: 2 })
})
afterAll(() => ledger[Symbol.asyncDispose]())

const ofUser = (kind: string) =>
  `account_id = (select id from ledger.accounts where owner = 'user:${user}' and kind = '${kind}')`
const welcome = () => `(select id from ledger.transfers where idem_key = 'bonus:${user}:welcome')`

test('a ledger that nobody touched has none', async () => {
  expect(await ledger.violations()).toEqual([])
})

test.each<[string, () => string[]]>([
  ['I1', () => [`update ledger.entries set amount = amount + 1 where transfer_id = ${welcome()} and amount > 0`]],
  ['I2', () => [`delete from ledger.entries where transfer_id = ${welcome()}`]],
  ['I3', () => [`update ledger.balances set balance = balance + 1 where ${ofUser('paid')}`]],
  [
    'I4',
    () => [
      'alter table ledger.balances drop constraint no_overdraft',
      `update ledger.balances set balance = -1 where ${ofUser('paid')}`,
    ],
  ],
  ['I5', () => [`update ledger.balances set version = version + 1 where ${ofUser('held')}`]],
  ['I6', () => [`update ledger.entries set balance_after = 99 where ${ofUser('promo')} and account_version = 1`]],
  ['I7', () => [`update ledger.entries set amount = amount - 1 where transfer_id = ${welcome()} and amount < 0`]],
  ['I8', () => [`update ledger.holds set amount = 3, from_paid = from_paid + 1 where state = 'open'`]],
  [
    'I9',
    () => [`update ledger.holds set state = 'released', released = amount, closed_at = now() where state = 'open'`],
  ],
  [
    'I10',
    () => [
      `insert into ledger.holds (id, owner, amount, from_promo, from_paid, ref_type, ref_id, expires_at)
       values (gen_random_uuid(), 'user:${user}', 1, 1, 0, 'test', 'forged', now())`,
    ],
  ],
  ['I12', () => [`update ledger.holds set expires_at = now() - interval '6 minutes' where state = 'open'`]],
  ['I14', () => [`delete from ledger.balances where ${ofUser('debt')}`]],
])('%s is seen', async (rule, defects) => {
  const client = await ledger.ownConnection()
  try {
    await client.query('begin')
    // No trigger stands in the way of whoever has this right.
    await client.query('set local session_replication_role = replica')
    for (const defect of defects()) await client.query(defect)
    const { rows } = await client.query<{ rule: string }>('select distinct rule from ledger.violations')
    expect(rows.map((row) => row.rule.split(' ')[0])).toContain(rule)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
