/**
 * `realtime.send` of SQL to a private channel of one person: from the call to that person's websocket, by PostgreSQL's log
 * and by the outbox, in a row and after a pause in which the right to listen has grown old; and what a call costs inside
 * a transaction beside a plain insert of the same values.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { startOurServer } from '../support/our-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { median, number, quantile, table } from '../support/report.ts'
import { jwtSecret, personOf, tokenOf } from '../support/tokens.ts'

const person = personOf(1)
const messages = Number(process.env['BENCH_MESSAGES'] ?? 200)
const pauses = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** Longer than an answer about rights is good for. */
const pauseMs = 5_500
const callsPerRound = 2_000
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)

const schema = `
  create policy "people hear what is sent to them" on realtime.messages for select to authenticated
    using (realtime.topic() = 'bench:' || (select auth.uid()));
  create table public.bench_plain (
    topic text, extension text, payload jsonb, event text, private boolean, id uuid primary key,
    updated_at timestamp default now(), inserted_at timestamp default now()
  );`

const progress = `jsonb_build_object('generation_id', gen_random_uuid(), 'status', 'running', 'progress', 0.5, 'stage', 'painting')`
const loops = {
  'plain insert': `insert into public.bench_plain (topic, extension, payload, event, private, id)
    values ('bench:${person}', 'broadcast', ${progress}, 'progress', true, gen_random_uuid());`,
  'realtime.send': `perform realtime.send(${progress}, 'progress', 'bench:${person}', true);`,
} as const
const tables = { 'plain insert': 'public.bench_plain', 'realtime.send': 'realtime.messages' } as const
type Loop = keyof typeof loops

/** Calls back with the number of each message. */
async function listen(url: string, key: string, onMessage: (turn: number) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${key}`)
  const { promise: isJoined, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => {
    const payload = { config: { private: true }, access_token: tokenOf(1) }
    socket.send(
      JSON.stringify({ topic: `realtime:bench:${person}`, event: 'phx_join', payload, ref: '1', join_ref: '1' }),
    )
  })
  socket.addEventListener('message', ({ data }) => {
    const { event, payload } = JSON.parse(String(data)) as {
      event: string
      payload: { status?: string; payload?: { turn: number } }
    }
    if (event === 'phx_reply' && payload.status === 'ok') resolve()
    else if (event === 'phx_reply') reject(new Error(String(data)))
    if (event === 'broadcast') onMessage(payload.payload?.turn ?? 0)
  })
  await isJoined
  return socket
}

/** Microseconds per call, inside one transaction that is rolled back. */
async function costOf(client: pg.Client, loop: Loop): Promise<number> {
  await client.query('begin')
  const started = performance.now()
  await client.query(`do $$ begin for i in 1..${callsPerRound} loop ${loops[loop]} end loop; end $$`)
  const ms = performance.now() - started
  // NOTE: realtime.send turns what fails into a warning.
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from ${tables[loop]} where inserted_at >= now()::timestamp`,
  )
  assert.equal(rows[0]?.count, callsPerRound, `${loop}: every call has left its row`)
  await client.query('rollback')
  return (ms * 1_000) / callsPerRound
}

async function measure(name: string, settings: Record<string, string>): Promise<string[]> {
  await using postgres = await startPostgres(settings)
  await postgres.script('postgres', 'create database ours')
  await using server = await startOurServer({ DATABASE_URL: postgres.url('ours'), JWT_SECRET: jwtSecret })
  await postgres.script('ours', schema)
  const client = new pg.Client({ connectionString: postgres.url('ours') })
  await client.connect()
  const arrivals = new Map<number, () => void>()
  const socket = await listen(server.url, server.anonKey, (turn) => arrivals.get(turn)?.())
  let turn = 0
  const latency = async (): Promise<{ call: number; arrival: number }> => {
    turn += 1
    const arrived = new Promise<void>((resolve) => void arrivals.set(turn, resolve))
    const started = performance.now()
    const arrival = arrived.then(() => performance.now() - started)
    await client.query(`select realtime.send($1, 'progress', 'bench:${person}', true)`, [{ turn }])
    return { call: performance.now() - started, arrival: await arrival }
  }
  for (let warm = 0; warm < 20; warm += 1) await latency()
  const inARow: { call: number; arrival: number }[] = []
  for (let sent = 0; sent < messages; sent += 1) {
    inARow.push(await latency())
    // So that polls are met at any moment.
    await wait(10 + Math.random() * 50)
  }
  const afterPauses: number[] = []
  for (let sent = 0; sent < pauses; sent += 1) {
    await wait(pauseMs)
    afterPauses.push((await latency()).arrival)
  }
  const costs: Record<Loop, number[]> = { 'plain insert': [], 'realtime.send': [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const loop of ['plain insert', 'realtime.send'] as const) costs[loop].push(await costOf(client, loop))
  }
  socket.close()
  await client.end()
  const arrivalTimes = inARow.map(({ arrival }) => arrival)
  return [
    name,
    ...[median(inARow.map(({ call }) => call)), median(arrivalTimes), quantile(arrivalTimes, 0.95)].map(number),
    number(median(afterPauses)),
    ...[median(costs['realtime.send']), median(costs['plain insert'])].map(number),
  ]
}

const rows = [
  await measure("PostgreSQL's log", {}),
  await measure('outbox', { wal_level: 'replica', max_wal_senders: '0' }),
]
console.log(`${messages} messages to one person, each after the last one has arrived; ms from the call's start:`)
const costTitles = ['µs per call in a transaction', 'plain insert µs']
console.log(table(['', 'call itself', 'arrival p50', 'p95', 'after a pause', ...costTitles], rows))
