/** What supabase/schemas declares and what the migrations make is one database, now and after every later migration. */
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import type { CatalogueReader } from '../../../tools/schema-text/entry.ts'
import { platformMigrations, productMigrations } from '../../../tools/schema-text/product-schema.ts'
import { readSchema, schemaText } from '../../../tools/schema-text/read-schema.ts'
import { declaredSource, readSchemaFiles } from '../../../tools/schema-text/schema-files.ts'

const read = async (catalogue: CatalogueReader) => schemaText(await readSchema(catalogue))
const textOf = ({ databases }: TestDatabase) => databases.system.read(systemSession, read)

let database: TestDatabase
let text: string

beforeAll(async () => {
  await using source = await declaredSource(await readSchemaFiles(new URL('../../schemas/', import.meta.url)))
  database = await createTestDatabase({ migrations: [...platformMigrations, source] })
  text = await textOf(database)
})
afterAll(() => database.dispose())

/** What the schema would be after a statement, which is then taken back. */
async function textAfter(statement: string): Promise<string> {
  const undone = new Error('undone')
  let found = ''
  const trial = database.databases.system.write(systemSession, async (tx) => {
    await tx.execute(statement)
    found = await read(tx)
    throw undone
  })
  await expect(trial).rejects.toBe(undone)
  return found
}

it('are the same as the migrations, to the byte', async () => {
  const product = productMigrations(new URL('../../migrations/', import.meta.url))
  await using migrated = await createTestDatabase({ migrations: [...platformMigrations, product] })
  expect(text).toContain('-- function public.feed_page(')
  expect(text.length).toBeGreaterThan(500_000)
  expect(await textOf(migrated)).toBe(text)
})

it.each([
  ['a default', `alter table public.feed_posts alter column license set default 'cc0'`],
  ['an order of columns', 'alter table public.hashtags drop column display, add column display text not null'],
  ['a policy', 'drop policy "people like what they can see" on public.post_likes'],
  ['a right', 'grant update (likes_count) on public.feed_posts to authenticated'],
  ['an owner', 'alter function app.fold(text) owner to ledger_owner'],
  ['a setting of a function', 'alter function app.fold(text) set search_path = public'],
  ['a trigger that is off', 'alter table public.feed_posts disable trigger fill_post'],
  ['a price', `update public.price_book set credits = 2 where sku = 'generation'`],
  ['a comment', `comment on table public.hashtags is 'Something else'`],
])('would differ by %s', async (_difference, statement) => {
  expect(await textAfter(statement)).not.toBe(text)
})
