/** Who moved most people this week: counted in people, and at once gone for whoever does not want to be there. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { awa, kossi } from '../../support/product-database.ts'
import { ama, openFeed, type FeedPeople } from '../feed-people.ts'

let people: FeedPeople
let crowd: string[]
beforeAll(async () => {
  people = await openFeed()
  crowd = await people.join(6)
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const table of ['public.feed_posts', 'public.blocks', 'public.leaders']) await people.sql(`delete from ${table}`)
})

async function count(): Promise<void> {
  await people.sql('delete from app.leader_counts')
  await people.sql('select public.refresh_leaders()::text as value')
}
const act = async (person: string, table: 'post_likes' | 'post_saves', post: string) => {
  const { error } = await (await people.client(person)).from(table).insert({ post_id: post })
  if (error) throw error
}
const likes = (post: string, who: readonly string[]) => Promise.all(who.map((one) => act(one, 'post_likes', post)))

async function leaders(reader: string, theme = '') {
  const { data, error } = await (
    await people.client(reader)
  )
    .from('leaders')
    .select('rank,people,user_id,post_id')
    .eq('theme', theme)
    .order('rank')
    .order('user_id')
  if (error) throw error
  return data
}

test('people are counted, once each, never oneself; three at least; as many are the same place', async () => {
  const [one = '', other = ''] = await people.publish(awa, {}, {})
  const [hers = ''] = await people.publish(ama, {})
  const [few = ''] = await people.publish(kossi, {})
  await likes(one, [...crowd.slice(0, 4), awa])
  await likes(other, crowd.slice(0, 3))
  await act(crowd[0]!, 'post_saves', one)
  await likes(hers, crowd.slice(2, 6))
  await likes(few, crowd.slice(0, 2))
  await count()
  expect(await leaders(kossi)).toEqual([
    { rank: 1, people: 4, user_id: awa, post_id: one },
    { rank: 1, people: 4, user_id: ama, post_id: hers },
  ])
})

test('a hashtag has its own, once three people are in it', async () => {
  const [one = ''] = await people.publish(awa, { hashtags: 'pagne' })
  const [two = ''] = await people.publish(ama, { hashtags: 'pagne' })
  const [three = ''] = await people.publish(kossi, { hashtags: 'pagne' })
  const [apart = ''] = await people.publish(awa, { hashtags: 'seul' })
  await likes(one, crowd.slice(0, 3))
  await likes(two, crowd.slice(0, 4))
  await likes(apart, crowd)
  await count()
  expect(await leaders(kossi, 'pagne')).toEqual([])
  await likes(three, crowd.slice(0, 1))
  await count()
  expect(await leaders(kossi, 'pagne')).toMatchObject([
    { rank: 1, people: 4, user_id: ama },
    { rank: 2, people: 3, user_id: awa },
  ])
  expect(await leaders(kossi, 'seul')).toEqual([])
})

test('whoever is private, followed only, blocked or does not want to be there is not', async () => {
  const [closed = ''] = await people.publish(ama, { visibility: 'followers' })
  const [open = ''] = await people.publish(awa, {})
  await people.sql(
    `insert into public.post_likes (post_id, user_id) select $1::uuid, u::uuid from unnest($2::text[]) as u returning ''`,
    [closed, `{${crowd.join()}}`],
  )
  await likes(open, crowd)
  await count()
  expect(await leaders(kossi)).toMatchObject([{ user_id: awa }])
  const { error } = await (await people.client(awa)).from('blocks').insert({ blocked_id: kossi })
  expect(error).toBeNull()
  expect(await leaders(kossi)).toEqual([])
  expect(await leaders(ama)).toMatchObject([{ user_id: awa }])
  const own = await people.client(awa)
  await own.from('profile_settings').update({ in_leaders: false }).eq('user_id', awa).throwOnError()
  expect(await leaders(ama)).toEqual([])
  await count()
  expect(await leaders(ama)).toEqual([])
  await own.from('profile_settings').update({ in_leaders: true }).eq('user_id', awa).throwOnError()
})
