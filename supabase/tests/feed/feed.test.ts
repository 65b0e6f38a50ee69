/** The lists of the feed: their order, who sees what in them, and how pages follow each other. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { awa, kossi } from '../support/product-database.ts'
import { ama, openFeed, type FeedPeople, type PageRequest } from './feed-people.ts'

let people: FeedPeople
let crowd: string[]
beforeAll(async () => {
  people = await openFeed()
  crowd = await people.join(12)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  const tables = ['public.feed_posts', 'public.follows', 'public.mutes', 'public.blocks', 'public.trending']
  for (const table of [...tables, 'app.for_you_lists', 'app.trending_snapshots'])
    await people.sql(`delete from ${table}`)
})

const openTabs = ['latest', 'trending', 'tag']
const tabs = [...openTabs, 'for_you', 'following', 'saved', 'liked']
const idsOf = async (person: string | null, tab: string, page_size = 20) =>
  (await people.all(person, { tab, tag: 'été', page_size })).map(({ id }) => id)
const rank = () => people.sql('select public.refresh_trending()::text as value')
const insert = async (person: string, table: string, row: object) => {
  const { error } = await (await people.client(person)).from(table).insert(row)
  if (error) throw error
}
const refusal = async (person: string, request: PageRequest) => {
  const { error } = await (await people.client(person)).rpc('feed_page', request)
  return [error?.code, error?.hint]
}
/** What the person may read at all, by the policies alone. */
const readable = async (person: string) => {
  const { data } = await (await people.client(person)).from('feed_posts').select('id')
  return new Set((data ?? []).map(({ id }) => id as string))
}

describe('an entry', () => {
  test('comes with its author and one’s own like and save, in every list', async () => {
    const [post = ''] = await people.publish(kossi, { hashtags: 'été', likes_count: 3 })
    await people.follow(awa, kossi)
    await rank()
    expect(await idsOf(awa, 'for_you')).toEqual([post])
    await insert(awa, 'post_likes', { post_id: post })
    await insert(awa, 'post_saves', { post_id: post })
    for (const tab of tabs) {
      const page = await people.page(awa, { tab, tag: '#Été' })
      const own = { own_likes: [{ user_id: awa }], own_saves: [{ user_id: awa }] }
      expect([tab, page]).toMatchObject([
        tab,
        [{ id: post, cursor: null, saves_count: 1, creator: { id: kossi }, ...own }],
      ])
    }
  })
})

