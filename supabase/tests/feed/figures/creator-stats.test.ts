/** The figures of one's own work: views that count once, acts by the hour in which they were done, and nobody pointed at. */
import type { CreatorStats } from '@product/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { draws } from '../../../../tests/support/draws.ts'
import { ama } from '../../support/lineage-people.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { asOwner, openProductRest, type Person, type ProductRest } from '../../support/product-rest.ts'
import { openCommenting, type Commenting } from '../comment-people.ts'

let people: Commenting
let rest: ProductRest
let post: string
let other: string
beforeAll(async () => {
  people = await openCommenting()
  rest = await openProductRest(people.database)
  post = await people.publish(awa)
  other = await people.publish(awa)
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await people[Symbol.asyncDispose]()
})

const run = (sql: string, params: (string | number)[] = []): Promise<unknown> =>
  asOwner(people.database, sql, params.map(String))
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 13; Infinix X6525)' }
const see = (person: Person, views: unknown, headers: Record<string, string> = phone) =>
  rest.ask(person, 'POST', 'rpc/report_views', { body: { p_views: views }, headers })
const seen = async (person: Person, id = post, source = 'feed', headers = phone) =>
  expect(await see(person, [{ post_id: id, source }], headers)).toMatchObject({ status: 204, code: null })
const fold = () => run('select public.fold_stats() as value')
const stats = async (params: object = {}): Promise<CreatorStats> => {
  const asked = { days: 30, time_zone: 'UTC', ...params }
  return (await (await people.client(awa)).rpc('creator_stats', asked).throwOnError()).data as CreatorStats
}
/** As many others, told by the database itself. */
const crowd = (views: number, viewers: number, source = 'feed') =>
  run(
    `insert into stats.beats (post_id, viewer, source)
     select $1, ('x' || left(encode(sha256((n % $3)::text::bytea), 'hex'), 16))::bit(64)::bigint & 4611686018427387903, $4
     from generate_series(1, $2) as n`,
    [post, views, viewers, source],
  )
const forgetAll = () =>
  run(`truncate stats.seen, stats.viewer_paces, stats.beats, stats.deltas, stats.post_hours, stats.post_days,
    stats.creator_hours, stats.creator_sources, stats.creator_days`)

describe('a view', () => {
  test('counts once in thirty minutes, never the author’s own, and is folded once', async () => {
    await forgetAll()
    await seen(kossi)
    await seen(kossi)
    await seen(kossi, other, 'profile')
    await seen(ama)
    await seen(awa)
    await seen(null)
    await seen(null, post, 'link', { 'user-agent': 'Mozilla/5.0 (iPhone)' })
    expect(await fold()).toBe(5)
    expect(await fold()).toBe(0)
    const { totals, posts, points } = await stats()
    expect(totals).toMatchObject({ views: 5, people: 4 })
    expect(points.at(-1)).toMatchObject({ views: 5, people: 4 })
    expect(posts.map(({ id, views }) => [id, views])).toEqual([
      [post, 4],
      [other, 1],
    ])
    const one = (await (await people.client(awa)).rpc('post_stats', { post_id: post, days: 7 }).throwOnError()).data
    expect((one as CreatorStats).points.at(-1)).toMatchObject({ views: 4 })
    await run(`update stats.seen set at = at - interval '31 minutes'`)
    await seen(kossi)
    await fold()
    expect((await stats()).totals).toMatchObject({ views: 6, people: 4 })
  })

  test('of a robot, of what one may not see, or of more than anybody looks at, is none', async () => {
    await forgetAll()
    await seen(null, post, 'feed', { 'user-agent': 'facebookexternalhit/1.1' })
    await seen(null, post, 'feed', { 'user-agent': 'Googlebot/2.1' })
    await run(`update public.feed_posts set visibility = 'private' where id = $1`, [other])
    await seen(kossi, other)
    await run(`update public.feed_posts set visibility = 'public' where id = $1`, [other])
    await seen(kossi, crypto.randomUUID())
    expect(await fold()).toBe(0)
    await seen(kossi)
    await run('update stats.viewer_paces set views = 600')
    await seen(kossi, other)
    expect(await fold()).toBe(1)
  })

  test.each([
    [[]],
    [null],
    ['post'],
    [[{ post_id: 'x', source: 'feed' }]],
    [[{ post_id: '00000000-0000-4000-8000-000000000000', source: 'telepathy' }]],
    [Array.from({ length: 51 }, () => ({ post_id: '00000000-0000-4000-8000-000000000000', source: 'feed' }))],
  ])('that is told wrongly is refused: %j', async (views) => {
    expect(await see(kossi, views)).toMatchObject({ status: 400, hint: 'views_invalid' })
  })

  test('cannot be led back to anybody once the key of its month is gone', async () => {
    await run(`insert into stats.keys (kind, since) values ('month', current_date - 40)`)
    await run('select stats.forget() as value')
    expect(await run(`select count(*)::int as value from stats.keys where since < current_date - 35`)).toBe(0)
  })
})

describe('where few are counted', () => {
  test('where they came from is told from ten people on, their hours from a hundred views on', async () => {
    await forgetAll()
    await crowd(99, 9)
    await fold()
    expect(await stats()).toMatchObject({ sources: null, hours: null, totals: { views: 99, people: 9 } })
    await crowd(1, 1, 'search')
    await crowd(10, 10, 'search')
    await fold()
    const { sources, hours } = await stats()
    expect(sources).toEqual({ feed: 99, search: 11 })
    expect(hours?.map(({ views }) => views)).toEqual([110])
  })

  test('people are exact below 512 and near the truth above', async () => {
    for (const [viewers, error] of [
      [511, 0],
      [2_000, 0.1],
      [20_000, 0.1],
    ] as const) {
      await forgetAll()
      await crowd(viewers, viewers)
      await fold()
      const { people: told } = (await stats()).totals
      expect(Math.abs(told - viewers)).toBeLessThanOrEqual(viewers * error)
    }
  })
})

