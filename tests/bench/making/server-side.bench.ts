/**
 * Whether painting leaves the server responsive: people who keep four pictures of 1024² in the making through
 * v0-generator, while /healthz is asked fifty times a second from another process. Target: its p99 under 50 ms.
 */
import assert from 'node:assert/strict'

import sharp from 'sharp'

import { applyLoad, type Load, type LoadResult } from '../support/load.ts'
import { startOurServer, type OurServer } from '../support/our-server.ts'
import { median, number } from '../support/report.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 4)
const seconds = 10
const pictures = 4
const target = 50

const prompts = [
  'coucher de soleil sur la mer avec un voilier',
  'Tokyo at night, neon signs in the rain',
  'champ de lavande, impressionniste',
  'village médiéval au printemps, mosaïque',
  'baobab et cases au crépuscule',
  'a fox in the forest, stained glass',
  'aurore boréale au-dessus d’une cabane dans la neige',
  'marché coloré d’Abidjan',
]

async function signUp({ url, anonKey }: OurServer): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'peintre@example.com', password: 'Lagune-Ébrié-2026' }),
  })
  const session = (await answer.json()) as { access_token?: string }
  if (session.access_token === undefined) throw new Error(`No session: ${JSON.stringify(session)}`)
  return session.access_token
}

async function paint({ url, anonKey }: OurServer, token: string, count: number): Promise<void> {
  const prompt = prompts[count % prompts.length] ?? ''
  const answer = await fetch(`${url}/functions/v1/v0-generator`, {
    method: 'POST',
    headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt, width: 1024, height: 1024, seed: count }),
  })
  const made = (await answer.json()) as { images?: string[] }
  const [picture, ...others] = made.images ?? []
  assert.ok(picture !== undefined && others.length === 0, `No picture: ${answer.status} ${JSON.stringify(made)}`)
  // The first of all is looked at: later ones must not lie in the way of what is measured.
  if (count > 0) return
  const { width, height } = await sharp(await (await fetch(picture)).arrayBuffer()).metadata()
  assert.deepEqual([width, height], [1024, 1024])
}

await using server = await startOurServer()
const token = await signUp(server)
const health: Load = { url: `${server.url}/healthz`, connections: 2, pause: 40, seconds }

let painted = 0
/** Pictures in the making all the time until the measurement is over; answers how many per minute were finished. */
async function paintDuring(work: Promise<unknown>): Promise<number> {
  const measurement = { isOver: false }
  void work.finally(() => (measurement.isOver = true))
  const before = painted
  const started = performance.now()
  const person = async () => {
    while (!measurement.isOver) await paint(server, token, painted++)
  }
  await Promise.all(Array.from({ length: pictures }, person))
  return ((painted - before) / (performance.now() - started)) * 60_000
}

const idle: LoadResult[] = []
const busy: LoadResult[] = []
const perMinute: number[] = []
await paint(server, token, painted++)
for (let round = 0; round < rounds; round += 1) {
  idle.push(await applyLoad({ ...health, seconds: 4 }))
  const measuring = applyLoad(health)
  perMinute.push(await paintDuring(measuring))
  busy.push(await measuring)
}

const describe = (results: readonly LoadResult[]) =>
  [
    `p50 ${number(median(results.map(({ p50 }) => p50)))} ms`,
    `p99 ${number(median(results.map(({ p99 }) => p99)))} ms`,
    `worst round's p99 ${number(Math.max(...results.map(({ p99 }) => p99)))} ms`,
  ].join(', ')
assert.deepEqual(
  [...idle, ...busy].flatMap(({ failures, answered }) => (answered > 0 ? failures : ['no answer'])),
  [],
)
assert.ok(
  perMinute.every((rate) => rate > 0),
  'pictures were made all the time',
)
const p99 = median(busy.map(({ p99 }) => p99))
console.log(`/healthz of an idle server: ${describe(idle)}`)
console.log(`/healthz while ${pictures} pictures are painted: ${describe(busy)}`)
console.log(`p99 ${number(p99)} ms (target < ${target} ms, ${p99 < target ? 'met' : 'MISSED'})`)
console.log(`${number(median(perMinute))} pictures of 1024² per minute, median of ${rounds} rounds`)
