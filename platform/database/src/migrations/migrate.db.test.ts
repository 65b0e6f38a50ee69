import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase, rowsOf, type TestDatabase } from '../../../../tests/support/test-database.ts'
import { migrate, openDatabases, systemSession, type DatabaseEvent, type MigrationSource } from '../index.ts'

let folder: string
let shop: TestDatabase
let applied: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  shop = await createTestDatabase({ migrations: [] })
  applied = []
})
afterEach(async () => {
  await shop.dispose()
  await rm(folder, { recursive: true })
})

const write = (file: string, text: string) => writeFile(join(folder, file), text)
const books: () => MigrationSource = () => ({ name: 'books', folder: pathToFileURL(`${folder}/`) })
const observe = (event: DatabaseEvent) => {
  if (event.kind === 'database.migration-applied') applied.push(event.file)
}
const run = (sources: MigrationSource[] = [books()]) => migrate(shop.databases, sources, observe)
const tables = async () =>
  (
    await rowsOf<{ name: string }>(
      shop,
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    )
  ).map(({ name }) => name)

describe('migrations', () => {
  it('run once each, in the order of their numbers', async () => {
    await write('0002_second.sql', 'alter table public.books add title text;')
    await write('0001_first.sql', 'create table public.books (id int);')
    await run()
    await write('0010_third.sql', 'create table public.authors (id int);')
    await run()
    await run()
    expect(applied).toEqual(['0001_first.sql', '0002_second.sql', '0010_third.sql'])
    expect(await tables()).toEqual(['authors', 'books'])
  })

  it('of two sources have numbers of their own', async () => {
    await mkdir(join(folder, 'more'))
    await write('0001_books.sql', 'create table public.books ();')
    await write('more/0001_authors.sql', 'create table public.authors ();')
    await run([books(), { name: 'authors', folder: pathToFileURL(`${folder}/more/`) }])
    expect(await tables()).toEqual(['authors', 'books'])
  })

  it("are kept in the hosted service's own ledger where that is asked for", async () => {
    const text = 'create table public.books ();\ncreate table public.authors ();\n'
    await write('20261121090000_first_tables.sql', text)
    await run([{ ...books(), ledger: 'hosted' }])
    expect(await rowsOf(shop, 'select * from supabase_migrations.schema_migrations')).toEqual([
      { version: '20261121090000', name: 'first_tables', statements: [text] },
    ])
  })

  it("accept what the hosted service's tool has run and stored in pieces", async () => {
    await write('20261121090000_first.sql', 'create table public.books ();\n\ncreate table public.authors ();\n')
    await run([])
    await shop.databases.system.write(systemSession, (tx) =>
      tx.execute('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
        '20261121090000',
        ['create table public.books ()', 'create table public.authors ()'],
        'first',
      ]),
    )
    await run([{ ...books(), ledger: 'hosted' }])
    expect(applied).toEqual([])
  })

  it('leave nothing of one that fails, and name its line', async () => {
    await write('0001_first.sql', 'create table public.books (id int);')
    await write(
      '0002_broken.sql',
      'create table public.authors (id int);\ninsert into public.authors values (1);\nselec 1;\n',
    )
    await expect(run()).rejects.toThrow(/books\/0002_broken\.sql:3: syntax error at or near "selec" \(42601\)/)
    expect(await tables()).toEqual(['books'])
    await write('0002_broken.sql', 'create table public.authors (id int);')
    await run()
    expect(await tables()).toEqual(['authors', 'books'])
  })

  it('run outside a transaction when their first line says so', async () => {
    await write('0001_first.sql', 'create table public.books (id int);')
    await write('0002_index.sql', '-- no-transaction\ncreate index concurrently books_by_id on public.books (id);\n')
    await run()
    const [index] = await rowsOf(
      shop,
      `select indisvalid as valid from pg_index where indexrelid = 'public.books_by_id'::regclass`,
    )
    expect(index).toEqual({ valid: true })
  })

  it('run once when two processes start together', async () => {
    await write('0001_first.sql', 'select pg_sleep(0.2); create table public.books (id int);')
    await write('0002_second.sql', 'insert into public.books values (1);')
    await using other = await openDatabases({ kind: 'postgres', url: shop.url }, () => {})
    await Promise.all([run(), migrate(other, [books()], observe), migrate(other, [books()], observe)])
    expect(applied).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await rowsOf(shop, 'select count(*)::int as n from public.books')).toEqual([{ n: 1 }])
  })

  it('wait for a lock in short attempts instead of blocking everybody behind them', async () => {
    await write('0001_first.sql', 'create table public.books (id int);')
    await run()
    await write('0002_second.sql', 'alter table public.books add title text;')
    const retries: string[] = []
    const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = shop.databases.system.write(systemSession, async (tx) => {
      await tx.query('select from public.books')
      taken.resolve()
      await held.promise
    })
    await taken.promise
    const migrating = migrate(shop.databases, [books()], (event) => {
      observe(event)
      if (event.kind !== 'database.migration-retried') return
      retries.push(event.file)
      held.resolve()
    })
    await Promise.all([migrating, holder])
    expect(retries).toEqual(['0002_second.sql'])
    expect(applied).toEqual(['0001_first.sql', '0002_second.sql'])
  })
})

