/** Publications found by how they look (S18): nearest colours first, field by field, and nothing that is not for the asker. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addPerson, awa, kossi, makeCreation } from '../../support/product-database.ts'
import { openSearch, type Search } from './search-people.ts'

let search: Search
let ama: string
beforeAll(async () => {
  search = await openSearch()
  ama = await addPerson(search.database, 'ama')
})
afterAll(() => search[Symbol.asyncDispose]())
beforeEach(() =>
  search.run('truncate public.feed_posts, public.generations, public.blocks, public.mutes, public.post_hides cascade'),
)

const red = 'c02020'
const blue = '2040c0'
/** Eight rows: the upper ones of one colour, the lower ones of another. */
const halves = (upper: string, lower: string) => upper.repeat(32) + lower.repeat(32)
const upperAlone = 'ff'.repeat(32) + '00'.repeat(32)

async function publish(creator: string, colours: string, visibility = 'public'): Promise<string> {
  const path = `${creator}/${crypto.randomUUID()}.webp`
  const url = await makeCreation(search.database, creator, path)
  await search.run(
    `insert into public.feed_posts (creator_id, image_url, prompt, visibility) values ($1, $2, 'une pirogue', $3)`,
    [creator, url, visibility],
  )
  await search.run(
    `update app.picture_likeness set hash = 1, colours = decode($1, 'hex')
     where image_id = (select id from public.generation_images where url = $2)`,
    [colours, url],
  )
  return url
}

const found = async (person: string, params: object) =>
  (await search.ask<{ image_url: string }>(person, 'search_posts_by_look', params)).map(({ image_url: url }) => url)

test('the nearest come first, what is unlike does not come', async () => {
  const same = await publish(awa, halves(red, blue))
  const near = await publish(awa, halves('b03030', blue))
  await publish(awa, halves(blue, red))
  expect(await found(kossi, { colours: halves(red, blue) })).toEqual([same, near])
  expect(await found(kossi, { colours: halves(red, blue), max_results: 1 })).toEqual([same])
})

test('of a drawing only what is drawn counts', async () => {
  const other = await publish(awa, halves(blue, red))
  const one = await publish(awa, halves(red, 'ffffff'))
  expect(await found(kossi, { colours: halves(red, '000000'), weights: upperAlone })).toEqual([one])
  expect(await found(kossi, { colours: halves(blue, '000000'), weights: upperAlone })).toEqual([other])
  expect(await found(kossi, { colours: halves(red, red), weights: '00'.repeat(64) })).toEqual([])
})

test('nothing that is private, of somebody muted, of somebody blocked, or hidden', async () => {
  await publish(awa, halves(red, blue), 'private')
  const open = await publish(ama, halves(red, blue))
  const params = { colours: halves(red, blue) }
  expect(await found(kossi, params)).toEqual([open])
  await search.run(
    `insert into public.post_hides (user_id, post_id) select $1, id from public.feed_posts where image_url = $2`,
    [kossi, open],
  )
  expect(await found(kossi, params)).toEqual([])
  await search.run('truncate public.post_hides cascade')
  await search.run('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [ama, kossi])
  expect(await found(kossi, params)).toEqual([])
  expect((await search.visit('search_posts_by_look', params)).status).toBeGreaterThanOrEqual(400)
})

test('anything but 64 colours is refused', async () => {
  for (const params of [{ colours: 'red' }, { colours: red.repeat(63) }, { colours: red.repeat(64), weights: 'ff' }])
    await expect(search.ask(kossi, 'search_posts_by_look', params)).rejects.toThrow(/64 colours/u)
})
