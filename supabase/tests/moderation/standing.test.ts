/** Strikes: which decisions count, for how long, who reads them; what moderation did, counted for everybody; what ends with all that came of it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { asOwner, openProductRest, type ProductRest } from '../support/product-rest.ts'
import { ama, awa, kossi, nadia, openSafety, type Safety } from './safety-people.ts'

let safety: Safety
let rest: ProductRest
let post: string
beforeAll(async () => {
  safety = await openSafety()
  rest = await openProductRest(safety.people.database)
})
afterAll(async () => {
  await rest[Symbol.asyncDispose]()
  await safety[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await asOwner(
    safety.people.database,
    'truncate public.reports, public.moderation_actions, public.notifications cascade',
  )
  await asOwner(safety.people.database, `update public.profiles set status = 'active'`)
  post = await safety.people.publish(awa)
})

async function decide(action: string, more: object = {}): Promise<string> {
  const about = { target_type: 'post', target_id: post, action, rule: 'hate', public_reason: 'Insultes', ...more }
  const { rows, hint } = await safety.call(nadia, 'decide', about)
  expect(hint).toBeNull()
  return String(rows[0]?.['decide'])
}
const aboutAwa = { target_type: 'user', target_id: awa }
const strikes = async (person: string) => (await (await safety.people.client(person)).rpc('my_strikes')).data
const age = (id: string, days: number) =>
  asOwner(
    safety.people.database,
    `update public.moderation_actions set created_at = now() - make_interval(days => $2::int) where id = $1`,
    [id, String(days)],
  )

test('what is removed and what an account is warned for count for 90 days; what is labelled or limited does not', async () => {
  const removed = await decide('remove')
  const warned = await decide('warn', aboutAwa)
  await decide('label', { rating: 1 })
  await decide('limit')
  expect(await strikes(awa)).toMatchObject([
    { id: warned, target_type: 'user', action: 'warn', rule: 'hate' },
    { id: removed, target_type: 'post', action: 'remove', rule: 'hate' },
  ])
  const [{ created_at: from, lapses_at: until } = {}] = (await strikes(awa)) ?? []
  expect(Date.parse(until) - Date.parse(from)).toBe(90 * 86_400_000)

  await age(removed, 89)
  await age(warned, 90)
  expect(await strikes(awa)).toMatchObject([{ id: removed }])
})

test('one that is overturned or restored counts no more; one whose time is over still does', async () => {
  const removed = await decide('remove')
  const { rows } = await safety.call(awa, 'appeal', { action_id: removed, message: 'C’était une citation' })
  await safety.call(nadia, 'answer_appeal', { appeal_id: rows[0]?.['appeal'], state: 'overturned', answer: 'Oui' })
  expect(await strikes(awa)).toEqual([])

  await decide('remove')
  await decide('restore')
  expect(await strikes(awa)).toEqual([])

  const paused = await decide('suspend_generation', { ...aboutAwa, expires_at: new Date(Date.now() + 60_000) })
  await asOwner(
    safety.people.database,
    `update public.moderation_actions set expires_at = now() - interval '1 minute' where id = $1`,
    [paused],
  )
  await asOwner(safety.people.database, 'select public.end_due_decisions() as value')
  expect(await strikes(awa)).toMatchObject([{ id: paused }])
})

test('nobody reads another’s; the staff sees how many beside a case', async () => {
  await decide('remove')
  expect(await strikes(kossi)).toEqual([])
  expect(await rest.ask(null, 'POST', 'rpc/my_strikes', { body: {} })).toMatchObject({ status: 401, code: '42501' })

  await safety.call(kossi, 'send_report', { ...aboutAwa, reason: 'hate' })
  const queue = await safety.call(nadia, 'moderation_queue', {})
  expect(queue.rows).toMatchObject([{ subject: { id: awa, strikes: 1 } }])
})

test('everybody reads how much was reported, decided, contested and overturned, by rule and without a name', async () => {
  for (const person of [kossi, ama])
    await safety.call(person, 'send_report', { target_type: 'post', target_id: post, reason: 'spam' })
  const removed = await decide('remove')
  await decide('warn', { ...aboutAwa, rule: 'spam' })
  const { rows } = await safety.call(awa, 'appeal', { action_id: removed, message: 'C’était une citation' })
  await safety.call(nadia, 'answer_appeal', { appeal_id: rows[0]?.['appeal'], state: 'overturned', answer: 'Oui' })
  await decide('restore')
  await age(await decide('limit'), 400)

  const { rows: counts } = await rest.ask(null, 'POST', 'rpc/transparency', { body: {} })
  const quarter = String(counts[0]?.['quarter'])
  expect(quarter).toMatch(/^\d{4}-(?:01|04|07|10)-01$/)
  expect(counts).toEqual([
    { quarter, measure: 'contested', rule: 'hate', total: 1 },
    { quarter, measure: 'overturned', rule: 'hate', total: 1 },
    { quarter, measure: 'remove', rule: 'hate', total: 1 },
    { quarter, measure: 'reported', rule: 'spam', total: 2 },
    { quarter, measure: 'warn', rule: 'spam', total: 1 },
  ])
})

test('X-10 what was said of the photograph is before the staff, for the remixes of it as well; all of it goes at once', async () => {
  const remix = await safety.people.publish(kossi, post)
  const last = await safety.people.publish(ama, remix)
  const elsewhere = await safety.people.publish(kossi)
  const sha256 = 'ab'.repeat(32)
  const generation = `(select gi.generation_id from public.generation_images gi join public.feed_posts p on p.image_id = gi.id where p.id = $1)`
  await asOwner(
    safety.people.database,
    `with r as (
       insert into public.generation_references (generation_id, position, bucket, path)
       values (${generation}, 1, 'temp-uploads', 'x') returning generation_id, position)
     insert into app.reference_likeness (generation_id, position, hash, colours, sha256)
     select generation_id, position, 1, decode(repeat('00', 192), 'hex'), $2 from r`,
    [post, sha256],
  )
  await asOwner(
    safety.people.database,
    `insert into public.likeness_consents (user_id, sha256, shows) values ($1, $2, 'agreed')`,
    [awa, sha256],
  )
  await safety.call(kossi, 'send_report', { target_type: 'post', target_id: last, reason: 'likeness' })
  const queue = await safety.call(nadia, 'moderation_queue', {})
  expect(queue.rows).toMatchObject([
    { target_id: last, content: { descent: 0, consents: [{ shows: 'agreed', is_inherited: true }] } },
  ])
  const all = { target_id: post, rule: 'likeness', public_reason: 'Cette personne n’a pas donné son accord' }
  expect((await safety.call(awa, 'remove_descent', all)).hint).toBe('staff_only')
  expect((await safety.call(nadia, 'remove_descent', all)).rows).toEqual([{ remove_descent: 3 }])
  const states = await safety.read<{ id: string; status: string }>(
    'select id, status from public.feed_posts where id = any ($1::uuid[]) order by id',
    [`{${[post, remix, last, elsewhere].join()}}`],
  )
  const removed = new Set([post, remix, last])
  for (const { id, status } of states) expect(status).toBe(removed.has(id) ? 'removed' : 'published')
  expect(await safety.notices(ama)).toMatchObject([{ action: 'remove', rule: 'likeness' }])
  expect((await safety.call(nadia, 'remove_descent', all)).rows).toEqual([{ remove_descent: 0 }])
})
