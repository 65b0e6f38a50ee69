/**
 * What screens cost in the database: a million publications, 200 000 people, five million likes. Each request is made
 * once through rest/v1; the statement that it became is then prepared and run by PostgreSQL under its own clock, by two
 * hundred readers in turns, beside the same statement without row-level security and beside one read by primary key.
 * SOCIAL_DATABASE_URL names a database that is filled already (social-fill.ts).
 */
import assert from 'node:assert/strict'
import { env } from 'node:process'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'
import pg from 'pg'

import {
  executionOf,
  recordStatements,
  settingsOf,
  type Asked,
} from '../../../supabase/tests/database/recorded-statements.ts'
import { openProductRest } from '../../../supabase/tests/support/product-rest.ts'
import { personId } from '../crowd/members.ts'
import { fillSociety, socialSize } from '../crowd/social-crowd.ts'
import {
  aside,
  notificationList,
  pageOf,
  postPage,
  profilePage,
  tabs,
  type Question,
} from '../crowd/social-questions.ts'
import { startPostgres } from '../support/postgres.ts'
import { backendTime } from '../support/processor-time.ts'
import { number, quantile, table } from '../support/report.ts'

const rounds = Number(env['BENCH_ROUNDS'] ?? 5)
const readersPerRound = 40

await using resources = new AsyncDisposableStack()
const url = env['SOCIAL_DATABASE_URL'] ?? (await filledDatabase())
const databases = resources.use(await openDatabases({ kind: 'postgres', url }, () => {}))
const recorder = recordStatements(databases)
const rest = resources.use(
  await openProductRest({
    databases: recorder.databases,
    url,
    dispose: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }),
)
/** One connection for each way of asking: plans that were made for one role are not those of another. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  resources.defer(() => client.end())
  return client
}
const asReaders = await connect()
const asOwner = await connect()
const byKey = await connect()

async function filledDatabase(): Promise<string> {
  const postgres = resources.use(await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' }))
  await postgres.script('postgres', 'create database social')
  const target = postgres.url('social')
  await using empty = await openDatabases({ kind: 'postgres', url: target }, () => {})
  const product = { name: 'product', folder: new URL('../../../supabase/migrations/', import.meta.url) }
  await migrate(empty, [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product], () => {})
  await fillSociety(target, socialSize, console.log)
  return target
}

/** A request as it reached the database, with the place of its reader in it. */
interface Scene {
  readonly name: string
  readonly learned: Asked
  readonly prepared: string
}

const sample = personId(1)
/** The last days of a small society (SOCIAL_POSTS) hold less than a page of what trends. */
const fullPage = socialSize.posts < 100_000 ? 10 : 20
const scenes: Scene[] = []

async function ask(question: Question, reader: string) {
  const { path, body, isVisitor = false } = question
  const heard = await rest.ask(isVisitor ? null : reader, body ? 'POST' : 'GET', path, body ? { body } : {})
  assert.ok(heard.status < 300, `${question.name} was answered ${heard.status} ${heard.code}`)
  return heard
}

/** @param least rows that the answer has; an answer that is no list only must not be empty */
async function learn(name: string, question: Question, least = 1): Promise<void> {
  const { answer, rows } = await ask(question, sample)
  if (Array.isArray(answer)) assert.ok(rows.length >= least, `${name}: ${rows.length} rows instead of ${least}`)
  else assert.ok(typeof answer === 'object' && answer !== null, `${name}: the answer is empty`)
  const learned = recorder.last()
  const prepared = `scene_${scenes.length}`
  for (const client of [asReaders, asOwner]) await client.query(`prepare ${prepared} as ${learned.statement.text}`)
  scenes.push({ name, learned, prepared })
}

/** The fifth page ends there: as far as people read. */
async function laterCursor(tab: string, given: object): Promise<string | null> {
  const { rows } = await ask(pageOf(tab, { ...given, page_size: 100 }), sample)
  return (rows.at(-1)?.['cursor'] as string | null) ?? null
}

// « Pour vous » is put together once in five minutes: its pages are measured with lists that stay, their making below.
await asOwner.query('truncate app.for_you_lists')
for (let reader = 1; reader <= socialSize.readers; reader += 1) {
  const claims = settingsOf({ role: 'none', claims: { role: 'authenticated', sub: personId(reader) } })
  await asOwner.query(`begin; ${claims.join('; ')}; select app.make_for_you(); commit`)
}
await asOwner.query(`update app.for_you_lists set made_at = now() + interval '1 day'`)

const more = (tab: string) => (tab === 'tag' ? { tag: 'theme3' } : {})
for (const tab of tabs) {
  await learn(`${tab}, first page`, pageOf(tab, more(tab)), fullPage)
  // For « Pour vous » a cursor is one's own: that of the sample is asked with by everybody, and means a rank.
  const cursor = await laterCursor(tab, more(tab))
  assert.notEqual(cursor, null, `${tab}: fewer than a hundred publications`)
  await learn(`${tab}, page after the hundredth`, pageOf(tab, { ...more(tab), cursor }))
}
await learn('latest, visitor', pageOf('latest', {}, true), fullPage)
await learn('trending, visitor', pageOf('trending', {}, true), fullPage)
const { rows } = await asOwner.query<{ id: string; creator_id: string; username: string }>(
  `select p.id, p.creator_id, a.username::text from public.feed_posts p join public.profiles a on a.id = p.creator_id
   where p.audience = 'public' and p.rating = 0 order by p.likes_count desc, p.id offset 20 limit 1`,
)
const [post] = rows
assert.ok(post !== undefined, 'there is a publication')
for (const question of postPage(post.id)) await learn(`post: ${question.name}`, question)
for (const question of profilePage(post.creator_id, post.username)) await learn(`profile: ${question.name}`, question)
await learn('notifications', notificationList)
for (const question of aside) await learn(question.name, question)

