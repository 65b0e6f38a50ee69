/** Challenges: who opens one, what takes part, in which order it is shown, and who is named at its end. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { addPerson, awa, kossi } from '../support/product-database.ts'
import { asOwner, openProductRest, type Person, type ProductRest } from '../support/product-rest.ts'

let people: Lineage
let rest: ProductRest
let staff: string
beforeAll(async () => {
  people = await openLineage()
  rest = await openProductRest(people.database)
  staff = `staff:${await addPerson(people.database, 'mawuli')}`
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await people[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await run('delete from public.challenges')
  await run('delete from public.notifications')
  await run('update public.feed_posts set hashtags = $1', [''])
})

const run = (sql: string, params: string[] = []) => asOwner(people.database, sql, params)
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
const open = (fields: object = {}, who: Person = staff) =>
  rest.ask(who, 'POST', 'rpc/open_challenge', {
    body: {
      title: 'Lagunes',
      words: 'L’eau, le soir',
      hashtag: '#Lagune',
      starts_at: hours(-1),
      ends_at: hours(24),
      ...fields,
    },
  })
const opened = async (fields: object = {}) => String((await open(fields)).answer)
const enter = (person: string, fields: object = {}) => people.publish(person, null, { hashtags: 'lagune', ...fields })
const like = (person: string, post: string) =>
  run('insert into public.post_likes (post_id, user_id) values ($1, $2)', [post, person])
const page = async (id: string, sort: string, who: Person = null, more = '') => {
  const found = await rest.ask(who, 'GET', `rpc/challenge_page?challenge_id=${id}&sort=${sort}${more}`)
  return found.rows.map((row) => row['id'])
}
/** As if its time were over. */
const end = (id: string) =>
  run(
    `update public.challenges set starts_at = now() - interval '2 hours', ends_at = clock_timestamp() where id = $1`,
    [id],
  )
const settle = () => run('select public.settle_challenges() as value')
const winners = (id: string) =>
  rowsOf<{ place: number; post_id: string; likes: number }>(
    people.database,
    'select place, post_id, likes from public.challenge_winners where challenge_id = $1 order by place, post_id',
    [id],
  )

describe('a challenge', () => {
  test('is opened and dropped by the staff alone', async () => {
    expect((await open({}, awa)).hint).toBe('staff_only')
    expect((await open({}, null)).status).toBe(401)
    const id = await opened()
    expect((await rest.ask(awa, 'POST', 'rpc/drop_challenge', { body: { challenge_id: id } })).hint).toBe('staff_only')
    const post = await enter(awa)
    expect((await rest.ask(staff, 'POST', 'rpc/drop_challenge', { body: { challenge_id: id } })).status).toBe(204)
    expect(await run('select status as value from public.feed_posts where id = $1', [post])).toBe('published')
    expect((await rest.ask(staff, 'POST', 'rpc/drop_challenge', { body: { challenge_id: id } })).hint).toBe('not_found')
  })

  test.each([
    ['whose hashtag is none', { hashtag: ' # ' }, 'hashtag_invalid'],
    ['that is over', { starts_at: hours(-30), ends_at: hours(-2) }, 'time_invalid'],
    ['that ends before it begins', { starts_at: hours(5), ends_at: hours(2) }, 'challenge_invalid'],
    ['of two months', { ends_at: hours(1500) }, 'challenge_invalid'],
    ['without a title', { title: ' a ' }, 'challenge_invalid'],
  ])('%s is refused', async (_, fields, hint) => {
    expect((await open(fields)).hint).toBe(hint)
  })

  test('has its hashtag for itself as long as it runs', async () => {
    await opened()
    expect((await open({ hashtag: 'LAGUNE' })).hint).toBe('hashtag_in_use')
    expect((await open({ hashtag: 'savane' })).status).toBe(200)
    expect((await open({ starts_at: hours(25), ends_at: hours(48) })).status).toBe(200)
  })

  test('is seen once it has begun, by the staff before', async () => {
    const id = await opened({ starts_at: hours(2) })
    const seen = async (who: Person) =>
      (await rest.ask(who, 'GET', `challenges?id=eq.${id}&select=hashtag,entries_count`)).rows
    expect(await seen(null)).toEqual([])
    expect(await seen(awa)).toEqual([])
    expect(await seen(staff)).toEqual([{ hashtag: 'lagune', entries_count: 0 }])
  })
})

