/** What migrations make of rows that are stored already. */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import pg from 'pg'
import { expect, test } from 'vitest'

import { createTestDatabase, rowsOf } from '../../../tests/support/test-database.ts'
import { platformMigrations, productMigrations } from '../../../tools/schema-text/product-schema.ts'
import { awa } from '../support/product-database.ts'

const migrations = new URL('../../migrations/', import.meta.url)

/** The database as it is before the migration of this name, with these rows, and the way to run it. */
async function before(name: string, fixtures: string) {
  const all = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort()
  const place = all.findIndex((file) => file.endsWith(`_${name}.sql`))
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  for (const file of all.slice(0, place)) await copyFile(new URL(file, migrations), join(folder, file))
  const product = productMigrations(pathToFileURL(`${folder}/`))
  const database = await createTestDatabase({ migrations: [...platformMigrations, product], fixtures })
  const migrate = async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(await readFile(new URL(all[place] ?? '', migrations), 'utf8'))
    await client.end()
  }
  const dispose = async () => {
    await database.dispose()
    await rm(folder, { recursive: true, force: true })
  }
  return { database, migrate, [Symbol.asyncDispose]: dispose }
}

test('publications that hold the name of an engine hold its code', async () => {
  const path = `${awa}/picture.webp`
  const address = `http://x/storage/v1/object/public/generated-images/${path}`
  await using old = await before(
    'engine_codes',
    `insert into auth.users (id, email) values ('${awa}', 'awa@example.com');
     with made as (
       insert into public.generations (user_id, prompt, mode, engine, status)
       values ('${awa}', 'une pirogue', 'normal', 'fal', 'succeeded') returning id)
     insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
     select id, '${awa}', 1, 'generated-images', '${path}', '${address}', 64, 64, 10, 'abc' from made;
     insert into public.feed_posts (creator_id, prompt, image_url, metadata)
     values ('${awa}', 'de fal', '${address}', '{"source": "remix", "engine": "Flux de fal"}'),
       ('${awa}', 'sans nom', '${address}', '{}'),
       ('${awa}', 'sans image', '${address}', '{"engine": "Moteur intégré (procédural, sans réseau de neurones)"}');
     update public.feed_posts set image_id = null where prompt = 'sans image';`,
  )
  await old.migrate()
  expect(await rowsOf(old.database, 'select prompt, metadata from public.feed_posts order by prompt')).toEqual([
    { prompt: 'de fal', metadata: { source: 'remix', engine: 'fal' } },
    { prompt: 'sans image', metadata: { engine: 'builtin' } },
    { prompt: 'sans nom', metadata: { engine: 'fal' } },
  ])
})

test('a limit that somebody had set goes on asking', async () => {
  await using old = await before(
    'own_spend_limits',
    `insert into auth.users (id, email) values ('${awa}', 'awa@example.com');
     update public.profile_settings set daily_spend_limit = 2000 where user_id = '${awa}';`,
  )
  await old.migrate()
  expect(await rowsOf(old.database, 'select period, francs, next_at from public.spend_limits')).toEqual([
    { period: 'day', francs: 2000, next_at: null },
  ])
})
