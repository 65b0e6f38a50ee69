/** L6: nobody writes past the ledger's functions, and nobody rewrites what it says: neither servers nor its owner. */
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { openLedger, type Ledger } from './open-ledger.ts'

let ledger: Ledger
let user: string
beforeAll(async () => {
  ledger = await openLedger()
  user = await ledger.personWith({ promo: 5, paid: 5 })
  const settled = await ledger.hold({ user, amount: 1 })
  await ledger.settle(settled.id, { capture: 1 })
  await ledger.hold({ user, amount: 1 })
})
afterAll(() => ledger[Symbol.asyncDispose]())
afterEach(() => ledger.requireSound())

const clients = ['anon', 'authenticated', 'service_role']
/** Each with a column that could be written. */
const tables = [
  ['assets', 'code'],
  ['accounts', 'kind'],
  ['balances', 'balance'],
  ['transfers', 'actor'],
  ['entries', 'amount'],
  ['holds', 'state'],
] as const
const statements = [
  ['read', (table: string) => `select * from ledger.${table} limit 1`],
  ['add to', (table: string, column: string) => `insert into ledger.${table} (${column}) values (default)`],
  ['change', (table: string, column: string) => `update ledger.${table} set ${column} = default`],
  ['delete from', (table: string) => `delete from ledger.${table}`],
  ['empty', (table: string) => `truncate ledger.${table} cascade`],
  ['lock', (table: string) => `lock table ledger.${table}`],
] as const

