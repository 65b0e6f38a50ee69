/** « Pour vous »: what is chosen, in which order, and that the reasons told are the real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { awa, kossi } from '../support/product-database.ts'
import { ama, openFeed, type FeedPeople } from './feed-people.ts'

let people: FeedPeople
let crowd: string[]
beforeAll(async () => {
  people = await openFeed()
  crowd = await people.join(15)
  // Nobody is new here, unless a test says so.
  await people.sql(`update public.profiles set created_at = now() - interval '90 days'`)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  const tables = ['public.feed_posts', 'public.follows', 'public.hashtag_follows', 'public.trending']
  for (const table of [...tables, 'app.trending_snapshots', 'app.for_you_lists'])
    await people.sql(`delete from ${table}`)
})

const list = (person = awa) => people.all(person, { tab: 'for_you' })
const ids = async (person = awa) => (await list(person)).map(({ id }) => id)
const insert = async (person: string, table: string, row: object) => {
  const { error } = await (await people.client(person)).from(table).insert(row)
  if (error) throw error
}
const grow = () => people.sql(`update app.for_you_lists set made_at = made_at - interval '6 minutes'`)
const why = async (person: string, post: string) => {
  const { data, error } = await (await people.client(person)).rpc('why_this_post', { post_id: post })
  if (error) throw error
  return data as unknown
}

describe('the score', () => {
  interface Signals {
    readonly follows?: boolean
    readonly tag?: boolean
    readonly often?: boolean
    readonly remix?: boolean
    readonly trends?: boolean
    readonly isNew?: boolean
    readonly likes?: number
    readonly hides?: number
    readonly age?: number
    readonly engagement?: number
  }
  const score = async (s: Signals) => {
    const flags = [s.follows, s.tag, s.often, s.remix, s.trends, s.isNew].map((flag) => flag === true)
    const [row] = await rowsOf<{ score: number }>(
      people.database,
      `select app.for_you_score(${flags.join()}, ${s.likes ?? 0}, ${s.hides ?? 0}, ${s.age ?? 0}, ${s.engagement ?? 0}) as score`,
    )
    return row?.score
  }

  test('is interest × freshness × quality − fatigue', async () => {
    expect(await score({})).toBe(1)
    expect(await score({ follows: true })).toBe(4)
    expect(await score({ remix: true })).toBe(3.5)
    expect(await score({ tag: true })).toBe(3)
    expect(await score({ trends: true })).toBe(2.5)
    expect(await score({ often: true })).toBe(2)
    expect(await score({ isNew: true })).toBe(2)
    expect(await score({ likes: 3 })).toBeCloseTo(2.2)
    expect(await score({ likes: 500 })).toBe(3)
    expect(await score({ follows: true, age: 24 })).toBe(2)
    expect(await score({ follows: true, age: 48 })).toBeCloseTo(4 / 3)
    expect(await score({ engagement: Math.E - 1 })).toBeCloseTo(1.25)
    expect(await score({ follows: true, age: 24, engagement: Math.E - 1, hides: 2 })).toBeCloseTo(4 * 0.5 * 1.25 - 1)
  })
})

describe('the list', () => {
  test('comes from people, hashtags, remixes and trends, and says so', async () => {
    const [followed = '', tagged = '', trending = '', novel = '', plain = ''] = await Promise.all(
      [{}, { hashtags: 'lagune' }, { likes_count: 2 }, {}, {}].map(async (fields, at) => {
        const [id = ''] = await people.publish(crowd[at] ?? '', fields)
        return id
      }),
    )
    await people.follow(awa, crowd[0] ?? '')
    await insert(awa, 'hashtag_follows', { tag: '#Lagune' })
    await people.sql('select public.refresh_trending()::text as value')
    await people.sql('update public.profiles set created_at = now() where id = $1', [crowd[3] ?? ''])
    const entries = await list()
    expect(entries.map(({ id, reasons }) => [id, reasons])).toEqual([
      [followed, [{ kind: 'follows', username: 'person.1' }]],
      [trending, [{ kind: 'trending', hours: 1 }]],
      [tagged, [{ kind: 'tag', tag: 'lagune' }]],
      [novel, [{ kind: 'new_author' }]],
      [plain, [{ kind: 'recent' }]],
    ])
    for (const { id, reasons } of entries) expect(await why(awa, id)).toEqual(reasons)
    await people.sql("update public.profiles set created_at = now() - interval '90 days' where id = $1", [
      crowd[3] ?? '',
    ])
  })

  test('has more and less of what one wishes for, at once', async () => {
    const [anime = '', pagne = '', plain = ''] = await Promise.all(
      [{ hashtags: 'anime' }, { hashtags: 'afrofuturisme' }, {}].map(async (fields, at) => {
        const [id = ''] = await people.publish(crowd[at] ?? '', { age: at * 6, ...fields })
        return id
      }),
    )
    expect(await ids()).toEqual([anime, pagne, plain])
    const wish = async (feed_rules: object[]) => {
      const settings = (await people.client(awa)).from('profile_settings')
      const { error } = await settings.update({ feed_rules }).eq('user_id', awa)
      expect(error).toBeNull()
    }
    await wish([
      { kind: 'more', words: 'Afrofuturisme' },
      { kind: 'less', words: 'animé' },
      { kind: 'other', words: 'anime' },
    ])
    expect(await ids()).toEqual([pagne, plain, anime])
    await wish([])
    expect(await ids()).toEqual([anime, pagne, plain])
  })

  test('has the neighbours of a remix that one liked', async () => {
    const [source = ''] = await people.publish(kossi, { age: 60 })
    const [liked = '', sibling = '', child = ''] = await people.publish(ama, {}, {}, {})
    for (const [post, of] of [
      [liked, source],
      [sibling, source],
      [child, liked],
    ])
      await people.sql('update public.feed_posts set remix_of = $2 where id = $1', [post ?? '', of ?? ''])
    await insert(awa, 'post_likes', { post_id: liked })
    const kinds = new Map((await list()).map(({ id, reasons }) => [id, reasons.map(({ kind }) => kind)]))
    // Of one author two at most, and what one liked is known already.
    expect([...kinds.keys()].toSorted()).toEqual([source, sibling, child].toSorted())
    for (const [, reasons] of kinds) expect(reasons).toContain('remix_of_liked')
  })

  test('has at most two of one author in any twenty, and nothing of one’s own, hidden, liked or too sensitive', async () => {
    for (const person of crowd)
      await people.publish(person, ...Array.from({ length: 9 }, (_, age) => ({ age, likes_count: 9 - age })))
    await people.publish(awa, {})
    await people.publish(kossi, { rating: 2 }, { status: 'limited' })
    const [hidden = '', liked = ''] = await people.publish(ama, {}, {})
    await insert(awa, 'post_hides', { post_id: hidden })
    await insert(awa, 'post_likes', { post_id: liked })
    await people.follow(awa, crowd[0] ?? '', crowd[1] ?? '')
    const entries = await list()
    expect(entries.length).toBeGreaterThan(20)
    for (const [at] of entries.entries()) {
      const authors = entries.slice(at, at + 20).map(({ creator }) => creator.id)
      for (const author of new Set(authors)) expect(authors.filter((id) => id === author).length).toBeLessThanOrEqual(2)
    }
    const others = entries.filter(({ creator }) => !crowd.includes(creator.id))
    expect(others).toEqual([])
  })

  test('stays as it was made while one reads it, and is another one later', async () => {
    for (const person of crowd) await people.publish(person, { age: 5 })
    const [first] = await people.page(awa, { tab: 'for_you', page_size: 1 })
    const whole = await ids()
    const [later = ''] = await people.publish(kossi, { likes_count: 500 })
    expect(await ids()).toEqual(whole)
    await people.follow(awa, kossi)
    expect((await ids())[0]).toBe(later)
    // Another device goes on in the list that it began, and in the next one when that is gone.
    const rest = await people.all(awa, { tab: 'for_you', cursor: first?.cursor ?? null })
    expect([first?.id, ...rest.map(({ id }) => id)]).toEqual(whole)
    await grow()
    await ids()
    expect((await people.all(awa, { tab: 'for_you', cursor: first?.cursor ?? null })).length).toBe(whole.length)
    expect(await people.sql('select count(*)::text as value from app.for_you_lists')).toBe('2')
  })

  test('R-09 is one’s own, whatever cursor and id are given', async () => {
    const [mine = '', secret = ''] = await people.publish(kossi, { age: 3 }, { visibility: 'followers' })
    await people.follow(ama, kossi)
    const [entry] = await people.page(ama, { tab: 'for_you', page_size: 1 })
    expect(entry?.id).toBe(secret)
    const given = await people.all(awa, { tab: 'for_you', cursor: (entry?.cursor ?? '').replace(/\d+$/, '0') })
    expect(given).toMatchObject([{ id: mine, reasons: [{ kind: 'recent' }] }])
    const client = await people.client(awa)
    expect((await client.rpc('why_this_post', { post_id: secret })).error).toMatchObject({
      code: 'PT404',
      hint: 'post_gone',
    })
    const reached = await client
      .schema('app' as 'public')
      .from('for_you_lists')
      .select('*')
    expect(reached.error?.code).toBe('PGRST106')
  })

  test('tires of an author whose publications one hides', async () => {
    const [far = '', near = ''] = [crowd[0], crowd[1]]
    const hidden = await people.publish(near, ...Array.from({ length: 4 }, () => ({})))
    const [theirs = ''] = await people.publish(near, {})
    const [others = ''] = await people.publish(far, { age: 60 })
    expect((await ids())[0]).not.toBe(others)
    for (const post of hidden) await insert(awa, 'post_hides', { post_id: post })
    await grow()
    expect(await ids()).toEqual([others])
    expect(await idsOfLatest()).toContain(theirs)
  })
})

const idsOfLatest = async () => (await people.all(awa, { tab: 'latest' })).map(({ id }) => id)
