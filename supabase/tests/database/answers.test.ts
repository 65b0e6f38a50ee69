/** What is declared of a jsonb on the wire is what comes: each function is called by the official client, in each of its states. */
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { openMessaging, type Messaging } from '../messages/message-people.ts'
import { awa, kossi, makeCreation } from '../support/product-database.ts'
import { answerSchemas, rowSchemas, undeclared, type Declared, type DeclaredRows } from './answer-schemas.ts'

const nobody = 'ffffffff-0000-4000-8000-00000000000f'
const code = { t: 'code', p: { i: 600_000 }, salt: 'c2FsdA==', iv: 'aXY=', ct: 'Y3Q=' } as const
const argon = { ...code, t: 'argon2id', p: { m: 65_536, t: 3, p: 1 } } as const

let m: Messaging
const posts = new Map<string, string>()
let generation: string
let workflow: string

beforeAll(async () => {
  m = await openMessaging()
  await m.run(`update public.profiles set bio = 'Tisse', first_name = 'Awa' where id = $1`, [awa])
  for (const name of ['public', 'followers', 'sensitive', 'deleted']) posts.set(name, await publish(name))
  await m.run(`update public.feed_posts set rating = 3 where id = $1`, [postOf('sensitive')])
  await m.call(awa, 'delete_post', { post_id: postOf('deleted') })
  generation = await m.run(
    `insert into public.generations (user_id, prompt, mode, engine, status)
     values ($1, 'une pirogue', 'normal', 'builtin', 'queued') returning id as value`,
    [awa],
  )
  const client = await m.client(awa)
  const steps = [{ kind: 'generate', title: 'Une affiche', settings: { prompt: 'une affiche' } }]
  const saved = await client.rpc('save_workflow', { workflow: { title: 'Affiche', steps } })
  if (saved.error) throw saved.error
  workflow = (saved.data as { id: string }).id
})
afterAll(() => m[Symbol.asyncDispose]())

const postOf = (name: string) => posts.get(name) ?? ''

async function publish(name: string): Promise<string> {
  const url = await makeCreation(m.database, awa, `${awa}/${name}.webp`)
  return m.run(
    `insert into public.feed_posts (creator_id, prompt, image_url, hashtags, visibility, title)
     values ($1, 'une pirogue', $2, 'indigo', $3, 'Lac') returning id as value`,
    [awa, url, name === 'followers' ? 'followers' : 'public'],
  )
}

/** The answer, held against what is declared of it. */
async function answerOf(person: string, name: Declared, params: object = {}) {
  const answer = await m.call<unknown>(person, name, params)
  expect({ answer, problems: v.safeParse(answerSchemas[name], answer).issues ?? [] }).toEqual({ answer, problems: [] })
  return answer
}

/** Each of its rows, held against what is declared of its columns. */
async function rowsOfAnswer(person: string, name: DeclaredRows, params: object = {}) {
  // What is computed comes where it is named.
  const columns = Object.keys(rowSchemas[name].entries).join(',')
  const answer = await (await m.client(person)).rpc(name, params).select(`*,${columns}`)
  const rows = (answer.data ?? []) as unknown as Record<string, unknown>[]
  expect(answer.error).toBeNull()
  const problems = rows.flatMap(
    (row) => v.safeParse(rowSchemas[name], row).issues?.map((one) => v.getDotPath(one) ?? one.message) ?? [],
  )
  expect({ rows, problems }).toEqual({ rows, problems: [] })
  return rows
}

test('each function that answers a jsonb to people has its schema, or nothing is declared of it', async () => {
  const found = await rowsOf<{ name: string }>(
    m.database,
    `select distinct p.proname::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prorettype = 'jsonb'::regtype
       and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
     order by 1`,
  )
  const known: string[] = [...Object.keys(answerSchemas), ...undeclared]
  expect(found.map(({ name }) => name)).toEqual(known.toSorted())
})

test('an invitation: one’s own, whose it is, and nobody’s', async () => {
  const own = (await answerOf(awa, 'my_referral')) as { code: string }
  expect(own).toMatchObject({ invited: 0, waiting: 0, given: 0, invited_by: null })
  expect(await answerOf(kossi, 'referral_by', { code: own.code })).toMatchObject({ id: awa, username: 'awa' })
  expect(await answerOf(kossi, 'referral_by', { code: 'ZZZZZZZZ' })).toBeNull()
})

