/** Strikes: which decisions count, for how long, who reads them; and what moderation did, counted for everybody. */
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
  await asOwner(safety.people.database, 'truncate public.reports, public.moderation_actions cascade')
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
