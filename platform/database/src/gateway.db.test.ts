import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../tests/support/test-database.ts'
import { DatabaseError, databaseMigrations, systemSession, type RawResult, type Session } from './index.ts'

const anon: Session = { role: 'anon', claims: { role: 'anon' } }
const personId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const person = (index: number): Session => ({
  role: 'authenticated',
  claims: { sub: personId(index), role: 'authenticated', email: `reader${index}@example.org` },
})

let shop: TestDatabase

beforeAll(async () => {
  shop = await createTestDatabase({
    migrations: [databaseMigrations],
    fixtures: `
      create table public.books (
        id int generated always as identity primary key,
        title text not null,
        owner uuid default auth.uid(),
        is_public boolean not null default true,
        constraint books_title_check check (title <> '')
      );
      alter table public.books enable row level security;
      create policy "public books and one's own" on public.books for select
        using (is_public or owner = (select auth.uid()));
      create policy "authors add their own" on public.books for insert to authenticated
        with check (owner = (select auth.uid()));
      insert into public.books (title, owner, is_public)
        select 'Diary ' || i, ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, false
        from generate_series(1, 50) i;
      insert into public.books (title) values ('Candide');`,
  })
})
afterAll(() => shop.dispose())

const ask = (session: Session, text: string, params: (string | number)[] = []) =>
  shop.databases.gateway.once(session, { text, params }, 'read')
const texts = ({ rows }: RawResult) => rows.map((row) => row.map((column) => column?.toString() ?? null))

describe('a single statement', () => {
  it('runs as the role of the session, on the login of authenticator', async () => {
    expect(texts(await ask(anon, 'select current_user, session_user'))).toEqual([['anon', 'authenticator']])
  })

  it('sees the claims through the auth functions', async () => {
    const answer = await ask(person(7), `select auth.uid(), auth.role(), auth.email(), auth.jwt() ->> 'sub'`)
    expect(texts(answer)).toEqual([[personId(7), 'authenticated', 'reader7@example.org', personId(7)]])
  })

  it('has null for all of them without claims', async () => {
    const answer = await ask({ role: 'anon', claims: {} }, 'select auth.uid(), auth.role(), auth.email()')
    expect(texts(answer)).toEqual([[null, null, null]])
  })

  it('has the further settings of the session, and only for itself', async () => {
    const settings = { 'request.method': 'GET', search_path: 'extensions, public' }
    const text = `select current_setting('request.method', true), current_setting('search_path')`
    expect(texts(await ask({ ...anon, settings }, text))).toEqual([['GET', 'extensions, public']])
    expect(texts(await ask(anon, text))[0]?.[1]).toBe('"$user",public,extensions')
    expect(texts(await ask(anon, text))[0]?.[0]).toBeOneOf(['', null])
  })

  it('gives columns as the bytes that PostgreSQL sent', async () => {
    const { rows } = await ask(anon, `select '{"é":1}'::json, null, '', 12.50::numeric`)
    expect(rows).toEqual([[Buffer.from('{"é":1}'), null, Buffer.alloc(0), Buffer.from('12.50')]])
  })

  it('reads rows that are larger than what a socket delivers at once', async () => {
    const { rows } = await ask(anon, `select repeat(n::text || 'é', 400000) from generate_series(1, 9) n`)
    expect(rows.map(([column]) => column?.length)).toEqual(Array(9).fill(1_200_000))
    expect(rows[8]?.[0]?.toString()).toBe('9é'.repeat(400_000))
  })

  it('passes parameters of every kind', async () => {
    const params = ['it\'s "é"', 42, 9_007_199_254_740_993n, true, null, Buffer.from([0, 255]), new Date(0)]
    const list = ['a,b', 'say "c"', 'back\\slash', null, '', 'NULL']
    const text = `select $1::text, $2::int, $3::bigint, $4::boolean, $5::text, encode($6::bytea, 'hex'),
      extract(epoch from $7::timestamptz)::int, to_json($8::text[]), to_json($9::int[])`
    const answer = await shop.databases.gateway.once(anon, { text, params: [...params, list, [[1], [2]]] }, 'read')
    const expected = ['it\'s "é"', '42', '9007199254740993', 't', null, '00ff', '0', JSON.stringify(list), '[[1],[2]]']
    expect(texts(answer)).toEqual([expected])
  })

  it('counts the rows that it touched', async () => {
    const title = 'Zadig'
    const text = 'insert into public.books (title) values ($1), ($1)'
    const { rowCount, rows } = await shop.databases.gateway.once(person(1), { text, params: [title] }, 'write')
    expect({ rowCount, rows }).toEqual({ rowCount: 2, rows: [] })
    expect(await rowsOf(shop, 'select owner from public.books where title = $1', [title])).toEqual([
      { owner: personId(1) },
      { owner: personId(1) },
    ])
  })

  it('refuses null bytes, in its text as in its values', async () => {
    await expect(ask(anon, 'select 1 as "a\0b"')).rejects.toMatchObject({ code: '22021' })
    await expect(ask(anon, 'select $1::text', ['a\0b'])).rejects.toMatchObject({ code: '22021' })
    await expect(ask({ role: 'anon\0', claims: {} }, 'select 1')).rejects.toMatchObject({ code: '22021' })
    expect(texts(await ask(anon, 'select 1'))).toEqual([['1']])
  })

  it('answers an empty statement and refuses COPY without losing its connection', async () => {
    expect(await ask(anon, '')).toMatchObject({ rows: [], rowCount: 0 })
    await expect(
      shop.databases.system.once(systemSession, { text: 'copy public.books from stdin' }, 'write'),
    ).rejects.toThrow(DatabaseError)
    expect(texts(await ask(anon, 'select 1'))).toEqual([['1']])
  })
})

