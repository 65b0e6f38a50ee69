/**
 * `npm start` without demo contents: time from the start of the process to the first 200 of /readyz, on an empty folder
 * and on one in use (target 1 s), and what the node process and all PostgreSQL processes hold once it has been left alone for a
 * minute after a start (target 220 MB) and after ten thousand requests (300 MB): within that time spare memory and idle
 * connections are given back.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import pg from 'pg'

import { feedPageSize } from '../../../app/src/entities/post/feed/feed-page.ts'
import { isBundleCurrent } from '../../../platform/server/bundle.mjs'
import { root } from '../../../tools/run-command.ts'
import { crowdSql, posts } from '../crowd/crowd.ts'
import { feedPath, visitorHeaders } from '../crowd/feed-request.ts'
import { applyLoad } from '../support/load.ts'
import { memoryOf, type Holding } from '../support/memory.ts'
import { startOurServer } from '../support/our-server.ts'
import { median, number } from '../support/report.ts'

assert.ok(isBundleCurrent(root), '`npm start` takes the bundle, which is not there: sh tools/bootstrap.sh start')
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const requests = 10_000
const startTarget = 1_000
const memoryTargets = { idle: 220, used: 300 }
const settleMs = 60_000

const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
await using cleanup = new AsyncDisposableStack()
cleanup.defer(() => rm(folder, { recursive: true, force: true }))

interface Start {
  readonly ms: number
  readonly processorMs: number
}

const first: Start[] = []
const second: Start[] = []
for (let round = 0; round < rounds; round += 1) {
  const settings = { DATA_DIR: join(folder, String(round)) }
  for (const starts of [first, second]) {
    await using server = await startOurServer(settings)
    starts.push({ ms: server.readyAfter, processorMs: server.readyProcessorMs })
  }
}
function range(starts: readonly Start[]): string {
  const times = starts.map(({ ms }) => ms)
  const processor = median(starts.map(({ processorMs }) => processorMs))
  const span = `${number(Math.min(...times))} to ${number(Math.max(...times))}, ${times.length} starts`
  return `median ${number(median(times))} ms (${span}), ${number(processor)} ms of it on a processor`
}

console.log(`first start on an empty folder: ${range(first)}`)
const isFast = median(second.map(({ ms }) => ms)) <= startTarget
console.log(`second start: ${range(second)} (target ${startTarget} ms, ${isFast ? 'met' : 'MISSED'})`)

const tell = (when: string, { total, node, postgres, processes }: Holding, memoryTarget: number) => {
  const verdict = total <= memoryTarget ? 'met' : 'MISSED'
  const parts = `node ${number(node)} + PostgreSQL ${number(postgres)} MB in ${processes} processes`
  console.log(`${when}: ${number(total)} MB = ${parts} (PSS; target ${memoryTarget} MB, ${verdict})`)
}

async function fill(dataFolder: string): Promise<void> {
  const client = new pg.Client({
    host: join(dataFolder, 'database', 'cluster'),
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  await client.query(crowdSql)
  await client.query('vacuum analyze')
  await client.end()
}

const settings = { DATA_DIR: join(folder, '0') }
await using server = await startOurServer(settings)
await wait(settleMs)
tell('idle after a start', await memoryOf(server.pid), memoryTargets.idle)
await fill(settings.DATA_DIR)
const url = server.url + feedPath
const headers = visitorHeaders(server.anonKey)
const page = await (await fetch(url, { headers })).text()
assert.equal((JSON.parse(page) as unknown[]).length, feedPageSize, 'a page of the feed is full')
const atLeast = Math.floor(Buffer.byteLength(page) * 0.9)
const load = { url, headers, connections: 16, seconds: 60, requests, atLeast }
const { answered, perSecond, failures } = await applyLoad(load)
// A machine that others keep busy turns some away, which is no answer of the wrong kind.
assert.deepEqual(
  failures.filter((failure) => !failure.endsWith('status 503')),
  [],
)
assert.ok(answered > 0, 'the feed answered')
await wait(settleMs)
const what = `${answered} feed requests of ${posts} posts at ${number(perSecond)}/s${failures.map((failure) => `, ${failure}`).join('')}`
tell(`idle after ${what}`, await memoryOf(server.pid), memoryTargets.used)