describe('who sees what', () => {
  const kinds = [
    { visibility: 'public' },
    { visibility: 'followers' },
    { visibility: 'unlisted' },
    { visibility: 'private' },
    { rating: 2 },
    { status: 'removed' },
    { status: 'deleted' },
  ].map((kind, age) => Object.assign(kind, { age, hashtags: 'été', likes_count: 9 }))

  test('R-01 no list shows anybody what the policies hide from them', async () => {
    const posts = await people.publish(kossi, ...kinds)
    const [, blocked = '', follower = ''] = [awa, ...crowd]
    await people.follow(follower, kossi)
    await people.sql(`insert into public.blocks (blocker_id, blocked_id) values ($1, $2)`, [kossi, blocked])
    await rank()
    // Kept and liked while they could be seen.
    for (const table of ['post_saves', 'post_likes'])
      await people.sql(
        `insert into public.${table} (post_id, user_id) select p.id, u.id from public.feed_posts p, unnest($1::uuid[]) as u (id)`,
        [`{${[awa, blocked, follower, kossi].join(',')}}`],
      )
    await people.sql(
      `insert into app.for_you_lists (user_id, post_ids, reasons)
       select id, $1::uuid[], '[]' from unnest($2::uuid[]) as u (id)`,
      [`{${posts.join(',')}}`, `{${[awa, blocked, follower].join(',')}}`],
    )
    for (const person of [awa, blocked, follower]) {
      const may = await readable(person)
      for (const tab of tabs) {
        const shown = await idsOf(person, tab)
        expect([tab, shown.filter((id) => !may.has(id))]).toEqual([tab, []])
      }
    }
    const [open, forFollowers] = posts
    expect(await idsOf(awa, 'liked')).toEqual([open])
    expect(await idsOf(blocked, 'liked')).toEqual([])
    expect(await idsOf(follower, 'following')).toEqual([open, forFollowers])
    for (const tab of openTabs) expect([tab, await idsOf(null, tab)]).toEqual([tab, [open]])
  })

  test('R-01 a visitor has no list of their own', async () => {
    for (const tab of ['for_you', 'following', 'saved', 'liked'])
      await expect(people.page(null, { tab })).rejects.toThrow('PT401')
  })

  test('what somebody has hidden or muted is in none of their lists but their own', async () => {
    const [plain = '', hidden = '', spoken = '', tagged = ''] = await people.publish(
      kossi,
      { hashtags: 'été', age: 1 },
      { hashtags: 'été', age: 2 },
      { hashtags: 'été', prompt: 'Un robot d’ÉBÈNE', age: 3 },
      { hashtags: 'été,Anime', age: 4 },
    )
    const [mutedAuthor = ''] = await people.publish(ama, { hashtags: 'été', age: 5 })
    await people.follow(awa, kossi, ama)
    await insert(awa, 'post_hides', { post_id: hidden })
    await insert(awa, 'mutes', { kind: 'word', target: 'ébène' })
    await insert(awa, 'mutes', { kind: 'hashtag', target: '#animé' })
    await insert(awa, 'mutes', { kind: 'user', target: ama })
    await insert(awa, 'mutes', { kind: 'word', target: 'pirogue', scope: ['comments'] })
    for (const tab of ['latest', 'tag', 'following', 'for_you'])
      expect([tab, await idsOf(awa, tab, 1)]).toEqual([tab, [plain]])
    for (const id of [hidden, spoken, tagged, mutedAuthor]) await insert(awa, 'post_saves', { post_id: id })
    expect(await idsOf(awa, 'saved', 3)).toEqual([mutedAuthor, tagged, spoken, hidden])
    expect((await idsOf(kossi, 'latest')).length).toBe(5)
  })

  test('whoever mutes nearly everything waits for a bounded search', async () => {
    await people.flood(kossi, 'bruit', 1100)
    const [far = ''] = await people.publish(kossi, { age: 2000 })
    const [near = ''] = await people.publish(kossi, {})
    await insert(awa, 'mutes', { kind: 'word', target: 'bruit' })
    const [first, ...others] = await people.page(awa, { tab: 'latest' })
    expect([first?.id, others]).toEqual([near, []])
    expect((await people.page(awa, { tab: 'latest', cursor: first?.cursor ?? null })).map(({ id }) => id)).toEqual([
      far,
    ])
  })
})

