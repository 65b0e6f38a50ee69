/**
 * What screens cost in the database: a million publications, 200 000 people, five million likes. Each request is made
 * once through rest/v1; the statement that it became is then prepared and run by PostgreSQL under its own clock, by two
 * hundred readers in turns, beside the same statement without row-level security and beside one read by primary key.
 * SOCIAL_DATABASE_URL names a database that is filled already (social-fill.ts).
 */
import { env } from 'node:process'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'
import pg from 'pg'

import { openProductRest } from '../../supabase/tests/product-rest.ts'
import { executionOf, recordStatements, settingsOf, type Asked } from '../../supabase/tests/recorded-statements.ts'
import { personId } from './members.ts'
import { startPostgres } from './postgres.ts'
import { number, quantile, table } from './report.ts'
import { fillSociety, socialSize } from './social-crowd.ts'
import { aside, notificationList, pageOf, postPage, profilePage, tabs, type Question } from './social-questions.ts'

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
const client = new pg.Client({ connectionString: url })
await client.connect()
resources.defer(() => client.end())

async function filledDatabase(): Promise<string> {
  const postgres = resources.use(await startPostgres({ shared_buffers: '512MB', max_wal_size: '4GB' }))
  await postgres.script('postgres', 'create database social')
  const target = postgres.url('social')
  await using empty = await openDatabases({ kind: 'postgres', url: target }, () => {})
  const product = { name: 'product', folder: new URL('../../supabase/migrations/', import.meta.url) }
  await migrate(empty, [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product], () => {})
  await fillSociety(target, socialSize, console.log)
  return target
}

/** A request as it reached the database, with the place of its reader in it. */
interface Scene {
  readonly name: string
  readonly learned: Asked
  readonly prepared: string
  /** Cursors of later pages that take the learned one's place. */
  readonly cursors: readonly string[]
}

const sample = personId(1)
const scenes: Scene[] = []

async function ask(question: Question, reader: string) {
  const { path, body, isVisitor = false } = question
  const heard = await rest.ask(isVisitor ? null : reader, body ? 'POST' : 'GET', path, body ? { body } : {})
  if (heard.status >= 300) throw new Error(`${question.name} was answered ${heard.status} ${heard.code}`)
  return heard.rows
}

async function learn(name: string, question: Question, cursors: readonly string[] = []): Promise<void> {
  await ask(question, sample)
  const learned = recorder.last()
  const prepared = `scene_${scenes.length}`
  for (const kind of ['own', 'bare']) await client.query(`prepare ${prepared}_${kind} as ${learned.statement.text}`)
  scenes.push({ name, learned, prepared, cursors })
}

/** Of the tenth page: as far as people read. */
async function laterCursor(tab: string, more: object, isVisitor: boolean, reader: string): Promise<string | null> {
  const rows = await ask(pageOf(tab, { ...more, page_size: 100 }, isVisitor), reader)
  return (rows.at(-1)?.['cursor'] as string | null) ?? null
}

const more = (tab: string) => (tab === 'tag' ? { tag: 'theme3' } : {})
for (const tab of tabs) {
  await learn(`${tab}, first page`, pageOf(tab, more(tab)))
  // For « Pour vous » a cursor is one's own: that of the sample is asked with by everybody, and means a rank.
  const cursor = await laterCursor(tab, more(tab), false, sample)
  if (cursor !== null) await learn(`${tab}, page after the hundredth`, pageOf(tab, { ...more(tab), cursor }), [cursor])
}
await learn('latest, visitor', pageOf('latest', {}, true))
await learn('trending, visitor', pageOf('trending', {}, true))
const { rows } = await client.query<{ id: string; creator_id: string; username: string }>(
  `select p.id, p.creator_id, a.username::text from public.feed_posts p join public.profiles a on a.id = p.creator_id
   where p.audience = 'public' and p.rating = 0 order by p.likes_count desc, p.id offset 20 limit 1`,
)
const [post] = rows
if (post === undefined) throw new Error('There is no publication')
for (const question of postPage(post.id)) await learn(`post: ${question.name}`, question)
for (const question of profilePage(post.creator_id, post.username)) await learn(`profile: ${question.name}`, question)
await learn('notifications', notificationList)
for (const question of aside) await learn(question.name, question)

/** What PostgreSQL says that it took, planning included, in ms. */
async function timeOf(settings: readonly string[], statement: string): Promise<number> {
  await client.query(`begin; ${settings.join('; ')}`)
  const answer = await client.query<{ 'QUERY PLAN': { 'Planning Time': number; 'Execution Time': number }[] }>(
    `explain (analyze, timing off, format json) ${statement}`,
  )
  await client.query('rollback')
  const [plan] = answer.rows[0]?.['QUERY PLAN'] ?? []
  return (plan?.['Planning Time'] ?? Number.NaN) + (plan?.['Execution Time'] ?? Number.NaN)
}

const own = new Map<Scene, number[]>()
const bare = new Map<Scene, number[]>()
const single: number[] = []
await client.query('prepare by_key as select * from public.feed_posts where id = $1')

const asReader = (settings: readonly string[], reader: string) => settings.map((sql) => sql.replaceAll(sample, reader))

for (let round = 0; round < rounds; round += 1) {
  for (const scene of scenes) {
    const { session, statement } = scene.learned
    const settings = settingsOf(session)
    const withoutRole = settingsOf({ ...session, role: 'none' })
    for (let turn = 0; turn < readersPerRound; turn += 1) {
      const reader = personId(1 + ((round * readersPerRound + turn) % socialSize.readers))
      const times = [
        [own, asReader(settings, reader), `${scene.prepared}_own`],
        [bare, asReader(withoutRole, reader), `${scene.prepared}_bare`],
      ] as const
      for (const [figures, inForce, name] of times) {
        const taken = await timeOf(inForce, executionOf(name, statement))
        figures.set(scene, [...(figures.get(scene) ?? []), taken])
      }
      single.push(await timeOf([], `execute by_key('${post.id}')`))
    }
  }
}

const fastest = quantile(single, 0.5)
const ms = (value: number) => value.toFixed(value < 1 ? 3 : 2)
const lines = scenes.map((scene) => {
  const [times, unguarded] = [own.get(scene) ?? [], bare.get(scene) ?? []]
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  return [scene.name, ms(p50), ms(p95), `${number(p50 / quantile(unguarded, 0.5))}×`, `${number(p50 / fastest)}×`]
})
console.log(table(['in the database, ms', 'p50', 'p95', 'to no RLS', 'to a key read'], lines))
console.log(`a read by primary key: ${ms(fastest)} ms; ${rounds} rounds of ${readersPerRound} readers`)

// Putting « Pour vous » together, which happens once in five minutes of a reader.
const made: number[] = []
for (let turn = 1; turn <= readersPerRound; turn += 1) {
  const claims = settingsOf({ role: 'none', claims: { role: 'authenticated', sub: personId(turn) } })
  made.push(await timeOf(claims, 'select app.make_for_you()'))
}
console.log(`« Pour vous » put together: p50 ${ms(quantile(made, 0.5))}, p95 ${ms(quantile(made, 0.95))} ms`)
const ranked = await timeOf([], 'select app.take_snapshot(720)')
console.log(`trends of 30 days ranked: ${ms(ranked)} ms`)

const newest = quantile(own.get(scenes[0]!) ?? [], 0.95)
console.log(`newest-first page, p95: ${ms(newest)} ms (target ≤ 3 ms, ${newest <= 3 ? 'met' : 'MISSED'})`)
