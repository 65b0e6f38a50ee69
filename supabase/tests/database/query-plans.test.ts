/** What the screens ask is answered by indexes: every plan is read, those inside functions too. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { personId } from '../../../tests/bench/crowd/members.ts'
import { fillSociety } from '../../../tests/bench/crowd/social-crowd.ts'
import {
  aside,
  notificationList,
  pageOf,
  postPage,
  profilePage,
  searches,
  tabs,
  type Question,
} from '../../../tests/bench/crowd/social-questions.ts'
import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { productDatabase } from '../support/product-database.ts'
import { asOwner, openProductRest, type ProductRest } from '../support/product-rest.ts'
import { fillMessages, messageQuestions, messageWork, talkOf } from './message-crowd.ts'
import { recordStatements, settingsOf, type Recorder } from './recorded-statements.ts'

const size = { posts: 10_000, people: 5000, likes: 20_000, comments: 3000, readers: 10 }
const reader = personId(1)

let database: TestDatabase
let recorder: Recorder
let rest: ProductRest
let client: pg.Client
let noticed: string[]
/** Tables of which a whole reading is no matter of indexes: they fit on a few pages. */
let small: Set<string>

beforeAll(async () => {
  database = await productDatabase()
  await fillSociety(database.url, size)
  await fillMessages(database, reader)
  recorder = recordStatements(database.databases)
  rest = await openProductRest({ ...database, databases: recorder.databases })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  noticed = []
  client.on('notice', ({ message = '' }) => noticed.push(message))
  await client.query(`load 'auto_explain'; set client_min_messages = log; set auto_explain.log_min_duration = 0;
    set auto_explain.log_nested_statements = on; set auto_explain.log_format = json`)
  const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class where reltuples < 300`)
  small = new Set(rows.map(({ name }) => name))
})
afterAll(async () => {
  await client.end()
  await rest[Symbol.asyncDispose]()
  await database.dispose()
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Whole readings of tables that are not small, in the plans that were made since the last time. */
function takeWholeReadings(): string[] {
  const plans = noticed.splice(0).flatMap((message) => {
    const from = message.indexOf('{')
    return message.includes('plan:') ? [JSON.parse(message.slice(from)) as { 'Query Text': string; Plan: Plan }] : []
  })
  expect(plans.length).toBeGreaterThan(0)
  return plans.flatMap(({ 'Query Text': text, Plan: plan }) =>
    nodesOf(plan)
      .filter((node) => node['Node Type'] === 'Seq Scan' && !small.has(node['Relation Name'] ?? ''))
      .map((node) => `${node['Relation Name']} in ${text.trim().slice(0, 200)}`),
  )
}

async function ask({ path, body, isVisitor = false, name }: Question) {
  const answer = await rest.ask(isVisitor ? null : reader, body ? 'POST' : 'GET', path, body ? { body } : {})
  expect([name, answer.code]).toEqual([name, null])
  return answer.rows
}

/** Asked once through rest/v1, then by hand: with plans for these values, and with those that serve any. */
async function wholeReadingsOf(question: Question): Promise<string[]> {
  await ask(question)
  const { session, statement } = recorder.last()
  noticed = []
  for (const mode of ['auto', 'force_generic_plan']) {
    await client.query(`begin; set local plan_cache_mode = ${mode}; ${settingsOf(session).join('; ')}`)
    await client.query(statement.text, [...(statement.params ?? [])])
    await client.query('rollback')
  }
  return takeWholeReadings()
}

async function questions(): Promise<Question[]> {
  const [post, collection, author] = await Promise.all([
    asOwner(
      database,
      `select id as value from public.feed_posts where audience = 'public' order by likes_count desc limit 1`,
    ),
    asOwner(
      database,
      `insert into public.collections (owner_id, name, visibility) values ($1, 'x', 'public') returning id as value`,
      [reader],
    ),
    asOwner(database, `select creator_id as value from public.feed_posts group by 1 order by count(*) desc limit 1`),
  ])
  const first = tabs.map((tab) => pageOf(tab, { tag: 'theme3', page_size: 5 }))
  const later: Question[] = []
  for (const [at, tab] of tabs.entries()) {
    const rows = await ask(first[at]!)
    const cursor = rows.at(-1)?.['cursor']
    if (typeof cursor === 'string') later.push({ ...pageOf(tab, { tag: 'theme3', cursor }), name: `${tab}, later` })
  }
  expect(later.length).toBeGreaterThan(5)
  return [
    ...first,
    ...later,
    ...['latest', 'trending', 'tag'].map((tab) => pageOf(tab, { tag: 'theme3' }, true)),
    { name: 'why', path: 'rpc/why_this_post', body: { post_id: post } },
    { name: 'collection', path: 'rpc/collection_page', body: { collection_id: collection } },
    ...postPage(post),
    ...profilePage(author, 'aya.1'),
    ...searches,
    ...aside,
    notificationList,
    ...(await messageQuestions(database, reader)),
  ]
}

describe('no screen reads a whole table', () => {
  test('in any plan of what it asks', async () => {
    const found: string[] = []
    for (const question of await questions())
      for (const reading of await wholeReadingsOf(question)) found.push(`${question.name}: ${reading}`)
    expect(found).toEqual([])
  })

  test('nor do those that erase publications, count what became of one, move pictures, keep paces and look for removed files', async () => {
    noticed = []
    await client.query(`begin; set local request.jwt.claims = '{"sub": "${reader}", "role": "authenticated"}'`)
    for (const statement of [
      'select public.erase_deleted_posts(10)',
      `with own as (select id, creator_id from public.feed_posts where audience = 'public' order by created_at desc, id desc limit 1)
       select set_config('request.jwt.claims', jsonb_build_object('sub', creator_id)::text, true) from own`,
      `select public.post_stats(id, null) from (
         select id from public.feed_posts where audience = 'public' order by created_at desc, id desc limit 1) as own`,
      `select set_config('request.jwt.claims', '{"sub": "${reader}", "role": "authenticated"}', true)`,
      'select * from public.picture_moves(10)',
      `select app.is_blocked_file('generated-images', 'none.webp')`,
      `with one as (select id from public.feed_posts where audience = 'public' order by created_at desc, id desc limit 1)
       update public.feed_posts p set visibility = 'private' from one where p.id = one.id`,
      `insert into public.post_likes (post_id, user_id)
       select id, '${reader}' from public.feed_posts where audience = 'public' order by created_at desc, id desc limit 1`,
    ])
      await client.query(statement)
    await client.query('rollback')
    expect(takeWholeReadings()).toEqual([])
  })

  test('nor do those that tell of messages, forget them, look after their files and keep backups', async () => {
    const talk = await talkOf(database, reader)
    noticed = []
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    const claims = JSON.stringify({ sub: reader, role: 'authenticated', amr })
    await client.query('begin')
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [claims])
    for (const statement of messageWork(reader, talk)) await client.query(statement)
    await client.query('rollback')
    expect(takeWholeReadings()).toEqual([])
  })

  test('and where one did, it would be seen, however deep in a function', async () => {
    await asOwner(database, 'drop index public.feed_posts_audience')
    expect(await wholeReadingsOf(pageOf('latest', {}, true))).not.toEqual([])
  })
})
