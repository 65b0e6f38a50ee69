/** What an author is told of a publication: what stands, by the days of where they are, and nobody else is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ama } from '../../support/lineage-people.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { asOwner } from '../../support/product-rest.ts'
import { openCommenting, type Commenting } from '../comment-people.ts'

interface Stats {
  from: string
  to: string
  step: string
  points: { day: string; likes: number; comments: number; remixes: number; saves: number }[]
  before: object | null
}

const utc = { time_zone: 'UTC' }
let people: Commenting
let post: string
beforeAll(async () => {
  people = await openCommenting()
  post = await people.publish(awa)
  await run(`update public.feed_posts set created_at = now() - interval '40 days' where id = $1`, [post])
  for (const [person, days] of [
    [kossi, 0],
    [ama, 3],
    [awa, 20],
  ] as const)
    await like(person, days)
  await run(
    `insert into public.post_saves (post_id, user_id, created_at) values ($1, $2, now() - interval '10 days')`,
    [post, kossi],
  )
  const comment = await people.comment(kossi, post, 'beau')
  await people.comment(ama, post, 'oui', comment)
  const hidden = await people.comment(ama, post, 'laid')
  await people.call(awa, 'hide_comment', { comment_id: hidden, hidden: true })
})
afterAll(() => people[Symbol.asyncDispose]())

const run = (sql: string, params: string[]) => asOwner(people.database, sql, params)
const like = (person: string, days: number) =>
  run(
    `insert into public.post_likes (post_id, user_id, created_at) values ($1, $2, now() - make_interval(days => $3::int))`,
    [post, person, String(days)],
  )
const ask = async (person: string, params: object = {}) =>
  (await people.client(person)).rpc('post_stats', { post_id: post, ...utc, ...params })
const stats = async (params?: object) => (await ask(awa, params)).data as Stats
const sums = ({ points }: Stats) =>
  points.reduce(
    (all, { likes, comments, remixes, saves }) => [
      all[0]! + likes,
      all[1]! + comments,
      all[2]! + remixes,
      all[3]! + saves,
    ],
    [0, 0, 0, 0],
  )

test('each act is on its day, the days before are compared with, and what is hidden or taken back counts nowhere', async () => {
  const week = await stats({ days: 7 })
  expect([week.points.length, week.points.at(-1)?.day, week.points[0]?.day]).toEqual([7, week.to, week.from])
  expect(week.points.map(({ likes }) => likes)).toEqual([0, 0, 0, 1, 0, 0, 1])
  expect(sums(week)).toEqual([2, 2, 0, 0])
  expect(week.before).toEqual({ views: 0, likes: 0, comments: 0, remixes: 0, saves: 1 })
  expect(sums(await stats({ days: 30 }))).toEqual([3, 2, 0, 1])
  await run('delete from public.post_likes where post_id = $1 and user_id = $2', [post, kossi])
  expect(sums(await stats({ days: 7 }))).toEqual([1, 2, 0, 0])
  await like(kossi, 0)
})

test('it begins with the publication, in steps that can be read, by the clock of who asks', async () => {
  const all = await stats()
  expect([all.points.length, all.step, all.before]).toEqual([41, 'day', null])
  expect((await stats({ days: 30 })).before).toBeNull()
  await run(`update public.feed_posts set created_at = now() - interval '400 days' where id = $1`, [post])
  const weeks = await stats()
  expect([weeks.step, sums(weeks)]).toEqual(['week', [3, 2, 0, 1]])
  expect(weeks.points.length).toBeLessThan(60)
  const [east, west] = [await stats({ time_zone: 'Etc/GMT-14' }), await stats({ time_zone: 'Etc/GMT+12' })]
  expect(east.to > west.to).toBe(true)
  expect((await ask(awa, { time_zone: 'Mars/Nord' })).status).toBe(400)
  expect((await ask(awa, { days: 0 })).error).toMatchObject({ hint: 'days_invalid' })
})

test('nobody else is told, and no visitor', async () => {
  expect((await ask(kossi)).error).toMatchObject({ hint: 'not_found' })
  expect((await ask(awa, { post_id: crypto.randomUUID() })).error).toMatchObject({ hint: 'not_found' })
  await run(`update public.feed_posts set status = 'deleted' where id = $1`, [post])
  expect((await ask(awa)).error).toMatchObject({ hint: 'not_found' })
})
