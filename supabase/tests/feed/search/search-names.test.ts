/** Search for people and hashtags: the points of spec §9, and their suggestions. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { awa, kossi } from '../../support/product-database.ts'
import { openSearch, postSql, type FoundPerson, type Search } from './search-people.ts'

let search: Search
beforeAll(async () => {
  search = await openSearch()
})
afterAll(() => search[Symbol.asyncDispose]())
beforeEach(async () => {
  await search.run('truncate public.feed_posts, public.hashtags cascade')
  await search.run('delete from auth.users where id not in ($1::uuid, $2::uuid)', [awa, kossi])
})

const now = new Date('2026-06-01T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const day = 24

describe('people', () => {
  const cases: readonly [expected: number, person: Person][] = [
    [100, { username: 'lumi', first: 'Lumi', days: 400 }],
    [90, { username: 'zoe', first: 'Lumi', bio: 'lumi', days: 400 }],
    [80, { username: 'lumiere', first: 'Lumi', last: 'Nuit', days: 400 }],
    [70, { username: 'xlumi', first: 'Lumi', last: 'Nuit', days: 400 }],
    [60, { username: 'le.lumi', first: 'Zlumi', days: 400 }],
    [50, { username: 'zed', first: 'Ada', last: 'Lumi', days: 400 }],
    [30, { username: 'bea', first: 'Béa', bio: 'Peint la LÛMI', days: 400 }],
    [50, { username: 'new', first: 'Neuf', bio: 'lumi', days: 29.9 }],
    [40, { username: 'mid', first: 'Moyen', bio: 'lumi', days: 30 }],
    [40, { username: 'mid2', first: 'Moyen', bio: 'lumi', days: 89.9 }],
    [30, { username: 'old', first: 'Vieux', bio: 'lumi', days: 90 }],
    [120, { username: 'lum_i', first: 'Signe', days: 1 }],
  ]
  interface Person {
    username: string
    first: string
    last?: string
    bio?: string
    days: number
  }
  const join = (people: readonly Person[]) =>
    search.put(
      people.flatMap(({ username, first, last = '', bio = '', days }, n) => {
        const id = `dddddddd-0000-4000-8000-${String(n).padStart(12, '0')}`
        const name = `${first} ${last}`.trim()
        return [
          `insert into auth.users (id, email) values ('${id}', '${username}@example.com')`,
          `insert into public.profiles (id, username, first_name, last_name, display_name, bio, created_at)
             values ('${id}', '${username}', '${first}', '${last}', '${name}', '${bio}', '${ago(days * day)}')`,
        ]
      }),
    )
  const people = (query: string, params: object = {}) =>
    search.ask<FoundPerson>(kossi, 'search_users', { query, as_of: now, ...params })

  test('are found by the name they have chosen, and still by those behind it', async () => {
    await join([{ username: 'zoe', first: 'Lumi', last: 'Nuit', days: 400 }])
    await search.run("update public.profiles set chosen_name = 'Étoile filante' where username = 'zoe'")
    const points = async (query: string) =>
      (await people(query)).map(({ title, relevance_score: score }) => [title, score])
    expect(await points('etoile filante')).toEqual([['Étoile filante', 90]])
    expect(await points('lumi')).toEqual([['Étoile filante', 30]])
    await search.run('select app.rebuild_search()')
    expect(await points('lumi nuit')).toEqual([['Étoile filante', 30]])
  })

  test('have the exact points of the specification, best and newest first, page after page', async () => {
    await join(cases.map(([, person]) => person))
    const found = await people('lumi')
    const points = new Map(found.map(({ username, relevance_score: score }) => [username, score]))
    const expected = cases.filter(([, { username }]) => username !== 'lum_i')
    expect(expected.map(([, { username }]) => points.get(username))).toEqual(expected.map(([score]) => score))
    expect(found.map(({ username }) => username).slice(5)).toEqual(['new', 'zed', 'mid', 'mid2', 'old', 'bea'])
    expect((await people('@lum_i')).map((row) => row.relevance_score)).toEqual([120])
    expect(await people(' LÜMI ')).toEqual(found)
    const first = await people('lumi', { max_results: 4 })
    const last = first.at(-1)
    const second = await people('lumi', { after_score: last?.relevance_score, after_id: last?.id })
    expect([...first, ...second]).toEqual(found)
    expect(await people('%')).toEqual([])
  })

  test('are found by one or two characters, wherever these are', async () => {
    await join(cases.map(([, person]) => person))
    const found = async (query: string) =>
      (await people(query)).map(({ username, relevance_score: score }) => `${username} ${score}`)
    expect(await found('zl')).toEqual(['le.lumi 70'])
    expect(await found('nu')).toEqual(['lumiere 50', 'xlumi 50'])
    expect(await found('À')).toHaveLength(3)
    expect(await found('pe')).toEqual(['bea 30'])
    expect(await found('_i')).toEqual(['lum_i 80'])
    expect(await found('qq')).toEqual([])
  })

  test('carry the fields of the specification', async () => {
    await search.run(`insert into public.follows (follower_id, followee_id) values ($1, $2)`, [kossi, awa])
    const [found] = await search.ask<FoundPerson>(kossi, 'search_users', { query: 'awa' })
    expect(found).toEqual({
      id: awa,
      title: 'Awa Sanogo',
      username: 'awa',
      description: '',
      avatar: null,
      followers_count: 1,
      is_following: true,
      relevance_score: 120,
    })
    const [own] = await search.ask<FoundPerson>(awa, 'search_users', { query: 'awa' })
    expect(own?.is_following).toBe(false)
    await search.run('delete from public.follows')
  })

  test('are the first three suggestions', async () => {
    await join(cases.map(([, person]) => person))
    const titles = async (query: string) =>
      (await search.ask<{ kind: string; title: string }>(kossi, 'search_suggestions', { query })).map(
        ({ kind, title }) => `${kind} ${title}`,
      )
    expect(await titles('lumi')).toEqual(['user Lumi', 'user Lumi', 'user Lumi Nuit'])
    expect(await titles('l')).toEqual([])
    expect(await titles(' l ')).toEqual([])
  })
})

test('visitors do not search', async () => {
  for (const name of ['search_users', 'search_posts', 'search_hashtags', 'search_suggestions'])
    expect((await search.visit(name, { query: 'awa' })).code).toBe('42501')
})

describe('hashtags', () => {
  const publish = (tags: readonly string[]) =>
    search.put(tags.map((hashtags, n) => postSql(awa, { hashtags, created_at: ago(n) })))

  test('have ten points a publication', async () => {
    await publish(['forêt,nuit', 'forêt', 'forêtvierge,nuit', 'mer'])
    const ask = (query: string, params: object = {}) => search.ask(kossi, 'search_hashtags', { query, ...params })
    const both = [
      { title: 'forêt', posts_count: 2, relevance_score: 20 },
      { title: 'forêtvierge', posts_count: 1, relevance_score: 10 },
    ]
    expect(await ask('#FORET')).toEqual(both)
    expect(await ask('foret', { max_results: 1 })).toEqual(both.slice(0, 1))
    expect(await ask('foret', { after_title: 'forêt' })).toEqual(both.slice(1))
    expect(await ask('%')).toEqual([])
    await search.run(`update public.hashtags set blocked = true where tag = 'foretvierge'`)
    expect(await ask('vierge')).toEqual([])
  })

  test('are suggested, two of them, out of the ten newest publications', async () => {
    await publish([
      ...Array.from({ length: 10 }, (_, n) => (n < 4 ? 'forêt,nuit' : n < 6 ? 'foret-noire' : 'forêts')),
      'forêtancienne',
    ])
    const asked = await search.ask(kossi, 'search_suggestions', { query: 'for' })
    expect(asked).toEqual([
      { kind: 'hashtag', id: 'foret', title: 'forêt' },
      { kind: 'hashtag', id: 'forets', title: 'forêts' },
    ])
    expect(await search.ask(kossi, 'search_suggestions', { query: 'ancienne' })).toHaveLength(1)
  })
})

describe('a mistyped word', () => {
  const meant = (query: string, person = kossi) => search.ask<string>(person, 'search_meant', { query })

  test.each([
    ['pirouge', 'pirogue'],
    ['PIROGE', 'pirogue'],
    ['Étofe bleue', 'etoffe bleue'],
    ['lagnue', 'lagune'],
    ['gnonlonfon', 'gnonlonfoun'],
  ])('is read as what can be found: %s', async (typed, expected) => {
    await search.run("update public.profiles set first_name = 'Sènami', last_name = 'Gnonlonfoun' where id = $1", [awa])
    await search.put(['Une pirogue sur la lagune', 'Étoffe bleue au soleil'].map((prompt) => postSql(awa, { prompt })))
    expect(await meant(typed)).toBe(expected)
  })

  test('is left alone where it is known, too short, far from all, or finds nothing as another', async () => {
    await search.put([postSql(awa, { prompt: 'Une pirogue sur la lagune' })])
    expect(
      await Promise.all(['pirogue', 'unee', 'hippopotame', 'lagnue bleue', '', '%%%%'].map((typed) => meant(typed))),
    ).toEqual(Array.from({ length: 6 }, () => null))
  })

  test('tells nobody of a word that they may not find', async () => {
    await search.put([
      postSql(awa, { prompt: 'Le secret du calebassier', rating: 2 }),
      postSql(awa, { prompt: 'Un flamboyant' }),
    ])
    expect(await meant('calebasier', awa)).toBe('calebassier')
    expect(await meant('calebasier')).toBeNull()
    expect(await meant('flanboyant')).toBe('flamboyant')
    await search.run("update public.feed_posts set visibility = 'private' where prompt = 'Un flamboyant'")
    expect(await meant('flanboyant')).toBeNull()
    expect((await search.visit('search_meant', { query: 'flanboyant' })).status).toBe(401)
  })
})
