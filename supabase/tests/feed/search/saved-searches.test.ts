/** Searches that people follow: what is news to them, told once, and nothing that they may not see. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { addPerson, awa, kossi, makeCreation } from '../../support/product-database.ts'
import { asOwner } from '../../support/product-rest.ts'
import { openSearch, type Search } from './search-people.ts'

let search: Search
let ama: string
beforeAll(async () => {
  search = await openSearch()
  ama = await addPerson(search.database, 'ama')
})
afterAll(() => search[Symbol.asyncDispose]())
beforeEach(() =>
  search.run(
    'truncate public.feed_posts, public.saved_searches, public.notifications, public.blocks, public.mutes cascade',
  ),
)

const follow = (person: string, typed: string, meaning: object = {}) =>
  search.ask(person, 'follow_search', { typed, query: typed, ...meaning })
/** By the product's own triggers; what they decide themselves is set afterwards. */
const publish = async (
  creator: string,
  { rating = 0, mode = 'normal', ...fields }: Record<string, string | number>,
) => {
  const image = await makeCreation(search.database, creator, `${creator}/${crypto.randomUUID()}.webp`)
  const row = { creator_id: creator, image_url: image, ...fields }
  const columns = Object.keys(row)
  const places = columns.map((_, n) => `$${n + 1}`)
  await search.run(
    `insert into public.feed_posts (${columns.join()}) values (${places.join()})`,
    Object.values(row).map(String),
  )
  await search.run('update public.feed_posts set rating = $1, mode = $2 where image_url = $3', [
    `${rating}`,
    `${mode}`,
    image,
  ])
}
const tell = (most = 100) =>
  asOwner(search.database, 'select public.tell_searches($1::int) as value', [`${most}`]).then(Number)

interface Followed {
  typed: string
  new_count: number
}

const followed = async (person: string) => {
  const { data } = await (await search.client(person)).from('saved_searches').select('typed,new_count').order('typed')
  return Object.fromEntries((data as Followed[]).map(({ typed, new_count: count }) => [typed, count]))
}
const told = async (person: string) => {
  const { data } = await (await search.client(person)).from('notifications').select('data').eq('type', 'search')
  return (data as { data: { query: string } }[]).map(({ data: { query } }) => query).toSorted()
}

test('what comes for a search is counted and told to who follows it, each publication once', async () => {
  await publish(awa, { prompt: 'Un éléphant de la veille' })
  await follow(kossi, 'éléphant rose')
  await follow(kossi, '#Savane', { query: '#Savane' })
  await follow(kossi, 'or')
  await follow(ama, 'lagune')
  await publish(awa, { prompt: 'Deux ÉLÉPHANTS roses' })
  await publish(awa, { prompt: 'Un Elephant   rose au coucher du soleil', hashtags: 'savane' })
  await publish(awa, { prompt: 'Rose, un éléphant' })
  expect(await tell(2)).toBe(2)
  expect(await tell(2)).toBe(1)
  expect(await tell(2)).toBe(0)
  expect(await followed(kossi)).toEqual({ 'éléphant rose': 1, '#Savane': 1, or: 0 })
  await publish(awa, { prompt: 'De l’or' })
  await tell()
  expect(await followed(kossi)).toEqual({ 'éléphant rose': 1, '#Savane': 1, or: 1 })
  expect(await told(kossi)).toEqual(['#Savane', 'or', 'éléphant rose'].toSorted())
  expect(await told(ama)).toEqual([])

  await search.run(`update public.feed_posts set visibility = 'private' where prompt like 'Un Elephant%'`)
  await search.run(`update public.feed_posts set visibility = 'public' where prompt like 'Un Elephant%'`)
  expect(await tell()).toBe(0)
  const client = await search.client(kossi)
  await client.from('saved_searches').update({ new_count: 0 }).eq('typed', 'or')
  await client.from('saved_searches').delete().eq('typed', '#Savane')
  expect(await followed(kossi)).toEqual({ 'éléphant rose': 1, or: 0 })
})

test('only what the person may and wants to see: as when they search themselves', async () => {
  await follow(kossi, 'pirogue')
  await follow(kossi, 'pirogue de:ama sans:nuit', {
    query: 'pirogue',
    by_person: '@ama',
    without: ['Nuit'],
    mode: 'normal',
  })
  await publish(kossi, { prompt: 'Ma pirogue' })
  await publish(awa, { prompt: 'pirogue sensible', rating: 2 })
  await publish(awa, { prompt: 'pirogue cachée', visibility: 'private' })
  await search.run(`insert into public.mutes (user_id, kind, target, scope) values ($1, 'word', 'rouge', '{search}')`, [
    kossi,
  ])
  await publish(awa, { prompt: 'pirogue rouge' })
  await publish(ama, { prompt: 'pirogue de nuit', mode: 'normal' })
  await publish(ama, { prompt: 'pirogue du matin', mode: 'cortexia' })
  await publish(ama, { prompt: 'pirogue du soir', mode: 'normal' })
  await tell()
  expect(await followed(kossi)).toEqual({ pirogue: 3, 'pirogue de:ama sans:nuit': 1 })
  await search.run('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [ama, kossi])
  await publish(ama, { prompt: 'pirogue bleue', mode: 'normal' })
  await tell()
  expect(await followed(kossi)).toEqual({ pirogue: 3, 'pirogue de:ama sans:nuit': 1 })
})

test('no word, nobody of that name and one too many are refused in words; twice is once', async () => {
  await expect(follow(kossi, ' # ')).rejects.toMatchObject({ hint: 'search_empty' })
  await expect(follow(kossi, 'x', { by_person: 'nobody-here' })).rejects.toMatchObject({ hint: 'person_unknown' })
  const [first, again] = [await follow(kossi, 'baobab'), await follow(kossi, 'baobab ')]
  expect(again).toEqual(first)
  await Promise.allSettled(Array.from({ length: 40 }, (_, n) => follow(kossi, `mot ${n}`)))
  expect(Object.keys(await followed(kossi))).toHaveLength(30)
  await expect(follow(kossi, 'encore')).rejects.toMatchObject({ hint: 'too_many_searches' })
  expect((await search.visit('follow_search', { typed: 'x', query: 'x' })).code).toBe('42501')
})