describe('rights', () => {
  it('refuses to write for who only reads', async () => {
    const text = `insert into public.books (title) values ('Micromégas')`
    await expect(shop.databases.gateway.once(person(1), { text }, 'read')).rejects.toMatchObject({ code: '25006' })
    await expect(
      shop.databases.gateway.once(person(1), { text: 'create temp table t (); insert into t default values' }, 'read'),
    ).rejects.toMatchObject({ code: '42601' })
  })

  it('leaves the login itself without rights', async () => {
    const nobody = { role: 'none', claims: {} }
    await expect(ask(nobody, 'select * from public.books')).rejects.toMatchObject({ code: '42501' })
  })

  it('refuses roles that the gateway is no member of, and roles that do not exist', async () => {
    const [owner] = await rowsOf<{ name: string }>(shop, 'select session_user as name')
    await expect(ask({ role: owner!.name, claims: {} }, 'select 1')).rejects.toMatchObject({ code: '42501' })
    await expect(ask({ role: `x'; drop table books; --`, claims: {} }, 'select 1')).rejects.toThrow(/does not exist/)
  })

  it('lets service_role pass row-level security', async () => {
    const answer = await ask(
      { role: 'service_role', claims: {} },
      `select count(*) from public.books where not is_public`,
    )
    expect(texts(answer)).toEqual([['50']])
  })

  it('stops statements after the time of their role', async () => {
    const timeouts = await Promise.all(
      ['anon', 'authenticated', 'service_role', 'none'].map(async (role) =>
        texts(await ask({ role, claims: {} }, `select current_setting('statement_timeout')`)),
      ),
    )
    expect(timeouts.flat(2)).toEqual(['3s', '8s', '30s', '30s'])
    const settings = { statement_timeout: '50' }
    await expect(ask({ ...anon, settings }, 'select pg_sleep(5)')).rejects.toMatchObject({ code: '57014' })
  })
})