test('usernames: free, taken, reserved, invalid', async () => {
  for (const [username, problem] of [
    ['pirogue', null],
    ['awa', 'username_taken'],
    ['admin', 'username_reserved'],
    ['A!', 'username_invalid'],
  ] as const)
    expect(await answerOf(kossi, 'username_free', { username })).toMatchObject({ problem })
})

test('a person’s and a post’s head, in each of their states', async () => {
  expect(await answerOf(kossi, 'profile_head', { handle: 'awa' })).toMatchObject({ state: 'here', bio: 'Tisse' })
  expect(await answerOf(kossi, 'profile_head', { handle: 'personne' })).toEqual({ state: 'missing' })
  const states = { public: 'here', followers: 'restricted', sensitive: 'restricted', deleted: 'gone' }
  for (const [name, state] of Object.entries(states))
    expect(await answerOf(kossi, 'post_head', { post_id: postOf(name) })).toMatchObject({ state })
  expect(await answerOf(kossi, 'post_head', { post_id: nobody })).toEqual({ state: 'missing' })
  const collection_id = await m.run(
    `insert into public.collections (owner_id, name, visibility) values ($1, 'Lacs', 'public') returning id as value`,
    [awa],
  )
  await m.run(`insert into public.collection_items (collection_id, post_id) values ($1, $2)`, [
    collection_id,
    postOf('public'),
  ])
  expect(await answerOf(kossi, 'collection_head', { collection_id })).toMatchObject({ state: 'here', name: 'Lacs' })
  expect(await answerOf(kossi, 'collection_head', { collection_id: nobody })).toEqual({ state: 'missing' })
})

test('why a post cannot be shown, and why it is', async () => {
  const states = { public: 'here', followers: 'followers_only', sensitive: 'sensitive', deleted: 'gone' }
  for (const [name, state] of Object.entries(states))
    expect(await answerOf(kossi, 'post_state', { post_id: postOf(name) })).toMatchObject({ state })
  expect(await answerOf(kossi, 'post_state', { post_id: nobody })).toEqual({ state: 'missing' })
  await m.run(`insert into public.follows (follower_id, followee_id) values ($1, $2)`, [kossi, awa])
  await m.run(`insert into public.post_likes (user_id, post_id) values ($1, $2)`, [kossi, postOf('sensitive')])
  expect(await answerOf(kossi, 'why_this_post', { post_id: postOf('public') })).not.toEqual([])
})

test.each([7, 90, 366, null])('what became of a post in %s days', async (days) => {
  const stats = { post_id: postOf('public'), days, time_zone: 'Africa/Porto-Novo' }
  expect(await answerOf(awa, 'post_stats', stats)).toMatchObject({ points: expect.any(Array) })
})

// At any hour it is another day than that of UTC in one of the two outer ones.
const zones = ['Africa/Porto-Novo', 'Pacific/Kiritimati', 'Pacific/Niue']
test.each([7, 366, null].flatMap((days) => zones.map((zone) => [days, zone] as const)))(
  'what became of all of somebody’s posts in %s days, by the clock of %s',
  async (days, zone) => {
    await m.run(`insert into stats.creator_days (creator_id, day, viewers)
    select '${awa}', current_date, array_agg(n) from generate_series(1, 60) as n on conflict do nothing`)
    await m.run(`insert into stats.creator_sources (creator_id, day, source, views)
    values ('${awa}', current_date, 'feed', 120) on conflict do nothing`)
    await m.run(`insert into stats.creator_hours (creator_id, hour, views) values ('${awa}', date_trunc('hour', now()), 120)
    on conflict do nothing`)
    const answer = await answerOf(awa, 'creator_stats', { days, time_zone: zone })
    expect(answer).toMatchObject({
      sources: { feed: 120 },
      hours: [{ views: 120 }],
      totals: { views: 120, people: 60 },
    })
  },
)

test('a generation that waits, and that is cancelled', async () => {
  const params = { generation_id: generation }
  expect(await answerOf(awa, 'generation_progress', params)).toMatchObject({ status: 'queued', images: [] })
  expect(await answerOf(awa, 'cancel_generation', params)).toMatchObject(params)
  const done = await m.run(`select id as value from public.generations where status = 'succeeded' limit 1`)
  expect(await answerOf(awa, 'generation_progress', { generation_id: done })).toMatchObject({
    images: [{ width: 1216 }],
  })
})

