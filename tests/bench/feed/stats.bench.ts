/**
 * Views per second that are folded into hours, days and sketches, beside the least that it can cost: the same rows counted
 * by publication and hour, and deleted. Then how long an author waits for 90 days with 5 million views, beside as many days
 * before, on a connection that stays as a server's do: by the clock, and by what the backend spends of a processor.
 */
import assert from 'node:assert/strict'

import { authMigrations } from '@platform/auth'
import { databaseMigrations, migrate, openDatabases } from '@platform/database'
import { realtimeMigrations } from '@platform/realtime'
import { storageMigrations } from '@platform/storage'
import pg from 'pg'

import { startPostgres } from '../support/postgres.ts'
import { backendTime } from '../support/processor-time.ts'
import { number, table } from '../support/report.ts'

const database = 'stats'
const views = 1_000_000
const [people, postsEach, viewers] = [1000, 5, 20_000]
const asks = 100

await using postgres = await startPostgres()
const run = async (sql: string): Promise<unknown[][]> => postgres.script(database, sql)
await postgres.script('postgres', `create database ${database}`)
{
  await using databases = await openDatabases({ kind: 'postgres', url: postgres.url(database) }, () => {})
  const product = { name: 'product', folder: new URL('../../../supabase/migrations/', import.meta.url) }
  const sources = [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product]
  await migrate(databases, sources, () => {})
}
await run(`
  insert into auth.users (id, email) select md5('person ' || n)::uuid, n || '@example.com' from generate_series(1, ${people}) n;
  set session_replication_role = replica;
  insert into public.feed_posts (id, creator_id, prompt, image_url, audience)
    select md5('post ' || p || ' ' || n)::uuid, md5('person ' || p)::uuid, 'un motif', 'https://example.com/a.webp', 'public'
    from generate_series(1, ${people}) p, generate_series(1, ${postsEach}) n;
  update stats.progress set counted_on = current_date + 1;
  create unlogged table stats.bare (like stats.beats);
  create table stats.bare_hours (post_id uuid, hour timestamptz, views int, primary key (post_id, hour));
  analyze public.feed_posts;`)

const drawn = `
  select now() - random() * interval '3 hours', md5('post ' || (1 + floor(random() ^ 2 * ${people}))::int || ' ' || (1 + floor(random() * ${postsEach}))::int)::uuid,
    (('x' || left(md5((floor(random() * ${viewers}))::int::text), 16))::bit(64)::bigint & 4611686018427387903), 'feed'
  from generate_series(1, ${views})`
await run(
  `insert into stats.beats (at, post_id, viewer, source) ${drawn}; insert into stats.bare select * from stats.beats`,
)

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

const rounds = Math.ceil(views / 20_000)
const folding = await secondsOf(async () => {
  for (let round = 0; round < rounds; round += 1) await run('select public.fold_stats(20000)')
})
const counting = await secondsOf(async () => {
  for (let round = 0; round < rounds; round += 1)
    await run(`
      with taken as (
        delete from stats.bare b where b.ctid = any (array(select ctid from stats.bare limit 20000)) returning b.*
      )
      insert into stats.bare_hours as known select post_id, date_trunc('hour', at, 'UTC'), count(*) from taken group by 1, 2
      on conflict (post_id, hour) do update set views = known.views + excluded.views`)
})
const [[sums]] = (await run(`
  select (select sum(views)::int from stats.post_hours) as folded, (select sum(views)::int from stats.creator_hours) as creators,
    (select sum(views)::int from stats.bare_hours) as counted`)) as [[Record<string, number>]]
assert.deepEqual(sums, { folded: views, creators: views, counted: views }, 'every view is in its hours')
console.log(
  table(
    ['views/s', 'folded', 'counted by the hour alone', 'share'],
    [[number(views), number(views / folding), number(views / counting), `${number(counting / folding)}×`]],
  ),
)

const many = `md5('person 1')::uuid`
await run(`
  delete from stats.creator_hours; delete from stats.creator_days; delete from stats.creator_sources; delete from stats.post_days;
  set session_replication_role = replica;
  insert into public.feed_posts (id, creator_id, prompt, image_url, audience, created_at)
    select md5('much ' || n)::uuid, ${many}, 'un motif', 'https://example.com/a.webp', 'public', now() - interval '400 days'
    from generate_series(1, 500) n;
  insert into stats.creator_hours (creator_id, hour, views, likes)
    select ${many}, date_trunc('hour', now(), 'UTC') - make_interval(hours => h), 2315, 100 from generate_series(0, 180 * 24 - 1) h;
  insert into stats.creator_sources (creator_id, day, source, views)
    select ${many}, current_date - d, s, 9260
    from generate_series(0, 179) d, unnest('{feed,search,profile,link,remix,other}'::text[]) s;
  insert into stats.creator_days (creator_id, day, viewers)
    select ${many}, current_date - d,
      stats.smallest(array(select (random() * 4611686018427387903)::bigint from generate_series(1, 600) where d >= 0))
    from generate_series(0, 179) d;
  insert into stats.post_days (creator_id, day, post_id, views)
    select ${many}, current_date - d, p.id, 110 from generate_series(0, 179) d, public.feed_posts p where p.creator_id = ${many};
  analyze;`)
const client = new pg.Client({ connectionString: postgres.url(database) })
await client.connect()
const [{ pid }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }]
await client.query(
  `select set_config('request.jwt.claims', json_build_object('sub', ${many}, 'role', 'authenticated')::text, false)`,
)
const [waits, works]: [number[], number[]] = [[], []]
for (let ask = 0; ask < asks; ask += 1) {
  const [begun, worked] = [performance.now(), await backendTime(pid)]
  const text = `select (public.creator_stats(90, 'Africa/Porto-Novo') #>> '{totals,views}')::int as views`
  const [told] = (await client.query<{ views: number }>(text)).rows
  waits.push(performance.now() - begun)
  works.push((await backendTime(pid)) - worked)
  assert.ok((told?.views ?? 0) > 4_900_000, `an answer of ${told?.views} views`)
}
await client.end()
const at = (times: readonly number[], share: number) =>
  number(times.toSorted((one, other) => one - other)[Math.floor(asks * share)]!)
console.log(
  table(
    ['creator_stats, 90 days and 90 before, 5 M views each, 505 publications', 'p50 ms', 'p95 ms'],
    [
      ['by the clock', at(waits, 0.5), at(waits, 0.95)],
      ['of a processor', at(works, 0.5), at(works, 0.95)],
    ],
  ),
)
