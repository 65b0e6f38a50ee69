/** Hashtags follow what is public; the channel of the feed tells of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { awa, kossi } from '../support/product-database.ts'
import { ama, openFeed, type FeedPeople } from './feed-people.ts'

let people: FeedPeople
beforeAll(async () => {
  people = await openFeed()
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of [
    'public.feed_posts',
    'public.hashtags',
    'realtime.messages',
    'app.fresh_posts',
    'app.feed_digest',
  ])
    await people.sql(`delete from ${table}`)
})

const tags = async () => {
  const { data } = await (await people.client(awa)).from('hashtags').select('tag,display,posts_count').order('tag')
  return Object.fromEntries((data ?? []).map(({ tag, posts_count }) => [tag as string, posts_count as number]))
}
const change = (post: string, columns: string) =>
  people.sql(`update public.feed_posts set ${columns} where id = $1`, [post])

describe('hashtags', () => {
  test('are those of public publications, through edits, visibility, removal and deletion', async () => {
    const [one = '', two = ''] = await people.publish(
      kossi,
      { hashtags: '#Été, lagune' },
      { hashtags: 'ete', visibility: 'private' },
    )
    expect(await tags()).toEqual({ ete: 1, lagune: 1 })
    await change(two, `visibility = 'public'`)
    expect(await tags()).toEqual({ ete: 2, lagune: 1 })
    await change(one, `hashtags = 'ÉTÉ,plage'`)
    expect(await tags()).toEqual({ ete: 2, lagune: 0, plage: 1 })
    await change(one, `status = 'removed'`)
    expect(await tags()).toEqual({ ete: 1, lagune: 0, plage: 0 })
    await people.sql('update public.profiles set is_private = true where id = $1', [kossi])
    expect(await tags()).toEqual({ ete: 0, lagune: 0, plage: 0 })
    await people.sql('update public.profiles set is_private = false where id = $1', [kossi])
    await people.sql('delete from public.feed_posts where id = $1', [two])
    expect(await tags()).toEqual({ ete: 0, lagune: 0, plage: 0 })
    expect(await people.sql('select app.recount_hashtags()::text as value')).toBe('0')
  })

  test('are counted exactly by many who use the same ones at once, in whatever order', async () => {
    const words = ['a', 'b', 'c', 'd', 'e', 'f']
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const hashtags = (n % 2 ? words : words.toReversed()).join()
        const [post = ''] = await people.publish([awa, kossi, ama][n % 3] ?? awa, { hashtags })
        if (n % 4 === 0) await people.sql('delete from public.feed_posts where id = $1', [post])
      }),
    )
    expect(await tags()).toEqual(Object.fromEntries(words.map((word) => [word, 9])))
  })

  test('that the staff has blocked have no page', async () => {
    await people.publish(kossi, { hashtags: 'vilain' })
    expect(await people.page(awa, { tab: 'tag', tag: 'VILAIN' })).toHaveLength(1)
    await people.sql(`update public.hashtags set blocked = true`)
    expect(await people.page(awa, { tab: 'tag', tag: 'vilain' })).toEqual([])
    expect(await tags()).toEqual({})
  })
})

describe('the channel of the feed', () => {
  const tell = () => people.sql('select public.tell_fresh_posts(30)::text as value')
  const sentOnFeed = () =>
    rowsOf<{ event: string; private: boolean; payload: { count: number; posts: unknown[]; spread_ms: number } }>(
      people.database,
      `select event, private, payload from realtime.messages where topic = 'feed' order by inserted_at`,
    )

  test('S10 is told once in a while however much comes, of all that came, and has readers spread what they ask', async () => {
    await people.publish(kossi, {})
    expect(await tell()).toBe('1')
    await people.publish(kossi, ...Array.from({ length: 40 }, () => ({})))
    for (let second = 0; second < 30; second += 1) expect(await tell()).toBe('0')
    await people.sql(`update app.feed_digest set told_at = told_at - interval '30 seconds'`)
    expect([await tell(), await tell()]).toEqual(['40', '0'])
    const told = (await sentOnFeed()).map(({ payload }) => payload)
    expect(told.map(({ count, posts, spread_ms: ms }) => [count, posts.length, ms])).toEqual([
      [1, 1, 1_000],
      [40, 30, 15_000],
    ])
  })

  test('tells of what everybody may see, by ids alone', async () => {
    const [open] = await people.publish(
      kossi,
      {},
      { visibility: 'followers' },
      { visibility: 'private' },
      { rating: 2 },
      { status: 'limited' },
    )
    await tell()
    const posts = [{ id: open, creator_id: kossi }]
    const payload = {
      id: expect.any(String) as string,
      count: 1,
      newest: expect.any(String) as string,
      spread_ms: 1_000,
      posts,
    }
    expect(await sentOnFeed()).toEqual([{ event: 'posts', private: true, payload }])
  })

  test('W-05 is heard by everybody, visitors too, and spoken on by nobody', async () => {
    const listeners = [{ role: 'anon' }, { role: 'authenticated', sub: awa }]
    for (const claims of listeners) {
      const audience = JSON.stringify({ role: claims.role, claims })
      const ask = (call: string) => people.sql(`select realtime.${call}::text as value`, [audience])
      expect(JSON.parse(await ask(`read_rights(jsonb_build_array($1::jsonb), 'feed')`))).toEqual([
        { broadcast: true, presence: false },
      ])
      for (const kind of ['broadcast', 'presence'])
        expect(await ask(`may_write($1::jsonb, 'feed', '${kind}')`)).toBe('false')
    }
  })
})
