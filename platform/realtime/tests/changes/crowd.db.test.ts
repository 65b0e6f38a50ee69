/** So many listeners that they are answered in slices, while the next are asked about. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { PolicyCatalog } from '../../src/changes/catalog/policies.ts'
import { TableCatalog, tableKey } from '../../src/changes/catalog/tables.ts'
import { person, startListening, type Ear, type Listening } from '../../testing/listening.ts'

const size = 450
const crowd = Array.from({ length: size }, (_, index) => `00000000-0000-0000-0001-${String(index).padStart(12, '0')}`)

let shop: Listening
beforeAll(async () => {
  shop = await startListening()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => shop.run('truncate books'))

async function booksPolicy() {
  const { system } = shop.database.databases
  const books = (await new TableCatalog(system).all()).get(tableKey('public', 'books'))!
  return new PolicyCatalog(system).of(books, 'authenticated')
}

const gather = () =>
  Promise.all(crowd.map((one) => shop.listen(person(one), { event: 'INSERT', schema: 'public', table: 'books' })))

/** Of everybody two books, and nine that all may read. */
const insertBooks = (from: number, to: number) => `
  insert into books (id, author, is_public)
  select n, ('00000000-0000-0000-0001-' || lpad((n % ${size})::text, 12, '0'))::uuid, n % 100 = 0
  from generate_series(${from}, ${to}) n`

const theirs = crowd.map((_person, index) =>
  Array.from({ length: 2 * size }, (_, at) => at + 1).filter((n) => n % size === index || n % 100 === 0),
)

const heard = (ears: readonly Ear[]) => ears.map((ear) => ear.of('books').map(({ record }) => record?.['id']))

it('hears each what is theirs, once and in order', async () => {
  const ears = await gather()
  await shop.run(insertBooks(1, 2 * size))
  await shop.ring(...ears)
  expect(heard(ears)).toEqual(theirs)
  for (const { subscription } of ears) subscription.close()
})

const who = `(select current_setting('request.jwt.claims')::json ->> 'sub')::uuid`

it.each<[isForAll: boolean, condition: string]>([
  [true, 'author = auth.uid() or is_public'],
  [true, 'is_public or author = (select auth.uid())'],
  [true, 'author = any (array[(select auth.uid())]) or (title is null and coalesce(is_public, false))'],
  [true, `(author = auth.uid() or is_public) and coalesce(title, '') <> 'auth.uid'`],
  [false, `(author = auth.uid() or is_public) and coalesce(title, '') <> 'auth.uid()'`],
  [false, `is_public or author = (auth.jwt() ->> 'sub')::uuid`],
  [false, 'is_public or exists (select where author = auth.uid())'],
  [false, `is_public or author = ${who}`],
  [false, 'author = auth.uid() or (is_public and current_user = $$authenticated$$)'],
])('hears what a policy lets through, found out for all at once: %s, %s', async (isForAll, condition) => {
  await shop.run(`alter policy "people read books that are public or theirs" on books using (${condition})`)
  expect((await booksPolicy()).forAll !== null).toBe(isForAll)
  const listen = (sub: string) => shop.listen(person(sub), { event: 'INSERT', schema: 'public', table: 'books' })
  const insertFour = (
    from: number,
  ) => `insert into books (id, author, is_public) values (${from}, '${crowd[0]}', false),
    (${from + 1}, '${crowd[1]}', false), (${from + 2}, null, false), (${from + 3}, '${crowd[0]}', true)`
  const ears = await Promise.all(crowd.slice(0, 3).map(listen))
  await shop.run(insertFour(1))
  await shop.ring(...ears)
  expect(heard(ears)).toEqual([[1, 4], [2, 4], [4]])
  // Somebody on whom the policy fails.
  const broken = await listen('nobody')
  await shop.run(insertFour(5))
  await shop.ring(...ears, broken)
  expect(heard(ears)).toEqual([
    [1, 4, 5, 8],
    [2, 4, 6, 8],
    [4, 8],
  ])
  expect(broken.of('books').map(({ errors }) => errors?.[0])).toEqual(
    Array(4).fill(expect.stringContaining('policy evaluation failed')),
  )
  for (const { subscription } of [...ears, broken]) subscription.close()
})

it('hears nothing twice and misses nothing when the connections that ask are ended', async () => {
  const ears = await gather()
  const over = new AbortController()
  const ending = (async () => {
    while (!over.signal.aborted) {
      await shop.run(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~ 'ask_each|callers as materialized' and pid <> pg_backend_pid()`)
    }
  })()
  for (let n = 1; n <= 2 * size; n += 30) await shop.run(insertBooks(n, n + 29))
  over.abort()
  await ending
  await shop.ring(...ears)
  expect(heard(ears)).toEqual(theirs)
  for (const { subscription } of ears) subscription.close()
})
