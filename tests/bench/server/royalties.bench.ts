/**
 * What the royalties of a remix add to the capture of its price: the same settlement of one held credit with the lines of three
 * ancestors, and without, in turns on one connection. By the clock, and by what the backend spends of a processor.
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

const database = 'royalties'
const [people, remixers, captures, lines] = [1000, 100, 500, 200_000]

await using postgres = await startPostgres()
await postgres.script('postgres', `create database ${database}`)
{
  await using databases = await openDatabases({ kind: 'postgres', url: postgres.url(database) }, () => {})
  const product = { name: 'product', folder: new URL('../../../supabase/migrations/', import.meta.url) }
  const sources = [databaseMigrations, authMigrations, storageMigrations, realtimeMigrations, product]
  await migrate(databases, sources, () => {})
}
// Chains of five; numbers that paid; a quarter of royalties.
await postgres.script(
  database,
  `insert into auth.users (id, email) select md5('person ' || n)::uuid, n || '@example.com' from generate_series(1, ${people}) n;
   set session_replication_role = replica;
   insert into public.feed_posts (id, creator_id, prompt, image_url, audience)
     select md5('post ' || n)::uuid, md5('person ' || n)::uuid, 'un motif', 'https://example.com/a.webp', 'public'
     from generate_series(1, ${people - remixers}) n;
   insert into app.post_lineage (post_id, parent_id, root_id, depth)
     select md5('post ' || n)::uuid, case when n % 5 > 0 then md5('post ' || n - 1)::uuid end,
       md5('post ' || n - n % 5)::uuid, n % 5
     from generate_series(5, ${people - remixers}) n;
   insert into public.generations (id, user_id, prompt, mode, engine, status, parent_post_id)
     select md5('work ' || n)::uuid, md5('person ' || ${people - remixers} + 1 + n % ${remixers})::uuid, 'un motif', 'enhanced', 'builtin',
       'succeeded', case when n % 2 = 0 then md5('post ' || 7 + 5 * (n % 150))::uuid end
     from generate_series(1, ${captures * 2}) n;
   insert into billing.numbers (user_id, msisdn_hash, operator, msisdn_last4)
     select md5('person ' || n)::uuid, sha256(('number ' || n)::bytea), 'mtn_bj', '0001' from generate_series(1, ${people}) n;
   insert into billing.royalties (generation_id, level, ancestor_post_id, remixer, beneficiary, paid, rate_bp, milli, accrued_on)
     select gen_random_uuid(), 1, md5('post 7')::uuid, md5('person ' || ${people - remixers} + 1 + n % ${remixers})::uuid,
       md5('person ' || 1 + n % 900)::uuid, 1, 1000, 2500, current_date - n % 90
     from generate_series(1, ${lines}) n;
   set session_replication_role = origin;
   select ledger.post('bench ' || n, 'test', jsonb_build_array(
     jsonb_build_object('o', 'platform', 'k', 'issued', 'a', 'CREDIT', 'n', -1000),
     jsonb_build_object('o', 'user:' || md5('person ' || n)::uuid, 'k', 'paid', 'a', 'CREDIT', 'n', 1000)))
     from generate_series(${people - remixers} + 1, ${people}) n;
   analyze;`,
)

const client = new pg.Client({ connectionString: postgres.url(database) })
await client.connect()
const [{ pid }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }]
await client.query(
  `select ledger.hold(md5('hold ' || n)::uuid, md5('person ' || ${people - remixers} + 1 + n % ${remixers})::uuid, 1,
     'generation', md5('work ' || n)::uuid::text, '1 day') from generate_series(1, ${captures * 2}) n`,
)

const kinds = ['with three ancestors', 'without'] as const
const times = { 'with three ancestors': [] as number[][], without: [] as number[][] }
for (let place = 1; place <= captures * 2; place += 1) {
  const [begun, worked] = [performance.now(), await backendTime(pid)]
  await client.query({
    name: 'capture',
    text: `select app.accrue_royalties(md5('work ' || $1::text)::uuid, s.captured_paid)
      from ledger.settle(md5('hold ' || $1::text)::uuid, 1) s`,
    values: [String(place)],
  })
  const spent = [performance.now() - begun, (await backendTime(pid)) - worked]
  times[kinds[place % 2]!].push(spent)
}
const { rows } = await client.query<{ made: number }>(
  `select count(*)::int as made from billing.royalties where accrued_on = billing.today() and rate_bp in (500, 250)`,
)
assert.ok(rows[0]!.made > captures / 2, `${rows[0]!.made} lines of gifts, not of bought credits`)
await client.end()

const at = (which: (typeof kinds)[number], measure: 0 | 1, share: number) =>
  times[which].map((one) => one[measure]!).toSorted((one, other) => one - other)[Math.floor(captures * share)]!
console.log(
  table(
    ['a capture', 'p50 ms', 'p95 ms', 'of a processor, p50', 'p95'],
    [
      ...kinds.map((kind) => [
        kind,
        ...([0, 1] as const).flatMap((m) => [number(at(kind, m, 0.5)), number(at(kind, m, 0.95))]),
      ]),
      [
        'added',
        ...([0, 1] as const).flatMap((m) =>
          [0.5, 0.95].map((share) => number(at(kinds[0], m, share) - at(kinds[1], m, share))),
        ),
      ],
    ],
  ),
)
