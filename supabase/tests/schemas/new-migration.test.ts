/** What `npm run migration:new` writes, run on the database before, makes it the database that the schemas declare. */
import { systemSession, type Databases } from '@platform/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { compareSchemas } from '../../../tools/schema-text/compare-schemas.ts'
import { platformMigrations } from '../../../tools/schema-text/product-schema.ts'
import { readSchema, schemaText } from '../../../tools/schema-text/read-schema.ts'

const before = `
  create table public.books (
    id int primary key, title text, price int not null default 0, check (price >= 0)
  );
  comment on table public.books is 'What the shop sells.';
  comment on column public.books.price is 'In cents.';
  alter table public.books enable row level security;
  revoke all on public.books from anon, authenticated;
  grant select, insert (id, title), update (title) on public.books to authenticated;
  create policy "all read" on public.books for select to anon, authenticated using (true);
  create policy "all ""weigh""" on public.books for delete to authenticated using (id > 0);
  create view public.cheap_books as select id, title from public.books where price < 500;
  grant select on public.cheap_books to anon;
  create function public.stock() returns int language sql as 'select 1';
  create function public.title_of(book int) returns text language sql as 'select null::text';
  comment on function public.title_of(int) is 'The title of one.';
  revoke execute on function public.title_of(int) from public, anon;
  create function public.shelve() returns trigger language plpgsql as 'begin return new; end';
  create trigger shelve before insert on public.books for each row execute function public.shelve();
  create trigger forget before delete on public.books for each row execute function public.shelve();`

/** What a person writes, told what is to become of tables. */
const byHand = `
  alter table public.books add column pages int;`

const after = `${before}
  ${byHand}
  comment on column public.books.pages is 'Without the cover.';
  comment on column public.books.price is null;
  comment on table public.books is 'What the shop''s people sell.';
  revoke insert (title) on public.books from authenticated;
  grant insert (pages), delete on public.books to authenticated;
  drop policy "all read" on public.books;
  create policy "all read" on public.books for select to authenticated using (id > 1);
  drop policy "all ""weigh""" on public.books;
  create policy "all add" on public.books for insert to authenticated with check (true);
  create or replace view public.cheap_books as select id, title, pages from public.books where price < 300;
  drop trigger forget on public.books;
  drop trigger shelve on public.books;
  create trigger shelve after insert on public.books for each row execute function public.shelve();
  drop function public.stock();
  drop function public.title_of(int);
  create function public.title_of(book int) returns jsonb language sql set search_path = '' as 'select null::jsonb';
  comment on function public.title_of(int) is 'The title of one.';
  revoke execute on function public.title_of(int) from public, anon;
  create or replace function public.shelve() returns trigger language plpgsql as 'begin return null; end';
  create function public.pages_of(book int) returns int language sql as 'select 0';
  revoke execute on function public.pages_of(int) from public, anon, authenticated;
  comment on function public.pages_of(int) is 'How thick it is.';`

let shops: Record<'old' | 'wanted', TestDatabase>
let migration: string

const read = (databases: Databases) => databases.system.read(systemSession, readSchema)

beforeAll(async () => {
  const [old, wanted] = await Promise.all(
    [before, after].map((fixtures) => createTestDatabase({ migrations: platformMigrations, fixtures })),
  )
  shops = { old: old!, wanted: wanted! }
  migration = compareSchemas(await read(shops.old.databases), await read(shops.wanted.databases))
})
afterAll(async () => {
  await shops.old.dispose()
  await shops.wanted.dispose()
})

describe('a new migration', () => {
  it('can be run by a role of any name: what it makes is that role’s own', () => {
    expect(migration).toContain('FUNCTION public.pages_of(')
    expect(migration).not.toContain('owner to postgres')
  })

  it('lists for a person what becomes of tables', () => {
    expect(migration).toContain(
      '-- By hand:\n-- table public.books (changed)\n--   -   price integer not null default 0\n' +
        '--   +   price integer not null default 0,\n--   +   pages integer\n',
    )
  })

  it('states all the rest by itself: with what is by hand, it makes the one database of the other', async () => {
    const whole = migration.replace('-- By hand:', `${byHand}\n-- By hand:`)
    await shops.old.databases.system.write(systemSession, async (tx) => {
      await tx.execute(`do $migration$ begin ${whole} end $migration$`)
    })
    const [made, wanted] = await Promise.all([read(shops.old.databases), read(shops.wanted.databases)])
    expect(schemaText(made)).toBe(schemaText(wanted))
    expect(compareSchemas(made, wanted)).toBe('')
  })
})