describe('pages', () => {
  test('R-03 a cursor of another list, or one that nobody gave, is refused by name', async () => {
    await people.publish(kossi, { hashtags: 'été', age: 1 }, { hashtags: 'été', age: 2 })
    const [entry] = await people.page(awa, { tab: 'latest', page_size: 1 })
    const [ofTag] = await people.page(awa, { tab: 'tag', tag: 'été', page_size: 1 })
    const given = entry?.cursor ?? ''
    for (const tab of tabs.filter((name) => name !== 'latest'))
      expect([tab, ...(await refusal(awa, { tab, tag: 'été', cursor: given }))]).toEqual([
        tab,
        'PT400',
        'cursor_invalid',
      ])
    expect(await refusal(awa, { tab: 'tag', tag: 'hiver', cursor: ofTag?.cursor ?? '' })).toEqual([
      'PT400',
      'cursor_invalid',
    ])
    const broken = [
      '',
      'x',
      'latest',
      'latest.',
      `${given}x`,
      `latest.${'9'.repeat(400)}`,
      "latest.1' or 1=1",
      '\u202e😀',
    ]
    for (const cursor of broken)
      expect([cursor, await refusal(awa, { tab: 'latest', cursor })]).toEqual([cursor, ['PT400', 'cursor_invalid']])
    expect(await refusal(awa, { tab: 'trending', cursor: 'trending.24.x.1' })).toEqual(['PT400', 'cursor_invalid'])
    expect(await refusal(awa, { tab: 'nowhere' })).toEqual(['PT400', 'tab_unknown'])
  })

  test('follow each other without a gap or a repetition while publications come in, equal moments too', async () => {
    const old = await people.publish(
      kossi,
      ...Array.from({ length: 11 }, (_, n) => ({ hashtags: 'été', age: 5 + (n >> 2) })),
    )
    const order = await people.sql(
      `select string_agg(id::text, ',' order by created_at desc, id desc) as value from public.feed_posts`,
    )
    for (const tab of ['latest', 'tag']) {
      const [first, second] = await people.page(awa, { tab, tag: 'été', page_size: 2 })
      await people.publish(kossi, { hashtags: 'été' })
      const rest = await people.all(awa, { tab, tag: 'été', page_size: 3, cursor: second?.cursor ?? null })
      expect([first?.id, second?.id, ...rest.map(({ id }) => id)].filter((id) => old.includes(id ?? ''))).toEqual(
        order.split(','),
      )
      await people.sql(`delete from public.feed_posts where created_at > now() - interval '1 minute'`)
    }
  })

  test('of any size go on to the end, though some of it are left out', async () => {
    await people.flood(kossi, 'une image', 240)
    const hidden = await people.sql(
      `select id as value from public.feed_posts order by created_at desc, id desc offset 50 limit 1`,
    )
    await insert(awa, 'post_hides', { post_id: hidden })
    await people.follow(awa, kossi)
    for (const tab of ['latest', 'following'])
      for (const page_size of [20, 96, 100]) {
        const listed = (await people.all(awa, { tab, page_size })).map(({ id }) => id)
        expect([tab, page_size, listed.length, new Set(listed).size]).toEqual([tab, page_size, 239, 239])
      }
  })

  test('of those one follows are theirs all together, newest first, however many they are', async () => {
    for (const [at, person] of crowd.entries()) {
      const ages = Array.from({ length: at === 0 ? 40 : at % 4 }, (_, n) => (n * 37 + at * 11) % 97)
      await people.publish(
        person,
        ...ages.map((age) => ({ age: age + 1, visibility: at % 2 ? 'public' : 'followers' })),
      )
    }
    const followed = crowd.slice(0, 9)
    await people.follow(awa, ...followed)
    const order = await people.sql(
      `select string_agg(id::text, ',' order by created_at desc, id desc) as value
       from public.feed_posts where creator_id = any ($1::uuid[])`,
      [`{${followed.join(',')}}`],
    )
    for (const size of [1, 7, 100]) expect(await idsOf(awa, 'following', size)).toEqual(order.split(','))
  })
})

describe('what trends', () => {
  test('is one’s snapshot to the end, whatever comes meanwhile', async () => {
    for (const [at, person] of crowd.entries())
      await people.publish(person, ...[1, 2].map((age) => ({ likes_count: 100 - at * 3 - age, age })))
    await people.publish(kossi, { likes_count: 999, status: 'limited' })
    await rank()
    const whole = await idsOf(awa, 'trending', 100)
    expect(whole).toHaveLength(24)
    const [entry] = await people.page(awa, { tab: 'trending', page_size: 1 })
    expect(entry?.reasons).toEqual([{ kind: 'trending', hours: 1 }])
    await people.publish(kossi, { likes_count: 5000 })
    await people.sql('select app.take_snapshot(24)::text as value')
    const rest = await people.all(awa, { tab: 'trending', page_size: 10, cursor: entry?.cursor ?? null })
    expect([entry?.id, ...rest.map(({ id }) => id)]).toEqual(whole)
    expect((await idsOf(awa, 'trending'))[0]).not.toBe(whole[0])
  })

  test('R-11 is ranked by nobody but the worker, and nobody fills it alone', async () => {
    await people.publish(kossi, ...Array.from({ length: 9 }, () => ({ hashtags: 'moi', likes_count: 50 })))
    await people.publish(awa, { hashtags: 'nous' })
    await people.publish(ama, { hashtags: 'nous' })
    expect((await (await people.client(awa)).rpc('refresh_trending')).error?.code).toBe('42501')
    await rank()
    expect(await idsOf(awa, 'trending')).toHaveLength(3)
    const { data } = await (await people.client(awa)).rpc('trending_tags', { max: 5 })
    expect((data as { tag: string }[]).map(({ tag }) => tag)).toEqual(['nous', 'moi'])
  })
})
