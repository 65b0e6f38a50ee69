/**
 * Two servers on one PostgreSQL behind a balancer, 200 people with the official client and its own delays; one server is
 * killed: how long until they are back (target: median ≤ 5 s), and until presence is right again (target ≤ 30 s).
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { createClient } from '@supabase/supabase-js'

import { startBalancer } from '../../../platform/realtime/testing/balancer.ts'
import { Guest } from '../../../platform/realtime/testing/guest.ts'
import { startOurServer } from '../support/our-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { median, number, quantile } from '../support/report.ts'

const guestCount = Number(process.env['BENCH_PEOPLE'] ?? 200)
const patienceMs = 120_000

async function until(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`In vain: ${what}`)
    await wait(20)
  }
}

const redisUrl = process.env['BENCH_REDIS_URL']
await using postgres = await startPostgres()
await postgres.script('postgres', 'create database ours')
const settings = {
  DATABASE_URL: postgres.url('ours'),
  JWT_SECRET: 'a-secret-that-only-this-measurement-knows',
  ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
}
await using staying = await startOurServer(settings)
await using dying = await startOurServer(settings)
await using balancer = await startBalancer([staying.url, dying.url])

const names = Array.from({ length: guestCount }, (_, index) => `guest ${String(index).padStart(3, '0')}`)
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
const guests = names.map((name) => new Guest(createClient(balancer.origin, staying.anonKey, { auth }), 'room', name))
for (const guest of guests) guest.enter()
const isRight = () => guests.every(({ sees }) => sees.length === guestCount && sees.join() === names.join())
await until(isRight, 'everybody sees everybody')

const killedAt = performance.now()
process.kill(dying.pid, 'SIGKILL')
await until(() => guests.filter(({ isBack }) => isBack).length >= guestCount / 2, 'everybody is back')
const ways = guests.filter(({ isBack }) => isBack).map(({ joinedAt }) => ((joinedAt ?? 0) - killedAt) / 1_000)
assert.ok(ways.length > 0, 'somebody was on the server that died')
console.log(
  `${ways.length} of ${guestCount} moved: median ${number(median(ways))} s (target ≤ 5 s), p95 ` +
    `${number(quantile(ways, 0.95))} s, the last after ${number(Math.max(...ways))} s; between nodes: ${redisUrl === undefined ? 'PostgreSQL' : 'Redis'}`,
)
await until(isRight, 'presence is right again')
console.log(`Presence was right again after ${number((performance.now() - killedAt) / 1_000)} s (target ≤ 30 s)`)
for (const { client } of guests) void client.realtime.disconnect()