test('followers who came and who went are both kept', async () => {
  await forgetAll()
  const follow = () => run('insert into public.follows (follower_id, followee_id) values ($1, $2)', [ama, awa])
  const end = () => run('delete from public.follows where follower_id = $1 and followee_id = $2', [ama, awa])
  await end()
  await fold()
  await forgetAll()
  await follow()
  await end()
  await follow()
  await fold()
  expect((await stats()).totals).toMatchObject({ gained: 2, lost: 1 })
})

test('days are those of who asks', async () => {
  await forgetAll()
  await run(
    `insert into stats.creator_hours (creator_id, hour, views)
     values ($1, date_trunc('day', now(), 'UTC') - interval '1 hour', 7), ($1, date_trunc('day', now(), 'UTC'), 5)`,
    [awa],
  )
  await run(`update public.feed_posts set created_at = now() - interval '20 days' where id = $1`, [post])
  const of = async (time_zone: string) =>
    (await stats({ time_zone })).points.filter(({ views }) => views > 0).map(({ views }) => views)
  expect(await of('UTC')).toEqual([7, 5])
  expect(await of('Etc/GMT+3')).toEqual([12])
  const client = await people.client(awa)
  expect((await client.rpc('creator_stats', { time_zone: 'Mars/Nord' })).error).toMatchObject({
    hint: 'time_zone_invalid',
  })
  expect((await client.rpc('creator_stats', { days: 367 })).error).toMatchObject({ hint: 'days_invalid' })
  expect((await rest.ask(null, 'POST', 'rpc/creator_stats', { body: {} })).status).toBe(401)
  expect((await client.rpc('fold_stats')).error).toMatchObject({ code: '42501' })
})

/** What somebody did, so many hours ago; whoever did it once takes it back the next time. */
const acts = fc.array(
  fc.record({
    kind: fc.constantFrom('like', 'save', 'comment', 'hide', 'view', 'fold' as const),
    person: fc.constantFrom(kossi, ama),
    onOther: fc.boolean(),
    hoursAgo: fc.integer({ min: 0, max: 24 * 20 }),
  }),
  { minLength: 5, maxLength: 25 },
)

const toggled = (table: string) => `
  with gone as (delete from public.${table} where post_id = $1 and user_id = $2 returning 1)
  insert into public.${table} (post_id, user_id, created_at)
  select $1, $2, now() - make_interval(hours => $3) where not exists (select from gone)`
const doing = {
  like: toggled('post_likes'),
  save: toggled('post_saves'),
  comment: `insert into public.post_comments (post_id, author_id, body, created_at) values ($1, $2, 'mot', now() - make_interval(hours => $3))`,
  hide: `update public.post_comments set hidden_at = case when hidden_at is null then now() end
    where id = (select id from public.post_comments where post_id = $1 and author_id = $2 and $3::int >= 0 order by id limit 1)`,
  view: `insert into stats.beats (post_id, viewer, at, source) select $1, hashtext($2)::bigint & 4095, now() - make_interval(hours => $3), 'feed'`,
  fold: 'select public.fold_stats() where $1::uuid is not null and $2::uuid is not null and $3::int >= 0',
}

/** Likes, saves and comments that stand, by the day (UTC) in which they were made: counted one by one. */
async function byDay(days: readonly string[]): Promise<unknown> {
  const on = (table: string, more = 'true') =>
    `(select count(*) from public.${table} a where (a.created_at at time zone 'UTC')::date = d.day and ${more})`
  return run(
    `select jsonb_object_agg(d.day, jsonb_build_array(${on('post_likes')}, ${on('post_saves')}, ${on('post_comments', 'a.hidden_at is null')})) as value
     from (select day::date as day from unnest(string_to_array($1, ',')) as day) as d`,
    [days.join()],
  )
}

test(
  'over drawn days the figures are what a naive count of what stands gives',
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (drawn) => {
        await run('delete from public.post_likes')
        await run('delete from public.post_saves')
        await run('delete from public.post_comments')
        await forgetAll()
        for (const { kind, person, onOther, hoursAgo } of drawn)
          await run(doing[kind], [onOther ? other : post, person, hoursAgo])
        await fold()
        const naive = await run(`
        select jsonb_build_object(
          'likes', (select count(*) from public.post_likes), 'saves', (select count(*) from public.post_saves),
          'comments', (select count(*) from public.post_comments where hidden_at is null)) as value`)
        const views = drawn.filter(({ kind }) => kind === 'view')
        const { totals, points } = await stats()
        expect(totals).toMatchObject({
          ...(naive as object),
          views: views.length,
          people: new Set(views.map(({ person }) => person)).size,
        })
        expect(
          Object.fromEntries(points.map(({ day, likes, saves, comments }) => [day, [likes, saves, comments]])),
        ).toEqual(await byDay(points.map(({ day }) => day)))
        expect(points.reduce((sum, point) => sum + point.views, 0)).toBe(views.length)
        expect(await run('select stats.count_again(35) as value')).toBe(0)
        await run('update stats.creator_hours set likes = likes + 3, comments = 9')
        await run('select stats.count_again(35) as value')
        expect((await stats()).totals).toMatchObject(naive as object)
      }),
      { numRuns: draws({ few: 8, many: 200 }) },
    )
  },
  draws({ few: 60_000, many: 1_800_000 }),
)