interface Cost {
  /** By PostgreSQL's own clock, planning included, in ms: others' work on the same processors counts in it. */
  readonly wall: number
  /** What the backend spent on a processor, in ms: others' work does not. */
  readonly processor: number
}

async function processorTimeOf(client: pg.Client): Promise<number> {
  const { processID } = client as pg.Client & { processID: number }
  return backendTime(processID)
}

async function costOf(client: pg.Client, settings: readonly string[], statement: string): Promise<Cost> {
  await client.query(`begin; ${settings.join('; ')}`)
  const before = await processorTimeOf(client)
  await client.query(statement)
  const processor = (await processorTimeOf(client)) - before
  const answer = await client.query<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }>(
    `explain (analyze, timing off, format json) ${statement}`,
  )
  await client.query('rollback')
  const [plan] = answer.rows[0]?.['QUERY PLAN'] ?? []
  return { wall: (plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN), processor }
}

// Plans settle in the first runs of a connection.
for (const scene of scenes)
  for (let turn = 0; turn < 8; turn += 1)
    for (const [client, role] of [
      [asReaders, scene.learned.session.role],
      [asOwner, 'none'],
    ] as const)
      await costOf(
        client,
        settingsOf({ ...scene.learned.session, role }),
        executionOf(scene.prepared, scene.learned.statement),
      )

const own = new Map<Scene, Cost[]>()
const bare = new Map<Scene, Cost[]>()
const single: Cost[] = []
await byKey.query('prepare by_key as select * from public.feed_posts where id = $1')

const asReader = (settings: readonly string[], reader: string) => settings.map((sql) => sql.replaceAll(sample, reader))

async function measure(scene: Scene, reader: string): Promise<void> {
  const { session, statement } = scene.learned
  const times = [
    [own, asReaders, session.role],
    [bare, asOwner, 'none'],
  ] as const
  for (const [figures, client, role] of times) {
    const settings = asReader(settingsOf({ ...session, role }), reader)
    const taken = await costOf(client, settings, executionOf(scene.prepared, statement))
    figures.set(scene, [...(figures.get(scene) ?? []), taken])
  }
  single.push(await costOf(byKey, [], `execute by_key('${post?.id}')`))
}

for (let round = 0; round < rounds; round += 1)
  for (const scene of scenes)
    for (let turn = 0; turn < readersPerRound; turn += 1)
      await measure(scene, personId(1 + ((round * readersPerRound + turn) % socialSize.readers)))

const ms = (value: number) => value.toFixed(value < 1 ? 3 : 2)
const at = (costs: readonly Cost[], kind: keyof Cost, share: number) =>
  quantile(
    costs.map((cost) => cost[kind]),
    share,
  )
const lines = scenes.map((scene) => {
  const [guarded, unguarded] = [own.get(scene) ?? [], bare.get(scene) ?? []]
  const spent = at(guarded, 'processor', 0.5)
  return [
    scene.name,
    ...[0.5, 0.95].map((share) => ms(at(guarded, 'wall', share))),
    // The least is what a quiet machine spends, even where this one is not.
    ...[0, 0.5, 0.95].map((share) => ms(at(guarded, 'processor', share))),
    `${number(spent / at(unguarded, 'processor', 0.5))}×`,
    `${number(spent / at(single, 'processor', 0.5))}×`,
  ]
})
const head = ['in the database, ms', 'p50', 'p95', 'processor least', 'p50', 'p95', 'to no RLS', 'to a key read']
console.log(table(head, lines))
const told = (costs: readonly Cost[]) =>
  `p50 ${ms(at(costs, 'wall', 0.5))}, p95 ${ms(at(costs, 'wall', 0.95))} ms; processor p50 ${ms(at(costs, 'processor', 0.5))} ms`
console.log(`a read by primary key: ${told(single)}; ${rounds} rounds of ${readersPerRound} readers`)

const made: Cost[] = []
for (let turn = 1; turn <= readersPerRound; turn += 1) {
  const claims = settingsOf({ role: 'none', claims: { role: 'authenticated', sub: personId(turn) } })
  made.push(await costOf(asOwner, claims, 'select app.make_for_you()'))
}
console.log(`« Pour vous » put together: ${told(made)}`)
for (const window of [24, 720]) {
  const kinds = ['posts', 'tags', 'creators'].map((kind) => `(select count(*) from app.rank_${kind}(${window}))`)
  const ranked = await costOf(asOwner, [], `select ${kinds.join(' + ')}`)
  console.log(`trends of ${window} hours ranked: ${told([ranked])}`)
}

const newest = at(own.get(scenes[0]!) ?? [], 'wall', 0.95)
console.log(`newest-first page, p95: ${ms(newest)} ms (target ≤ 3 ms, ${newest <= 3 ? 'met' : 'MISSED'})`)
