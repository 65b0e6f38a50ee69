/** A publication has a language, said or found; people choose in which they read, in lists and in search. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { awa, kossi } from '../support/product-database.ts'
import { ama, openFeed, type FeedPeople } from './feed-people.ts'

let feed: FeedPeople
const ids: Record<string, string> = {}

beforeAll(async () => {
  feed = await openFeed()
  const prompts = ['une femme en wax au marché', 'a woman at the market', 'Dantokpa zangbeto']
  const [french, english, none] = await feed.publish(awa, ...prompts.map((prompt) => ({ prompt, hashtags: 'wax' })))
  Object.assign(ids, { french, english, none })
})
afterAll(() => feed[Symbol.asyncDispose]())

const languageOf = (id: string) => feed.sql('select read_lang as value from public.feed_posts where id = $1', [id])

async function read(person: string, ...languages: string[]): Promise<void> {
  const settings = (await feed.client(person)).from('profile_settings')
  expect((await settings.update({ read_languages: languages }).eq('user_id', person)).error).toBeNull()
}

const shown = async (person: string, tab: string) => {
  const entries = await feed.all(person, { tab, tag: 'wax', page_size: 2 })
  return Object.keys(ids).filter((name) => entries.some(({ id }) => id === ids[name]))
}

test.each([
  ['une grand-mère togolaise, foulard indigo', 'fr'],
  ['coucher de soleil sur la lagune', 'fr'],
  ['Marché de nuit à Lomé', 'fr'],
  ['pirogue, lagune', ''],
  ['a red car in the rain', 'en'],
  ['sunset', 'en'],
  ['un gato en la playa', 'es'],
  ['uma mulher com um vestido', 'pt'],
  ['امرأة في السوق', 'ar'],
  ['', ''],
  ['…', ''],
  ['Lomé', ''],
])('%j is %s', async (words, language) => {
  expect(await feed.sql('select app.language_of($1) as value', [words])).toBe(language)
})

test('what its author says counts; what a hidden prompt says does not; the words decide again when they change', async () => {
  const posts = (await feed.client(awa)).from('feed_posts')
  const change = async (fields: object) => {
    expect((await posts.update(fields).eq('id', ids['french']!)).error).toBeNull()
    return languageOf(ids['french']!)
  }
  expect(await change({ lang: 'fon' })).toBe('fon')
  expect(await change({ lang: 'fr-CI' })).toBe('fr')
  expect(await change({ lang: null, prompt_visible: false })).toBe('')
  expect(await change({ title: 'The market of the women' })).toBe('en')
  expect(await change({ title: null, prompt_visible: true })).toBe('fr')
})

test('lists show the chosen languages, and those that nobody knows; one’s own and whom one follows in any', async () => {
  expect(await shown(kossi, 'latest')).toEqual(['french', 'english', 'none'])
  await read(kossi, 'fr')
  expect(await shown(kossi, 'latest')).toEqual(['french', 'none'])
  expect(await shown(kossi, 'tag')).toEqual(['french', 'none'])
  await read(kossi, 'en', 'fon')
  expect(await shown(kossi, 'latest')).toEqual(['english', 'none'])
  await feed.follow(kossi, awa)
  expect(await shown(kossi, 'following')).toEqual(['french', 'english', 'none'])
  await read(awa, 'en')
  expect(await shown(awa, 'latest')).toEqual(['french', 'english', 'none'])
  await read(kossi)
  expect(await shown(kossi, 'latest')).toEqual(['french', 'english', 'none'])
})

test('search keeps to the same choice, unless a language is asked for', async () => {
  const client = await feed.client(ama)
  const found = async (lang?: string) => {
    const { data, error } = await client.rpc('search_posts', { query: 'wax', ...(lang && { lang }) })
    expect(error).toBeNull()
    return Object.keys(ids).filter((name) => (data as { id: string }[]).some(({ id }) => id === ids[name]))
  }
  expect(await found()).toEqual(['french', 'english', 'none'])
  await read(ama, 'fr')
  expect(await found()).toEqual(['french', 'none'])
  expect(await found('en')).toEqual(['english'])
  expect(await found('*')).toEqual(['french', 'english', 'none'])
  // What is told of a followed search is judged as the search itself.
  await client.rpc('follow_search', { typed: 'marche', query: 'marche' })
  await client.rpc('follow_search', { typed: 'market langue:en', query: 'market', lang: 'en' })
  await feed.publish(kossi, { prompt: 'the market, le marche of the day' }, { prompt: 'le marche du soir' })
  await feed.sql(`select public.tell_searches(100)::text as value`)
  const { data: news } = await client.from('saved_searches').select('typed,new_count').order('typed')
  expect(news).toEqual([
    { typed: 'marche', new_count: 1 },
    { typed: 'market langue:en', new_count: 1 },
  ])
})

test('a choice that is none is refused', async () => {
  const settings = (await feed.client(ama)).from('profile_settings')
  for (const wrong of [['français'], ['FR'], Array.from({ length: 21 }, () => 'fr')])
    expect((await settings.update({ read_languages: wrong }).eq('user_id', ama)).error?.code).toBe('23514')
})
