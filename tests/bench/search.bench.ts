/**
 * Search in a whole society: words of every frequency, typed prefixes, people, hashtags and suggestions, asked by many
 * readers with their mutes and blocks. The time is that of the statement at the database; beside it stands what the
 * same best 20 cost when every publication is scored, with which each answer must agree.
 * SOCIAL_DATABASE_URL names a database that is filled already (social-fill.ts).
 */
import { env } from 'node:process'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'
import pg from 'pg'

import { personId } from './members.ts'
import { startPostgres } from './postgres.ts'
import { quantile, table } from './report.ts'
import { fillSociety, socialSize } from './social-crowd.ts'

const rounds = Number(env['BENCH_ROUNDS'] ?? 30)
const mostMs = 45

/** From three in ten publications to none. */
const words = [
  'lumière',
  'numéro',
  'matinée',
  'pirogue',
  'calao',
  'motif',
  'motif4',
  'motif49',
  'motif4999',
  'theme3',
  'lagune',
  'tag2999',
  'numéro 123',
  'l',
  'lu',
  'lum',
  'cathéd',
  'zeppelin',
]
const others = {
  search_users: ['awa', 'kouassi', 'aya.1', 'aya.199999', 'lagune', 'ko', 'zeppelin'],
  search_hashtags: ['t', 'tag', 'theme29', 'lagune', 'zeppelin'],
  search_suggestions: ['la', 'lum', 'aw', 'theme', 'kouassi 12'],
}

await using resources = new AsyncDisposableStack()
const client = new pg.Client({ connectionString: env['SOCIAL_DATABASE_URL'] ?? (await filledDatabase()) })
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

/** Rows and milliseconds of a call by somebody, as rest/v1 would make it. */
async function ask(reader: string, name: string, query: string, asOf?: string) {
  const role = 'authenticated'
  await client.query(`begin; set local role ${role}`)
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ role, sub: reader })])
  const start = performance.now()
  const { rows } = await client.query<Record<string, unknown>>(
    `select * from public.${name}(query => $1${asOf === undefined ? '' : ', as_of => $2'})`,
    asOf === undefined ? [query] : [query, asOf],
  )
  const ms = performance.now() - start
  await client.query('rollback')
  return { rows, ms }
}

const everything = `
  select r.post_id as id, (place + r.popularity / 10.0
    + case when age < interval '24 hours' then 30 when age < interval '7 days' then 15 else 0 end)::float as score
  from app.post_ranks r join app.post_words w using (post_id), lateral (
    select $2::timestamptz - r.created_at as age, case when strpos(w.prompt, $1) > 0 then 70
      when strpos(w.description, $1) > 0 then 60 when strpos(w.hashtags, $1) > 0 then 50 end as place) as known
  where r.rating <= 1 and place is not null
  order by score desc, r.created_at desc, r.post_id limit 20`

/** Has settled nothing and muted nobody. */
const newcomer = crypto.randomUUID()
const asOf = new Date().toISOString()
const lines: string[][] = []
let slowest = 0
let wrong = 0

const line = (name: string, query: string, times: readonly number[]) => {
  const p95 = quantile(times, 0.95)
  slowest = Math.max(slowest, p95)
  return [name, query, quantile(times, 0.5).toFixed(1), p95.toFixed(1)]
}

const timesOf = async (name: string, query: string): Promise<number[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push((await ask(personId(1 + (round % socialSize.readers)), name, query)).ms)
  return times
}

for (const query of words) {
  const form = await client.query<{ form: string }>('select app.search_form($1) as form', [query])
  const start = performance.now()
  const expected = await client.query<{ id: string; score: number }>(everything, [form.rows[0]?.form, asOf])
  const exhaustive = performance.now() - start
  const { rows } = await ask(newcomer, 'search_posts', query, asOf)
  const given = rows.map((row) => `${String(row['id'])} ${Number(row['relevance_score']).toFixed(1)}`)
  const isExact = given.join() === expected.rows.map(({ id, score }) => `${id} ${score.toFixed(1)}`).join()
  if (!isExact) wrong += 1
  const verdict = `${isExact ? 'exact' : 'WRONG'} ${rows.length}`
  lines.push([...line('posts', query, await timesOf('search_posts', query)), exhaustive.toFixed(0), verdict])
}
for (const [name, queries] of Object.entries(others))
  for (const query of queries) lines.push([...line(name.slice(7), query, await timesOf(name, query)), '', ''])

console.log(table(['search', 'text', 'p50 ms', 'p95 ms', 'all scored ms', 'the best 20'], lines))
const verdict = slowest <= mostMs ? 'met' : 'MISSED'
console.log(`Slowest p95 ${slowest.toFixed(1)} ms (target ≤ ${mostMs} ms, ${verdict}); ${wrong} wrong answers.`)
if (wrong > 0) process.exitCode = 1