describe('the history of migrations', () => {
  beforeEach(async () => {
    await write('0001_first.sql', 'create table public.books (id int);')
    await write('0003_third.sql', 'create table public.authors (id int);')
    await run()
  })

  it('refuses a file that changed after it ran', async () => {
    await write('0001_first.sql', 'create table public.books (id bigint);')
    await expect(run()).rejects.toThrow(/books\/0001_first\.sql has changed since it ran/)
  })

  it('refuses a file that was put before one that ran', async () => {
    await write('0002_late.sql', 'create table public.late ();')
    await expect(run()).rejects.toThrow(/books\/0002_late\.sql has not run, but 0003 has/)
    expect(await tables()).toEqual(['authors', 'books'])
  })

  it('refuses to go on when the file of one that ran is gone', async () => {
    await rm(join(folder, '0001_first.sql'))
    await expect(run()).rejects.toThrow(/books: 0001 has run, but has no file/)
  })

  it('accepts a database on which a newer release has run', async () => {
    await rm(join(folder, '0003_third.sql'))
    await expect(run()).resolves.toBeUndefined()
  })

  it('refuses a database of an earlier version before anything of another source runs', async () => {
    await rm(join(folder, '0001_first.sql'))
    await rm(join(folder, '0003_third.sql'))
    await write('0004_baseline.sql', 'create table public.books (id int);')
    await mkdir(join(folder, 'more'))
    await write('more/0001_magazines.sql', 'create table public.magazines ();')
    const more: MigrationSource = { name: 'more', folder: pathToFileURL(`${folder}/more/`) }
    await expect(run([more, books()])).rejects.toThrow(
      /^The database was made by an earlier version \(books: 0003 has run.*move the data folder away.*DATA_DIR.*DATABASE_URL/,
    )
    expect(await tables()).toEqual(['authors', 'books'])
  })

  it('refuses a database of a newer version whose migrations were written anew', async () => {
    const older: MigrationSource = { name: 'books', folder: pathToFileURL(`${folder}/older/`) }
    await rm(join(folder, '0001_first.sql'))
    await mkdir(join(folder, 'older'))
    await shop.databases.system.write(systemSession, (tx) =>
      tx.execute(`delete from platform_migrations.schema_migrations where source = 'books' and version = '0001'`),
    )
    await write('older/0002_baseline.sql', 'create table public.magazines ();')
    await expect(run([older])).rejects.toThrow(
      /^The database was made by a newer version \(books: 0003 has run.*start that version again.*DATA_DIR/,
    )
    expect(await tables()).toEqual(['authors', 'books'])
  })

  it('refuses names without a number, and two files with one number', async () => {
    await write('later.sql', '')
    await expect(run()).rejects.toThrow(/later\.sql: a migration is named/)
    await rm(join(folder, 'later.sql'))
    await write('0003_twin.sql', '')
    await expect(run()).rejects.toThrow(/0003_twin\.sql: its number is taken/)
  })
})
