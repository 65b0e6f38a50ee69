/** More rows for the bookshop, and its tables carried into memory and set back. */
import { systemSession } from '@platform/database'

import { openShop, type Shop } from '../testing/shop.ts'
import type { Table } from './model.ts'
import { isList, parseJson, type Row } from './value.ts'
import { storedTables, type World } from './world.ts'

/** Names and texts that are words and signs of the wire's grammar, of JSON's and of SQL's. */
const rows = String.raw`
create table public."select" (
  "order" int primary key,
  "or" text,
  "a.b,(c)" int references public.books on delete cascade,
  "it's ""x""" jsonb,
  "ünï cödé" text,
  "not" bool
);
insert into public.publishers values (4, 'null', ''), (5, 'A, "B" & (C)', 'NO'), (6, '50%', null);
insert into public.authors (id, name, born, details) values
  (5, 'Ada Stone', '1950-03-01', '{"city": "null", "a,b": {"c.d": 1}}'),
  (6, 'Ben Berg', null, '{"city": null, "it''s \"x\"": "y", "prizes": [{"name": "Pine, the (big)", "year": 7}]}'),
  (7, 'Eva Rain', '2000-02-29', '{"prizes": "none", "city": "Oslo"}');
insert into public.books (id, title, author_id, editor_id, publisher_id, price, published, in_print, tags, details, binding, isbn, sold, offered) values
  (6, 'null', 1, 1, 4, 0, '1988-01-15', true, '{NULL_,"null","a,b"}', '{"pages": 320, "size": {"h": null}}', 'digital', '444-4444444', 1, 'empty'),
  (7, '', 5, 2, 1, 12.51, '2000-02-29', false, '{"",sea}', '{"pages": null}', 'hardcover', null, 9007199254740992, '[2020-03-01,)'),
  (8, '50% off (now), "yes"', 5, 5, 2, 9.90, null, true, '{"{x}","it''s"}', '{"pages": 99, "signed": false}', 'paperback', '555-5555555', 100, '(,2020-01-01)'),
  (9, 'back\slash_and it''s', 6, null, 5, 18.00, '2021-12-31', null, '{"q\"uote"}', '{"size": {}}', 'paperback', null, 5, '[2020-01-01,2020-02-01)'),
  (10, 'Ünïcödé 書 𝒳', null, 7, null, 999999.99, '1950-03-01', true, '{書,sea,novel}', '{"pages": 210, "size": {"h": 20}}', 'hardcover', null, 50, '[2020-02-01,2020-02-02)'),
  (11, ' lead and trail ', 2, 4, 6, 12.50, '2003-05-05', false, '{novel,weather}', '{"signed": true}', 'digital', '666-6666666', 7, null),
  (12, 'not.eq.1', 7, 6, 3, 22.00, null, true, '{}', '{}', 'paperback', null, 0, '[2020-01-15,2020-03-01)');
insert into public.covers values (4, 'Ada Stone', null), (6, 'Eva Rain', 'grey stone'), (8, null, 'blue grey'), (10, 'Berg and Stone', '');
insert into public.genres values (4, 'a,b'), (5, 'null'), (6, '');
insert into public.book_genres values (4, 1), (6, 4), (6, 5), (8, 1), (8, 2), (8, 4), (10, 5), (12, 1);
insert into public.sections values (5, 'Deep', 3), (6, '', null), (7, 'and(x)', 6), (8, 'Maps', 4);
insert into public.reviews (id, book_id, reader, rating, body, is_public) values
  (5, 4, '00000000-0000-4000-8000-00000000000a', 1, 'null', false),
  (6, 6, '00000000-0000-4000-8000-00000000000b', 5, '', false),
  (7, 6, '00000000-0000-4000-8000-00000000000a', 5, 'Wet.', true),
  (8, 8, '00000000-0000-4000-8000-00000000000b', 2, 'a "b", (c)', false),
  (9, 8, '00000000-0000-4000-8000-00000000000a', 3, null, false),
  (10, 10, '00000000-0000-4000-8000-00000000000b', 4, 'Long.', true);
insert into public.members values (2, 'null', 'null@example.com', 0), (3, '', 'x', 5);
insert into public.stock values ('pier', 2, 1), ('', 4, 3), ('a,b', 6, 0), ('null', 8, 8), ('main', 10, 3);
insert into public."select" values
  (1, 'and', 1, '{"and": 1, "or": ["x", "y"], "n": null}', 'ä', true),
  (2, 'or(1)', 1, '{"and": "x"}', null, false),
  (3, null, 6, null, '', null),
  (4, '', null, '{"or": []}', 'select', true),
  (5, 'is.null', 8, '{"and": 10, "n": 5}', '"', false);
`

const name = (text: string) => `"${text.replaceAll('"', '""')}"`

const storedColumns = ({ columns }: Table) =>
  columns
    .filter(({ isGenerated }) => !isGenerated)
    .map((column) => name(column.name))
    .join(', ')

/** Parents before children. */
const byParents = [
  'publishers',
  'authors',
  'books',
  'covers',
  'genres',
  'book_genres',
  'sections',
  'reviews',
  'members',
  'secrets',
  'stock',
  'select',
].map((wanted) => storedTables.find((table) => table.name === wanted)!)

const keep = `create schema kept; ${byParents.map((table) => `create table kept.${name(table.name)} as table public.${name(table.name)};`).join('\n')}`

const serials = ['books', 'authors', 'reviews']
/** The value before the first that a test's insert will draw. */
export const lastSerial = 100

const restoring = [
  ...byParents.toReversed().map((table) => `delete from public.${name(table.name)};`),
  ...byParents.map(
    (table) =>
      `insert into public.${name(table.name)} (${storedColumns(table)}) select ${storedColumns(table)} from kept.${name(table.name)};`,
  ),
  ...serials.map((table) => `select setval(pg_get_serial_sequence('public.${table}', 'id'), ${lastSerial});`),
]

const restore = `create function kept.restore() returns void language sql as $restore$ ${restoring.join('\n')} $restore$;`

export const openEvaluatedShop = (): Promise<Shop> =>
  openShop({ allowsAggregates: true, requiresFilter: false, visitorsMatch: true }, `${rows}\n${keep}\n${restore}`)

const contents = storedTables
  .map(
    (table) =>
      `select '${table.name}' as name, coalesce((select json_agg(t) from public.${name(table.name)} t), '[]')::text as rows`,
  )
  .join(' union all ')

/** Every table as its owner sees it. */
export async function loadWorld({ database }: Shop): Promise<World> {
  const found = await database.databases.system.read(systemSession, (tx) =>
    tx.query<{ name: string; rows: string }>(contents),
  )
  return new Map(
    found.map((table) => {
      const parsed = parseJson(table.rows)
      return [table.name, (isList(parsed) ? parsed : []) as readonly Row[]]
    }),
  )
}

/** The tables as they were at first, serial numbers included. */
export async function restoreWorld({ database }: Shop): Promise<void> {
  await database.databases.system.write(systemSession, (tx) => tx.query('select kept.restore()'))
}
