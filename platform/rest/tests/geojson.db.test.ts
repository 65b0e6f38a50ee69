/** Rows as features of a map where PostGIS is there, and a plain refusal where it is not. */
import { expect, test } from 'vitest'

import { createTestDatabase, rowsOf } from '../../../tests/support/test-database.ts'
import { openShop } from '../testing/shop.ts'

const accept = 'application/geo+json'

const withPostgis = `
  create extension postgis schema extensions;
  create table public.branches (id int primary key, street text, place extensions.geometry(point, 4326));
  insert into public.branches values (1, 'Quay 3', extensions.st_setsrid(extensions.st_makepoint(-8.6, 41.1), 4326)), (2, 'Nowhere', null);
  create function public.all_branches() returns setof public.branches language sql stable as $$ select * from public.branches $$;`

const quay = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [-8.6, 41.1] },
  properties: { id: 1, street: 'Quay 3' },
}

async function hasPostgis(): Promise<boolean> {
  await using database = await createTestDatabase({ migrations: [] })
  const found = await rowsOf(database, `select from pg_available_extensions where name = 'postgis'`)
  return found.length === 1
}

test('a table as a map', async () => {
  const expectAnswer = (await hasPostgis()) ? expectMaps : expectRefusal
  await expectAnswer()
  expect.hasAssertions()
})

async function expectMaps() {
  await using shop = await openShop({}, withPostgis)
  const answer = await shop.get('/branches?order=id', { accept })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/geo+json; charset=utf-8'])
  // How a missing geometry is written, versions of PostGIS do not agree.
  expect(answer.json()).toMatchObject({
    type: 'FeatureCollection',
    features: [quay, { type: 'Feature', properties: { id: 2, street: 'Nowhere' } }],
  })
  const called = await shop.get('/rpc/all_branches?id=eq.1', { accept })
  expect(called.json()).toEqual({ type: 'FeatureCollection', features: [quay] })
  const some = await shop.get('/branches?select=street,place&id=eq.1', { accept })
  expect(some.json()).toMatchObject({ features: [{ properties: { street: 'Quay 3' } }] })
  expect((await shop.get('/branches?id=eq.9', { accept })).json()).toEqual({ type: 'FeatureCollection', features: [] })
  expect((await shop.get('/genres', { accept })).json()).toMatchObject({ code: '22023' })
  expect((await shop.get('/branches?select=place&id=eq.1')).json()).toMatchObject([{ place: { type: 'Point' } }])
}

async function expectRefusal() {
  await using shop = await openShop()
  const answer = await shop.get('/genres', { accept })
  expect([answer.statusCode, answer.json()]).toEqual([
    406,
    { code: 'PGRST107', details: null, hint: null, message: `None of these media types are available: ${accept}` },
  ])
}