test('workflows of ours and of somebody', async () => {
  expect(await answerOf(awa, 'read_workflow', { workflow_id: workflow })).toMatchObject({ author: { id: awa } })
  const templates = await rowsOf<{ id: string }>(m.database, 'select id from public.workflows where owner_id is null')
  expect(templates.length).toBeGreaterThan(3)
  for (const { id } of templates)
    expect(await answerOf(kossi, 'read_workflow', { workflow_id: id })).toMatchObject({ author: null })
})

test('what is kept of keys: nothing, one backup, and those before it', async () => {
  for (const name of ['key_backup_info', 'get_key_backup'] as const) expect(await answerOf(awa, name)).toBeNull()
  expect(await answerOf(awa, 'get_former_key_backups')).toEqual([])
  for (const seq of [1, 2]) {
    const bundle = { v: 1, seq, iv: 'aXY=', ct: 'Y3Q=' }
    await m.call(awa, 'save_key_backup', { bundle, slots: [code, argon].slice(0, seq), seq })
  }
  expect(await answerOf(awa, 'key_backup_info')).toMatchObject({ seq: 2, kinds: ['code', 'argon2id'] })
  expect(await answerOf(awa, 'get_key_backup')).toMatchObject({ seq: 2, slots: [{ t: 'code' }, { t: 'argon2id' }] })
  expect(await answerOf(awa, 'get_former_key_backups')).toMatchObject([{ seq: 1 }])
})

test('a conversation with somebody, as its list has it', async () => {
  const [ama, yao] = [await m.person('ama'), await m.person('yao')]
  await m.send(ama, await m.direct(ama, yao))
  for (const [who, other] of [
    [ama, yao],
    [yao, ama],
  ] as const)
    expect(await rowsOfAnswer(who, 'conversation_page', { filter: who === yao ? 'requests' : 'all' })).toMatchObject([
      { others: [{ id: other }], latest: { sender_id: ama } },
    ])
})

test('lists of publications and of people, with their reasons', async () => {
  const remixed = await publish('remix')
  await m.run(`update public.feed_posts set remix_of = $2 where id = $1`, [remixed, postOf('public')])
  for (const tab of ['for_you', 'latest']) expect(await rowsOfAnswer(kossi, 'feed_page', { tab })).not.toEqual([])
  const newcomer = await m.person('neuf')
  expect(await rowsOfAnswer(newcomer, 'people_to_follow')).not.toEqual([])
})

test('what was reported, decided and contested, as the staff sees it', async () => {
  const staff = `staff:${await m.person('nadia')}`
  const reports = [
    ['post', postOf('public'), 'spam'],
    ['user', awa, 'hate'],
  ] as const
  for (const [type, id, reason] of reports)
    await m.call(kossi, 'send_report', { target_type: type, target_id: id, reason, details: 'Regardez' })
  expect(await rowsOfAnswer(staff, 'moderation_queue')).toHaveLength(2)
  const because = { rule: 'sensitive', public_reason: 'Image violente' }
  const action_id = await m.call<string>(staff, 'decide', {
    target_type: 'post',
    target_id: postOf('public'),
    action: 'remove',
    ...because,
  })
  await m.call(awa, 'appeal', { action_id, message: 'C’est une erreur' })
  expect(await rowsOfAnswer(staff, 'moderation_appeals')).toMatchObject([{ action: { action: 'remove', ...because } }])
})

/** Kossi gives Awa a tip, and withdraws what he has. */
async function withdrawn(): Promise<void> {
  const tip = { creator: awa, credits: 1, key: crypto.randomUUID() }
  expect(await answerOf(kossi, 'send_tip', tip)).toMatchObject({ francs: 20 })
  expect(await answerOf(kossi, 'payout_terms')).toMatchObject({ obstacle: 'payout_identity', destination: null })
  await m.run(
    `with number as (
       insert into billing.destinations (user_id, operator, msisdn_hash, msisdn_last4, msisdn_sealed, changed_at)
       values ($1, 'mtn_bj', sha256('one'), '3456', '', '2026-01-01') returning user_id),
     paid as (
       update billing.attempts a set msisdn_hash = sha256('one') from billing.payments p
       where p.id = a.payment_id and p.user_id = $1 and a.state = 'paid' returning a.id)
     select ledger.post('earned by kossi', 'test', jsonb_build_array(
       billing.leg('platform', 'royalty_pool', 'XOF', -9000), billing.leg('user:' || user_id, 'earned', 'XOF', 9000)))::text as value
     from number`,
    [kossi],
  )
  const who = { legal_name: 'Kossi Adjovi', birth_date: '1996-05-04', country: 'BJ', number_is_mine: true }
  await m.call(kossi, 'save_identity', who)
  expect(await answerOf(kossi, 'payout_terms')).toMatchObject({ obstacle: null, destination: { last4: '3456' } })
  expect(await answerOf(kossi, 'bank_terms')).toMatchObject({ obstacle: 'payout_no_account', destination: null })
  const { id } = (await answerOf(kossi, 'ask_payout', { amount: 2000, key: crypto.randomUUID() })) as { id: string }
  expect(await answerOf(kossi, 'cancel_payout', { payout: id })).toMatchObject({ status: 'canceled' })
}