describe('many at once', () => {
  it("shows each its own rows, and nobody another's", async () => {
    const text = `select current_user, auth.uid(), coalesce(string_agg(title, ','), '') from public.books where not is_public`
    const answers = await Promise.all(
      Array.from({ length: 600 }, async (_, request) => {
        const index = 1 + (request % 50)
        const session = request % 3 === 0 ? anon : person(index)
        const statement = { text, ...(request % 2 === 0 ? { name: 'private-books' } : {}) }
        const answer = await shop.databases.gateway.once(session, statement, 'read')
        const expected = request % 3 === 0 ? ['anon', null, ''] : ['authenticated', personId(index), `Diary ${index}`]
        return { got: texts(answer)[0], expected }
      }),
    )
    expect(answers.map(({ got }) => got)).toEqual(answers.map(({ expected }) => expected))
  })

  it('keeps failures to themselves', async () => {
    const failing = [
      'select 1/0',
      'select * from nowhere',
      `select set_config('role', 'service_role', true), 1/0`,
      'selec',
    ]
    const answers = await Promise.allSettled(
      Array.from({ length: 400 }, (_, request) => {
        const index = 1 + (request % 50)
        const fails = request % 4 === 1
        const text = fails
          ? failing[request % failing.length]!
          : 'select current_user, count(*) from public.books where not is_public'
        return shop.databases.gateway.once(person(index), { text, name: text }, 'read')
      }),
    )
    const outcomes = answers.map((answer) => (answer.status === 'fulfilled' ? texts(answer.value)[0] : 'failed'))
    expect(outcomes).toEqual(answers.map((_, request) => (request % 4 === 1 ? 'failed' : ['authenticated', '1'])))
  })

  it('leaves no setting behind, not even that of a statement that meant to stay', async () => {
    const takeOver = `select set_config('role', 'service_role', false), set_config('request.jwt.claims', '{"sub":"x"}', false)`
    await Promise.all(Array.from({ length: 40 }, () => ask(person(1), takeOver)))
    const text = `select current_user, current_setting('transaction_read_only')`
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask(anon, text)))
    expect(answers.flatMap(texts)).toEqual(Array.from({ length: 80 }, () => ['anon', 'on']))
    const bare = await Promise.all(
      Array.from({ length: 40 }, () =>
        shop.databases.gateway.once({ role: 'authenticated', claims: {} }, { text: 'select auth.uid()' }, 'write'),
      ),
    )
    expect(bare.flatMap(texts)).toEqual(Array.from({ length: 40 }, () => [null]))
  })

  it('does not let a failed write share its fate or its transaction', async () => {
    const write = (title: string) =>
      shop.databases.gateway.once(
        person(3),
        { text: 'insert into public.books (title) values ($1)', params: [title], name: 'add' },
        'write',
      )
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => write(n % 3 === 0 ? '' : `Tome ${n}`)),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(20)
    expect(outcomes[0]).toMatchObject({ reason: { code: '23514', constraint: 'books_title_check', table: 'books' } })
    expect(await rowsOf(shop, `select count(*)::int as n from public.books where title like 'Tome %'`)).toEqual([
      { n: 40 },
    ])
  })
})

describe('prepared statements', () => {
  it('follow their table when it changes', async () => {
    const statement = { text: 'select * from public.shelves', name: 'shelves' }
    const change = (text: string) => shop.databases.system.write(systemSession, (tx) => tx.execute(text))
    await change('create table public.shelves (id int); ')
    await change('insert into public.shelves values (1)')
    const readAll = () =>
      Promise.all(Array.from({ length: 60 }, () => shop.databases.gateway.once(anon, statement, 'read')))
    expect((await readAll()).flatMap(texts)).toEqual(Array.from({ length: 60 }, () => ['1']))
    await change(`alter table public.shelves add column label text default 'A'`)
    expect((await readAll()).flatMap(texts)).toEqual(Array.from({ length: 60 }, () => ['1', 'A']))
  })

  it('may be given another text under the same name', async () => {
    const read = (text: string) => shop.databases.gateway.once(anon, { text, name: 'same' }, 'read')
    const answers = await Promise.all(['select 1', 'select 2', 'select 1', 'select 3'].map(read))
    expect(answers.flatMap(texts)).toEqual([['1'], ['2'], ['1'], ['3']])
  })

  it('come back when the server has forgotten them', async () => {
    const statement = { text: 'select 5', name: 'five' }
    await Promise.all(Array.from({ length: 20 }, () => shop.databases.gateway.once(anon, statement, 'read')))
    await Promise.all(Array.from({ length: 40 }, () => ask(anon, 'deallocate all').catch(() => {})))
    await Promise.all(
      Array.from({ length: 20 }, () => shop.databases.gateway.once(anon, { text: 'deallocate all' }, 'write')),
    )
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.databases.gateway.once(anon, statement, 'read')),
    )
    expect(answers.flatMap(texts)).toEqual(Array.from({ length: 20 }, () => ['5']))
  })
})
