/**
 * From a committed change to the last of a thousand websockets that listen to it, each a person of their own: without
 * row-level security, with a policy on the row, and with one that looks into another table. What the database alone
 * needs to answer for the same people is measured beside.
 */
import assert from 'node:assert/strict'

import pg from 'pg'

import { startOurServer } from '../support/our-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { median, number, quantile, table } from '../support/report.ts'
import { jwtSecret, personOf, tokenOf } from '../support/tokens.ts'

const people = Number(process.env['BENCH_PEOPLE'] ?? 1_000)
const changes = 60

const schema = `
  create table public.bench_plain (id bigint primary key, words text);
  create table public.bench_own (id bigint primary key, owner uuid, words text);
  alter table public.bench_own enable row level security;
  create policy "people read what is public or theirs" on public.bench_own for select to authenticated
    using (owner is null or owner = (select auth.uid()));
  create table public.bench_members (room bigint, person uuid, primary key (room, person));
  create table public.bench_rooms (id bigint primary key, room bigint, words text);
  alter table public.bench_rooms enable row level security;
  alter table public.bench_members enable row level security;
  create policy "people read who they are" on public.bench_members for select to authenticated using (person = auth.uid());
  create policy "members read their rooms" on public.bench_rooms for select to authenticated
    using (exists (select from public.bench_members m where m.room = bench_rooms.room and m.person = auth.uid()));
  grant select on public.bench_plain, public.bench_own, public.bench_members, public.bench_rooms to authenticated;
  alter publication supabase_realtime add table public.bench_plain, public.bench_own, public.bench_rooms;
  insert into public.bench_members
    select 1, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid from generate_series(0, ${people - 1}) n;
  analyze public.bench_members;`

interface Case {
  readonly name: string
  readonly table: string
  readonly insert: string
}

const cases: readonly Case[] = [
  { name: 'no policy', table: 'bench_plain', insert: `insert into bench_plain values ($1, 'words')` },
  { name: 'policy on the row', table: 'bench_own', insert: `insert into bench_own values ($1, null, 'words')` },
  {
    name: 'policy that looks elsewhere',
    table: 'bench_rooms',
    insert: `insert into bench_rooms values ($1, 1, 'words')`,
  },
]

interface Place {
  readonly url: string
  readonly key: string
  readonly table: string
}

/** One websocket that listens to one table; calls back with the id of each row. */
function listen(at: Place, index: number, onRow: (id: number) => void): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const socket = new WebSocket(`${at.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${at.key}`)
  const config = {
    broadcast: {},
    presence: {},
    postgres_changes: [{ event: 'INSERT', schema: 'public', table: at.table }],
  }
  socket.addEventListener('error', () => reject(new Error('a websocket failed')))
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', { config, access_token: tokenOf(index) }]))
  })
  socket.addEventListener('message', ({ data }) => {
    const [, , , event, payload] = JSON.parse(String(data)) as [string, string, string, string, Payload]
    if (event === 'postgres_changes') {
      assert.equal(payload.data.record.words, 'words', 'the change brings its row')
      onRow(payload.data.record.id)
    }
    if (event === 'system' && payload.status === 'ok') resolve(socket)
    if (payload.status === 'error') throw new Error(JSON.stringify(payload))
  })
  return promise
}

interface Payload {
  readonly status?: string
  readonly data: { readonly record: { readonly id: number; readonly words: string } }
}

interface Crowd extends AsyncDisposable {
  /** Resolves when everybody has heard of the row. */
  heard(id: number): Promise<void>
}

async function gather(at: Place): Promise<Crowd> {
  const waiting = new Map<number, { left: number; done: () => void }>()
  const sockets: WebSocket[] = []
  for (let start = 0; start < people; start += 50) {
    const opening = Array.from({ length: 50 }, (_, offset) =>
      listen(at, start + offset, (id) => {
        const row = waiting.get(id)
        if (row !== undefined && (row.left -= 1) === 0) row.done()
      }),
    )
    sockets.push(...(await Promise.all(opening)))
  }
  return {
    heard: (id) => new Promise((done) => void waiting.set(id, { left: people, done })),
    async [Symbol.asyncDispose]() {
      const closed = sockets.map((socket) => new Promise((resolve) => socket.addEventListener('close', resolve)))
      for (const socket of sockets) socket.close()
      await Promise.all(closed)
    },
  }
}

/** What one statement needs to ask the policies for everybody, as the server does. */
async function databaseAlone(client: pg.Client, { table: name }: Case): Promise<number> {
  const claims = Array.from({ length: people }, (_, index) =>
    JSON.stringify({ sub: personOf(index), role: 'authenticated' }),
  )
  const question = `select array(select given.id::int from unnest($1::bigint[]) as given (id) where (select true from ${name} as seen where seen.id = given.id))`
  const times: number[] = []
  for (let round = 0; round < 15; round += 1) {
    const started = performance.now()
    await client.query('begin')
    await client.query('set local plan_cache_mode = force_generic_plan')
    const { rows } = await client.query<{ told: number }>(
      `select count(*) filter (where told = array[1])::int as told
       from realtime.ask_each($1, $2::text[], $3, $4) told`,
      ['authenticated', claims, question, `'{1}'`],
    )
    await client.query('rollback')
    times.push(performance.now() - started)
    assert.equal(rows[0]?.told, people, 'everybody may see the row')
  }
  return median(times)
}

await using postgres = await startPostgres()
await postgres.script('postgres', 'create database ours')
await using server = await startOurServer({
  DATABASE_URL: postgres.url('ours'),
  JWT_SECRET: jwtSecret,
  REALTIME_MAX_CONNECTIONS_PER_NETWORK: '100000',
})
await postgres.script('ours', schema)
const client = new pg.Client({ connectionString: postgres.url('ours') })
await client.connect()

const rows: string[][] = []
for (const given of cases) {
  await using crowd = await gather({ url: server.url, key: server.anonKey, table: given.table })
  const times: number[] = []
  for (let id = 1; id <= changes; id += 1) {
    const heard = crowd.heard(id)
    const started = performance.now()
    await client.query(given.insert, [id])
    await heard
    if (id > 10) times.push(performance.now() - started)
  }
  const first = changes + 1
  const last = changes + 50
  const allHeard = Array.from({ length: 50 }, (_, index) => crowd.heard(first + index))
  const started = performance.now()
  for (let id = first; id <= last; id += 1) await client.query(given.insert, [id])
  await Promise.all(allHeard)
  const perSecond = (50 * people) / ((performance.now() - started) / 1000)
  const alone = await databaseAlone(client, given)
  rows.push([given.name, number(median(times)), number(quantile(times, 0.95)), number(alone), number(perSecond)])
}
await client.end()

console.log(
  `One change to the last of ${people} websockets, each another person; ${changes} changes one at a time, then 50 in a row:`,
)
console.log(table(['', 'median ms', 'p95 ms', 'database alone ms', 'deliveries/s'], rows))