describe('taking part', () => {
  test('is publishing with the hashtag in its time, for everybody', async () => {
    const early = await enter(awa)
    await run(`update public.post_hashtags set created_at = now() - interval '3 hours' where post_id = $1`, [early])
    const id = await opened()
    const mine = await enter(kossi)
    await enter(kossi, { visibility: 'followers' })
    await people.publish(kossi, null, { hashtags: 'savane' })
    expect(await page(id, 'new')).toEqual([mine])
    expect((await rest.ask(null, 'GET', `challenges?id=eq.${id}&select=entries_count`)).rows).toEqual([
      { entries_count: 1 },
    ])
  })

  test('is shown newest or most liked first, page by page', async () => {
    const id = await opened()
    const posts = [await enter(awa), await enter(kossi), await enter(ama)]
    await like(ama, posts[0]!)
    await like(kossi, posts[0]!)
    await like(awa, posts[1]!)
    expect(await page(id, 'new')).toEqual(posts.toReversed())
    for (const sort of ['new', 'likes']) {
      const order = sort === 'new' ? posts.toReversed() : posts
      const first = await rest.ask(awa, 'GET', `rpc/challenge_page?challenge_id=${id}&sort=${sort}&page_size=2`)
      expect(first.rows.map((row) => row['id'])).toEqual(order.slice(0, 2))
      const cursor = encodeURIComponent(String(first.rows[1]?.['cursor']))
      expect(await page(id, sort, awa, `&page_size=2&cursor=${cursor}`)).toEqual(order.slice(2))
    }
    const wrong = await rest.ask(null, 'GET', `rpc/challenge_page?challenge_id=${id}&sort=oldest`)
    expect(wrong.hint).toBe('sort_unknown')
  })

  test('shows nobody what its policies or one’s own wishes hide', async () => {
    const id = await opened()
    const post = await enter(kossi)
    await run('insert into public.post_hides (post_id, user_id) values ($1, $2)', [post, awa])
    expect(await page(id, 'new', awa)).toEqual([])
    await people.remove(kossi, post)
    expect(await page(id, 'likes')).toEqual([])
  })
})

describe('its end', () => {
  test('names those that most people liked until then, each once, none their own, and tells them', async () => {
    const id = await opened()
    const [first, second, own] = [await enter(kossi), await enter(ama), await enter(awa)]
    for (const person of [awa, ama]) await like(person, first)
    await like(kossi, second)
    await like(awa, own)
    expect(await settle()).toBe(0)
    await end(id)
    await like(awa, second)
    await like(kossi, own)
    expect(await settle()).toBe(1)
    expect(await settle()).toBe(0)
    expect(await winners(id)).toEqual([
      { place: 1, post_id: first, likes: 2 },
      { place: 2, post_id: second, likes: 1 },
    ])
    const told = await (await people.client(kossi)).from('notifications').select('data').eq('type', 'system')
    expect(told.data).toEqual([
      { data: { what: 'challenge_won', place: 1, challenge_title: 'Lagunes', url: `/challenges/${id}` } },
    ])
  })

  test('shares a place among as many likes, and is settled without any', async () => {
    const id = await opened()
    const posts = [await enter(kossi), await enter(ama)]
    for (const post of posts) await like(awa, post)
    const empty = await opened({ hashtag: 'savane' })
    await end(id)
    await end(empty)
    expect(await settle()).toBe(2)
    expect((await winners(id)).map(({ place }) => place)).toEqual([1, 1])
    expect(await winners(empty)).toEqual([])
  })

  test('keeps the place of a publication that is gone from nobody else, and shows it to nobody', async () => {
    const id = await opened()
    const post = await enter(kossi)
    await like(awa, post)
    await end(id)
    await settle()
    const seen = async () => (await rest.ask(null, 'GET', `challenge_winners?challenge_id=eq.${id}&select=place`)).rows
    expect(await seen()).toEqual([{ place: 1 }])
    await people.remove(kossi, post)
    expect(await seen()).toEqual([])
  })
})