describe.each(clients)('L6 %s', (role) => {
  const cases = tables.flatMap(([table, column]) =>
    statements.map(([verb, make]) => [verb, table, make(table, column)] as const),
  )
  test.each(cases)('L6 may not %s %s', async (_verb, _table, statement) => {
    await expect(ledger.inTransaction(role, statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('L6 has no right on any table, column or sequence', async () => {
    const rights = await ledger.asOwner(
      `select c.relname, kind from pg_class c cross join unnest(array['select', 'insert', 'update', 'references']) as kind
       where c.relnamespace = 'ledger'::regnamespace and c.relkind in ('r', 'v') and has_any_column_privilege($1, c.oid, kind)
       union all
       select c.relname, kind from pg_class c cross join unnest(array['delete', 'truncate', 'trigger']) as kind
       where c.relnamespace = 'ledger'::regnamespace and c.relkind in ('r', 'v') and has_table_privilege($1, c.oid, kind)
       union all
       select c.relname, kind from pg_class c cross join unnest(array['usage', 'select', 'update']) as kind
       where c.relnamespace = 'ledger'::regnamespace and c.relkind = 'S' and has_sequence_privilege($1, c.oid, kind)`,
      [role],
    )
    expect(rights).toEqual([])
  })

  test('L6 calls only what it needs', async () => {
    const callable = await ledger.asOwner<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'ledger'::regnamespace
         and has_function_privilege($1, oid, 'execute') and has_schema_privilege($1, 'ledger', 'usage') order by 1`,
      [role],
    )
    expect(callable.map(({ name }) => name)).toEqual(
      role === 'service_role' ? ['extend', 'hold', 'settle', 'sweep'] : [],
    )
  })

  test.each([
    `select ledger.post('stolen:1', 'bonus', '[]')`,
    `select ledger.give('${randomUUID()}', 1000, 'because')`,
    `select ledger.account('user:${randomUUID()}', 'promo', 'CREDIT')`,
    `select ledger.open_accounts('${randomUUID()}')`,
    `update public.price_book set credits = 0`,
    `insert into public.price_book (sku, credits) values ('generation:builtin', 0)`,
    `alter table ledger.entries disable trigger all`,
    `create or replace function ledger.refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
  ])('L6 may not: %s', async (statement) => {
    await expect(ledger.inTransaction(role, statement)).rejects.toMatchObject({ code: '42501' })
  })
})

const newTransfer = (key: string) =>
  `insert into ledger.transfers (idem_key, kind, fingerprint) values ('forged:${key}', 'forged', '')`
const entry = (key: string, kind: string, amount: number) =>
  `insert into ledger.entries (transfer_id, seq, account_id, amount)
   select t.id, (select count(*) from ledger.entries e where e.transfer_id = t.id), a.id, ${amount}
   from ledger.transfers t cross join ledger.accounts a
   where t.idem_key like '%:${key}' and a.owner = 'platform' and a.kind = '${kind}'`

describe.each(['owner', 'ledger_owner'])('L6 the %s too', (role) => {
  test.each(['transfers', 'entries', 'accounts'])('L6 changes no %s', async (table) => {
    const column = { transfers: 'actor', entries: 'amount', accounts: 'kind' }[table]!
    for (const statement of [
      `update ledger.${table} set ${column} = ${column}`,
      `delete from ledger.${table}`,
      `truncate ledger.${table} cascade`,
    ])
      await expect(ledger.inTransaction(role, statement)).rejects.toMatchObject({ code: '42501' })
  })

  test.each([
    ['a balance without an entry', 'update ledger.balances set balance = balance + 1000'],
    ['two steps at once', 'update ledger.balances set version = version + 2'],
    ['a lower floor', 'update ledger.balances set version = version + 1, floor = -100'],
    ['a higher ceiling', 'update ledger.balances set version = version + 1, ceiling = 100 where ceiling = 0'],
    ['a balance that is gone', 'delete from ledger.balances'],
    ['all balances gone', 'truncate ledger.balances'],
    [
      'another amount held',
      `update ledger.holds set amount = amount + 1, from_paid = from_paid + 1 where state = 'open'`,
    ],
    ['a hold of somebody else', `update ledger.holds set owner = 'user:${randomUUID()}' where state = 'open'`],
    [
      'a settled hold opened again',
      `update ledger.holds set state = 'open', captured = 0, closed_at = null where state = 'captured'`,
    ],
    ['a hold that is gone', 'delete from ledger.holds'],
    ['all holds gone', 'truncate ledger.holds'],
  ])('L6 refuses %s', async (_, statement) => {
    await expect(ledger.inTransaction(role, statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('L6 opens no account that has something in it', async () => {
    const account = `insert into ledger.accounts (owner, kind, asset, floor) values ('user:${randomUUID()}', 'paid', 'CREDIT', 0)`
    const full = `insert into ledger.balances (account_id, floor, balance, version) select max(id), 0, 1000, 1 from ledger.accounts`
    await expect(ledger.inTransaction(role, account, full)).rejects.toMatchObject({ code: '42501' })
  })

  test('L6 adds nothing to a transfer that is closed, not even what balances', async () => {
    const join = [entry(`${user}:welcome`, 'bonus', -9), entry(`${user}:welcome`, 'revenue', 9)]
    await expect(ledger.inTransaction(role, ...join)).rejects.toMatchObject({ code: '42501' })
  })

  test('L6 commits no transfer that does not balance', async () => {
    const one = [newTransfer('one'), entry('one', 'bonus', -9), entry('one', 'revenue', 8)]
    await expect(ledger.inTransaction(role, ...one)).rejects.toMatchObject({ code: '23514' })
  })

  test('L6 commits no transfer with one side only, nor with none', async () => {
    const lonely = [newTransfer('lonely'), entry('lonely', 'bonus', -9)]
    await expect(ledger.inTransaction(role, ...lonely)).rejects.toMatchObject({ code: '23514' })
    await expect(ledger.inTransaction(role, newTransfer('empty'))).rejects.toMatchObject({ code: '23514' })
  })

  test('L6 overdraws nobody', async () => {
    const balance = `update ledger.balances b set balance = -1, version = version + 1
      from ledger.accounts a where a.id = b.account_id and a.owner = 'user:${user}' and a.kind = 'paid'`
    await expect(ledger.inTransaction(role, balance)).rejects.toMatchObject({ code: '23514' })
  })
})

test('L6 all of it belongs to a role that nobody logs in as, and that servers cannot become', async () => {
  const owners = await ledger.asOwner(
    `select distinct owner::regrole::text as owner from (
       select relowner as owner from pg_class where relnamespace = 'ledger'::regnamespace
       union all select proowner from pg_proc where pronamespace = 'ledger'::regnamespace
       union all select nspowner from pg_namespace where nspname = 'ledger') as things`,
  )
  expect(owners).toEqual([{ owner: 'ledger_owner' }])
  const [role] = await ledger.asOwner(`select rolcanlogin, rolsuper from pg_roles where rolname = 'ledger_owner'`)
  expect(role).toEqual({ rolcanlogin: false, rolsuper: false })
  const members = await ledger.asOwner(
    `select rolname from pg_roles where pg_has_role(oid, 'ledger_owner', 'member')
       and rolname in ('anon', 'authenticated', 'service_role', 'authenticator')`,
  )
  expect(members).toEqual([])
})
