/**
 * Whether memory stays flat: 200 000 requests in ten windows (members' pages, visitors' pages, GET user and inserts),
 * while /metrics is read four times a second. A window's floor, its lowest figure, is what garbage collection cannot
 * free; the floors of the last windows are held against those of the first ones after the caches have filled.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { feedPageSize } from '../../../app/src/entities/post/feed/feed-page.ts'
import { openArena } from '../crowd/arena.ts'
import { feedPath, memberHeaders, visitorHeaders } from '../crowd/feed-request.ts'
import { mixOf, sampleOf, shares, type Kind } from '../crowd/member-mix.ts'
import { members } from '../crowd/members.ts'
import { remarksSql } from '../crowd/remarks.ts'
import { applyLoad, type Load } from '../support/load.ts'
import { median, number } from '../support/report.ts'

const windows = 10
const windowRequests = Number(process.env['BENCH_REQUESTS'] ?? 20_000)
/** Windows at the start in which caches fill. */
const filling = 3
const allowedGrowth = 1.1
const sampleEvery = 250
const gauges = {
  resident: 'process_resident_memory_bytes',
  heap: 'nodejs_heap_size_used_bytes',
  external: 'nodejs_external_memory_bytes',
} as const
type Gauge = keyof typeof gauges
const names = Object.keys(gauges) as Gauge[]

await using arena = await openArena(remarksSql)
const { ours, postgres } = arena

async function sample(): Promise<Record<Gauge, number>> {
  const text = await (await fetch(`${ours.url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1e6
  return { resident: read(gauges.resident), heap: read(gauges.heap), external: read(gauges.external) }
}

async function pageOf(path: string, headers: Record<string, string>): Promise<number> {
  const text = await (await fetch(ours.url + path, { headers })).text()
  assert.equal((JSON.parse(text) as unknown[]).length, feedPageSize, `${path} answers a full page`)
  return Math.floor(Buffer.byteLength(text) * 0.9)
}

const [row] = await postgres.script('ours', 'select max(created_at) as newest from public.feed_posts')
const [{ newest }] = row as [{ newest: Date }]
const tokens = members.map(({ token }) => ({ headers: memberHeaders(ours.anonKey, token) }))
const kinds = Object.keys(shares) as Kind[]
const asked = kinds.map((kind) => sampleOf(kind, ours.anonKey, newest))
const pages = await Promise.all(asked.map(({ path, headers }) => pageOf(path, { ...headers })))
const visitors = visitorHeaders(ours.anonKey)
/** What is asked and its share of a window. */
const loads: readonly (readonly [number, Omit<Load, 'connections' | 'seconds'>])[] = [
  [0.5, { url: ours.url, variants: mixOf(ours.anonKey, newest), atLeast: Math.min(...pages) }],
  [0.25, { url: ours.url + feedPath, headers: visitors, atLeast: await pageOf(feedPath, visitors) }],
  [0.15, { url: `${ours.url}/auth/v1/user`, variants: tokens }],
  [
    0.1,
    {
      url: `${ours.url}/rest/v1/remarks`,
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ body: 'Quelle lumière sur la lagune.' }),
      variants: tokens,
    },
  ],
]

async function runWindow(): Promise<number> {
  let answered = 0
  for (const [share, load] of loads) {
    const result = await applyLoad({ ...load, connections: 16, seconds: 600, requests: share * windowRequests })
    if (result.failures.length > 0) throw new Error(result.failures.join(', '))
    answered += result.answered
  }
  return answered
}

const floors: Record<Gauge, number>[] = []
let answered = 0
for (let window = 0; window < windows; window += 1) {
  const state = { isOver: false }
  const samples: Record<Gauge, number>[] = []
  const watching = (async () => {
    while (!state.isOver) {
      samples.push(await sample())
      await wait(sampleEvery)
    }
  })()
  answered += await runWindow()
  state.isOver = true
  await watching
  const floor = (name: Gauge) => Math.min(...samples.map((one) => one[name]))
  assert.ok(samples.length > 0 && Object.values(samples[0]!).every(Number.isFinite), '/metrics tells the memory')
  floors.push({ resident: floor('resident'), heap: floor('heap'), external: floor('external') })
  console.log(
    `window ${window + 1} of ${windows}: ${names.map((name) => `${name} ${number(floor(name))} MB`).join(', ')}`,
  )
}

for (const name of names) {
  const figures = floors.map((floor) => floor[name])
  const before = median(figures.slice(filling, filling + 3))
  const after = median(figures.slice(-3))
  const verdict = after <= before * allowedGrowth ? 'met' : 'MISSED'
  console.log(
    `${name} over ${number(answered)} requests: ${number(before)} to ${number(after)} MB (target ≤ +10 %, ${verdict})`,
  )
}

const [[remarks]] = (await postgres.script('ours', 'select count(*)::int as count from public.remarks')) as [
  [{ count: number }],
]
assert.ok(remarks.count >= windows * windowRequests * 0.1, 'every insert has left its row')
