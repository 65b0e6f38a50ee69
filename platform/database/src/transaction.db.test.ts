import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import {
  databaseMigrations,
  systemSession,
  type ReadTransaction,
  type Session,
  type WriteTransaction,
} from './index.ts'

const author: Session = { role: 'authenticated', claims: { sub: '00000000-0000-4000-8000-000000000001' } }
let shop: TestDatabase

beforeAll(async () => {
  shop = await createTestDatabase({
    migrations: [databaseMigrations],
    fixtures: `
      create table public.authors (id int primary key, name text not null);
      create table public.books (
        id int primary key, title text unique,
        author_id int references public.authors deferrable initially deferred
      );
      insert into public.authors values (1, 'Voltaire');`,
  })
})
afterAll(() => shop.dispose())

const write = <T>(work: (tx: WriteTransaction) => Promise<T>) => shop.databases.gateway.write(author, work)
const titles = async () =>
  (await rowsOf<{ title: string }>(shop, 'select title from public.books order by id')).map(({ title }) => title)

describe('a write transaction', () => {
  it('commits all of its statements', async () => {
    const touched = await write(async (tx) => {
      const first = await tx.execute(`insert into public.books values (1, 'Candide', 1), (2, 'Zadig', 1)`)
      return first + (await tx.execute(`update public.books set title = title || '!' where id = $1`, [2]))
    })
    expect(touched).toBe(3)
    expect(await titles()).toEqual(['Candide', 'Zadig!'])
  })

  it('undoes all of them when the work throws, and passes on what was thrown', async () => {
    const reason = new Error('out of paper')
    const attempt = write(async (tx) => {
      await tx.execute(`insert into public.books values (3, 'Lost', 1)`)
      throw reason
    })
    await expect(attempt).rejects.toBe(reason)
    expect(await titles()).not.toContain('Lost')
  })

  it('undoes all of them when one failed, even if the work went on', async () => {
    const attempt = write(async (tx) => {
      await tx.execute(`insert into public.books values (4, 'Half', 1)`)
      await tx.execute(`insert into public.books values (4, 'Again', 1)`).catch(() => {})
    })
    await expect(attempt).rejects.toMatchObject({ code: '25P02' })
    expect(await titles()).not.toContain('Half')
  })

  it('reports what only the commit finds', async () => {
    const attempt = write((tx) => tx.execute(`insert into public.books values (5, 'Orphan', 99)`))
    await expect(attempt).rejects.toMatchObject({ code: '23503' })
    expect(await titles()).not.toContain('Orphan')
  })

  it('acts as its session, from the first statement to the last', async () => {
    const [rows, after] = await write(async (tx) => {
      const rows = await tx.query('select current_user::text as role, auth.uid() as person')
      return [rows, await tx.query(`select current_setting('statement_timeout') as timeout`)]
    })
    expect(rows).toEqual([{ role: 'authenticated', person: author.claims['sub'] }])
    expect(after).toEqual([{ timeout: '8s' }])
  })

  it('runs statements asked for together one after the other', async () => {
    const rows = await write((tx) =>
      Promise.all(Array.from({ length: 20 }, (_, n) => tx.query<{ n: number }>('select $1::int as n', [n]))),
    )
    expect(rows.flat().map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  })

  it('waits for a statement that nobody awaited before it ends, and takes none after', async () => {
    let kept: WriteTransaction | undefined
    await write(async (tx) => {
      kept = tx
      void tx.execute(`insert into public.books values (6, 'Unawaited', 1)`)
    })
    expect(await titles()).toContain('Unawaited')
    await expect(kept!.execute('delete from public.books')).rejects.toThrow(/ended/)
  })

  it('gives typed rows', async () => {
    const [row] = await write((tx) =>
      tx.query(`select 1::int as int, 2::bigint as big, true as yes, null as nothing, '{"a":[1]}'::jsonb as json,
        timestamptz '2026-11-21 10:00:00+00' as at, array['a', null] as list, '\\x00ff'::bytea as bytes`),
    )
    expect(row).toEqual({
      int: 1,
      big: '2',
      yes: true,
      nothing: null,
      json: { a: [1] },
      at: new Date('2026-11-21T10:00:00Z'),
      list: ['a', null],
      bytes: Buffer.from([0, 255]),
    })
  })
})

describe('a read transaction', () => {
  it('refuses to write', async () => {
    const attempt = shop.databases.gateway.read(author, (tx) => tx.query(`delete from public.books returning id`))
    await expect(attempt).rejects.toMatchObject({ code: '25006' })
  })

  it('gives raw columns, by prepared statements too', async () => {
    const text = 'select $1::text'
    const read = (tx: ReadTransaction, value: string) => tx.raw({ text, params: [value], name: 'echo' })
    const rows = await shop.databases.gateway.read(author, async (tx) => [
      ...(await read(tx, 'a')).rows,
      ...(await read(tx, 'b')).rows,
    ])
    expect(rows).toEqual([[Buffer.from('a')], [Buffer.from('b')]])
  })
})

it('the system door works as the owner', async () => {
  const [row] = await shop.databases.system.read(systemSession, (tx) =>
    tx.query<{ isOwner: boolean }>(
      `select current_user = session_user and pg_has_role('pg_database_owner', 'member') as "isOwner"`,
    ),
  )
  expect(row).toEqual({ isOwner: true })
})

it('statements that lose a deadlock are repeated', async () => {
  await shop.databases.system.write(systemSession, (tx) =>
    tx.execute(`create function public.swap(a int, b int) returns void language plpgsql as $$
      begin
        perform from public.authors where id = a for update;
        perform pg_sleep(0.2);
        perform from public.authors where id = b for update;
      end $$`),
  )
  await shop.databases.system.write(systemSession, (tx) =>
    tx.execute(`insert into public.authors values (2, 'Rousseau')`),
  )
  const swap = (a: number, b: number) =>
    shop.databases.system.once(systemSession, { text: 'select public.swap($1, $2)', params: [a, b] }, 'write')
  await expect(Promise.all([swap(1, 2), swap(2, 1)])).resolves.toHaveLength(2)
})
