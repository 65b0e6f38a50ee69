import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { databaseMigrations, type Session } from '../index.ts'
import { parseUrl } from '../postgres/parse-url.ts'
import { Connection } from './connection.ts'
import { preambleOf } from './preamble.ts'

let shop: TestDatabase
let connection: Connection
beforeAll(async () => {
  shop = await createTestDatabase({ migrations: [databaseMigrations] })
})
afterAll(() => shop.dispose())
beforeEach(async () => {
  connection = await Connection.open(parseUrl(shop.url), { connectTimeout: 3_000, settings: {} })
})
afterEach(() => connection.close())

const session: Session = { role: 'anon', claims: { sub: 'x' }, settings: { 'request.method': 'GET' } }
const as = (text: string, access: 'read' | 'write' = 'read') =>
  connection.run({
    preamble: preambleOf(session, access, 1_000),
    statement: { text },
    role: session.role,
    patience: 5_000,
  })

/** Sent without any settings of its own: what earlier requests left on the connection. */
async function leftBehind(): Promise<(string | null)[]> {
  const text = `select current_user = session_user, nullif(current_setting('request.jwt.claims', true), ''),
    nullif(current_setting('request.method', true), ''), current_setting('statement_timeout'),
    current_setting('transaction_read_only')`
  const { rows } = await connection.run({ statement: { text }, role: 'none', patience: 5_000 })
  return rows[0]!.map((column) => column?.toString() ?? null)
}

const nothing = ['t', null, null, '0', 'off']

it('has no settings of a request left after it, nor after one that failed', async () => {
  expect((await as('select current_user')).rows[0]?.map(String)).toEqual(['anon'])
  expect(await leftBehind()).toEqual(nothing)
  await expect(as('select 1/0')).rejects.toMatchObject({ code: '22012' })
  expect(await leftBehind()).toEqual(nothing)
  await expect(as('this is no SQL')).rejects.toMatchObject({ code: '42601' })
  expect(await leftBehind()).toEqual(nothing)
})

it('keeps requests apart that are in flight together, failing ones among them', async () => {
  const sent = Array.from({ length: 90 }, (_, n) =>
    n % 3 === 0 ? leftBehind() : as(n % 3 === 1 ? 'select current_user' : 'select 1/0').catch(() => 'failed'),
  )
  const answers = await Promise.all(sent)
  expect(answers.filter((_, n) => n % 3 === 0)).toEqual(Array.from({ length: 30 }, () => nothing))
  expect(answers.filter((_, n) => n % 3 === 2)).toEqual(Array.from({ length: 30 }, () => 'failed'))
  expect(connection.load).toBe(0)
})

it('is over as soon as PostgreSQL says so, which closes it only later', async () => {
  const statement = { text: 'select pg_terminate_backend(pg_backend_pid(), 5000)' }
  const ending = connection.run({ statement, role: 'none', patience: 30_000 }).then(
    () => 'answered',
    (error: unknown) => ({ isOpen: connection.isOpen, error }),
  )
  expect(await ending).toMatchObject({ isOpen: false, error: { reason: 'connection' } })
})

it('undoes a request whole: nothing of it stays when its last statement fails', async () => {
  await connection.script('create table public.books (id int check (id > 0))')
  await connection.script('grant all on public.books to anon')
  const twice =
    'with first as (insert into public.books values (1) returning id) insert into public.books select -id from first'
  await expect(as(twice, 'write')).rejects.toMatchObject({ code: '23514' })
  const { rowCount } = await connection.run({
    statement: { text: 'select from public.books' },
    role: 'none',
    patience: 5_000,
  })
  expect(rowCount).toBe(0)
})

it('ends when its server is silent past the time allowed, and says so to everybody who waits', async () => {
  const slow = connection.run({ statement: { text: 'select pg_sleep(10)' }, role: 'none', patience: 300 })
  const behind = connection.run({ statement: { text: 'select 1' }, role: 'none', patience: 10_000 })
  await expect(slow).rejects.toMatchObject({ reason: 'timeout' })
  await expect(behind).rejects.toMatchObject({ reason: 'timeout' })
  expect(connection.isOpen).toBe(false)
})
