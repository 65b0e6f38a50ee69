/**
 * S14: the next release is this one and two migrations that only add. Under writes: its node waits for its schema (D-36), its
 * migration is killed half-way and run again (D-37), this release's nodes go on with the next schema, start again on it, and are
 * replaced one by one. What a page asks for does not change meanwhile.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '../bench/support/processes.ts'
import { number, quantile } from '../bench/support/report.ts'
import { migrate, root, startCluster } from './support/cluster.ts'
import { openKeptWords } from './support/kept-words.ts'
import { isTrue, startProgram, until } from './support/programs.ts'

/** What the next release adds: columns with defaults, a table, an argument with a default; and to what is written right now. */
const adding = `
alter table public.feed_posts add column scale_mood text not null default 'calme';
alter table public.kept_words add column note text not null default '';
create table public.scale_notes (id uuid primary key default gen_random_uuid(), body text not null);
alter table public.scale_notes enable row level security;
drop function public.trending_tags(int);
create function public.trending_tags(max int default 10, scale_place text default null)
returns table (tag text, display text, posts_count int, since timestamptz)
language sql stable set search_path = ''
as $$ select null::text, null::text, 0, now() where false $$;
grant execute on function public.trending_tags(int, text) to anon, authenticated;
`
const slowly = `
create table public.scale_before ();
select pg_sleep(5);
create table public.scale_after ();
`

// Long enough for two looks of the balancer.
await using cluster = await startCluster({ roles: ['all', 'all'], settings: { STOP_DELAY: '6' } })
const { database, folder, nodes, settings } = cluster
await using words = await openKeptWords(cluster, 6)
const client = cluster.visitor()

/** What a page of this release asks for. */
async function asPage(): Promise<void> {
  for (const node of nodes) assert.equal((await fetch(`${node.url}/readyz`)).status, 200)
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([
      client.rpc('feed_page', { tab: 'latest' }),
      client.rpc('trending_tags', { max: 5 }),
      client.from('feed_posts').select('*').limit(5),
      client.from('profiles').select('id,username').limit(5),
    ])
    for (const { error } of answers) assert.equal(error, null)
  }
}
const hasTable = async (name: string) =>
  (await database.rows<{ it: string | null }>(`select to_regclass('public.${name}')::text as it`))[0]?.it !== null

await asPage()
const next = join(folder, 'next')
await mkdir(next)
// Hard links: nothing of it is ever written to, but for what is added.
for (const name of await readdir(root)) {
  if (!name.startsWith('.') && name !== 'tests') execFileSync('cp', ['-al', join(root, name), join(next, name)])
}
const folderOfSteps = join(next, 'supabase/migrations')
await writeFile(join(folderOfSteps, '29990101000001_adding.sql'), adding)
await writeFile(join(folderOfSteps, '29990101000002_slowly.sql'), slowly)

const port = String(await freePort())
await using early = startProgram('npm', ['start', '--silent', '--ignore-scripts'], {
  env: { ...settings, ROLE: 'all', PORT: port },
  cwd: next,
  log: join(folder, 'early.log'),
})
const statusOfEarly = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
await wait(20_000)
assert.notEqual(await statusOfEarly().catch(() => 503), 200)
console.log(
  `The next release's node waits for its schema (${early.isOver() ? 'ended' : 'alive'}); ${words.statuses()}.`,
)
assert.ok(!early.isOver())

const killed = migrate(folder, settings, next)
const sleeping = `select count(*)::int as count from pg_stat_activity where query like '%pg_sleep(5)%' and pid <> pg_backend_pid() and state = 'active'`
await until('the migration is half-way', async () =>
  isTrue((await database.rows<{ count: number }>(sleeping))[0]?.count === 1),
)
await killed.program.end('SIGKILL')
await until('the killed migration is undone', async () =>
  isTrue((await database.rows<{ count: number }>(sleeping))[0]?.count === 0),
)
assert.deepEqual([await hasTable('scale_notes'), await hasTable('scale_before')], [true, false])
await asPage()
const startedAt = performance.now()
assert.equal(await migrate(folder, settings, next).ended(), 0)
assert.deepEqual([await hasTable('scale_before'), await hasTable('scale_after')], [true, true])
console.log(
  `Killed half-way, nothing of that step was there; run again, all of it, after ${number((performance.now() - startedAt) / 1_000)} s.`,
)
await until('the waiting node serves', async () => isTrue((await statusOfEarly()) === 200), 60_000)
await early.end('SIGTERM')
await asPage()

for (const [from, name] of [
  [root, 'this release, started again on the next schema'],
  [next, 'the next release'],
] as const) {
  for (const node of nodes) {
    await node.program().end('SIGTERM')
    await node.start(from)
    await wait(3_000)
  }
  await asPage()
  console.log(`${name}: ${words.statuses()}`)
}
const acknowledged = words.acknowledged()
await wait(2_000)
assert.ok(words.acknowledged() > acknowledged)
console.log(`${words.statuses()}; p95 of reads ${number(quantile(words.readMs, 0.95))} ms; failed writes must be none.`)
await words.check()
assert.ok(
  [...words.counts('writes').keys(), ...words.counts('reads').keys()].every((status) => status >= 200 && status < 300),
)