test('payments, plans, codes, receipts and the gift of the day', async () => {
  const [createur, studio, pack] = [7, 8, 3].map((place) => `01940000-0000-7000-8000-00000000000${place}`)
  const paid = async (price_id: string | undefined) => {
    const order = { idempotency_key: crypto.randomUUID(), price_id, provider: 'sandbox', method: 'mtn_bj' }
    const start = `select public.start_payment($1::uuid, $2::jsonb) ->> 'attempt_id' as value`
    const attempt = await m.run(start, [kossi, JSON.stringify(order)])
    return m.run(
      `select public.apply_payment_truth('sandbox', 'ref of ' || $1, $1::uuid, jsonb_build_object('status', 'paid', 'currency', p.currency,
         'amount', p.amount, 'refunded', 0, 'realm', 'test', 'raw', 'paid'))::text as value
       from billing.payments p join billing.attempts a on a.payment_id = p.id where a.id = $1::uuid`,
      [attempt],
    )
  }
  expect(await answerOf(kossi, 'plan_quote', { p_price_id: studio })).toMatchObject({ step: 'first', amount: 7500 })
  const payment = await paid(studio)
  expect(await answerOf(kossi, 'payment_status', { p_payment: payment })).toMatchObject({ plan_step: 'first' })
  expect(await answerOf(kossi, 'cancel_payment', { p_payment: payment })).toMatchObject({ status: 'paid' })
  expect(await answerOf(kossi, 'change_plan', { p_price_id: createur })).toMatchObject({ next_sku: 'plan_createur' })
  expect(await answerOf(kossi, 'pause_plan', { p_months: 1 })).toMatchObject({ state: 'paused' })
  expect(await answerOf(kossi, 'resume_plan')).toMatchObject({ state: 'active' })
  expect(await answerOf(kossi, 'cancel_plan')).toMatchObject({ state: 'canceling' })
  expect(await answerOf(kossi, 'check_promo_code', { p_code: 'NOTHING', p_price_id: pack })).toBeNull()
  expect(await answerOf(kossi, 'redeem_code', { p_code: 'NOTHING' })).toMatchObject({ kind: 'none' })
  expect(await answerOf(kossi, 'redeem_gift_code', { p_code: 'NOTHING' })).toBeNull()
  await m.run(
    `select public.issue_receipts(10, '{"name":"Cortexia","address":null,"registration":null,"tax_number":null}')::text as value`,
  )
  const receipt = await m.run('select id::text as value from billing.receipts where payment_id = $1', [payment])
  expect(await answerOf(kossi, 'receipt_to_print', { p_receipt: receipt })).toMatchObject({ kind: 'receipt' })
  const today = new Date().toISOString().slice(0, 10)
  const period = { p_from: today, p_to: today }
  expect(await answerOf(kossi, 'statement_to_print', period)).toMatchObject({ closing: expect.any(Number) })
  expect(await answerOf(kossi, 'remix_royalties', { post: await publish('royal'), credits: 100 })).toMatchObject({
    lines: [{ user_id: awa }],
  })
  expect(await answerOf(kossi, 'earnings_summary')).toMatchObject({ pending: 0, by_source: {} })
  await withdrawn()
  expect(await answerOf(awa, 'creator_overview')).toMatchObject({ week: { tip: 20 } })
  expect(await answerOf(kossi, 'daily_gift')).toMatchObject({ obstacle: expect.any(String) })
  const made = `update auth.users set created_at = now() - interval '2 days', email_confirmed_at = now() where id = $1 returning id::text as value`
  await m.run(made, [awa])
  await m.run(
    `select ledger.post('spend everything', 'spend', '[{"o":"user:${awa}","k":"promo","a":"CREDIT","n":-5},{"o":"platform","k":"issued","a":"CREDIT","n":5}]')::text as value`,
  )
  expect(await answerOf(awa, 'take_daily_gift')).toMatchObject({ obstacle: 'taken', streak: 1 })
})
