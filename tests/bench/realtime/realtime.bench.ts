/**
 * realtime/v1 of the whole product beside `ws` alone, on the same machine in the same run: deliveries/s of a 500-byte
 * broadcast to 1 000, 5 000 and 10 000 websockets (target ≥ 0.7×), memory of a joined connection that is idle (target
 * ≤ 1.5×; of processes that have served connections before, once with their garbage collected and once as they are), and what 10 000 of them do to memory (target ≤ 1 200 MB) and to the p99 of REST (target ≤ 1.5×).
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { visitorHeaders } from '../crowd/feed-request.ts'
import { fillPeople, peoplePath, provePeople } from '../crowd/few-people.ts'
import { applyLoad } from '../support/load.ts'
import { memoryOf } from '../support/memory.ts'
import { startOurServer, type OurServer } from '../support/our-server.ts'
import { freePort, inBench, startScript } from '../support/processes.ts'
import { processorTime } from '../support/processor-time.ts'
import { median, number, ratio, table } from '../support/report.ts'
import { binaryFrame, openSpeaker, payloadBytes, Swarm } from './swarm.ts'

/** A small machine may be asked for fewer: `BENCH_SIZES`. */
const sizes = (process.env['BENCH_SIZES'] ?? '1000,5000,10000').split(',').map(Number)
const runs = Number(process.env['BENCH_ROUNDS'] ?? 3)
const deliveriesPerRun = 50_000
/** Broadcasts that are sent at once, before the next ones wait for their arrival. */
const burstSizes = [1, 4] as const
const settleMs = 2_000
const warmUpConnections = 500
/** A process that collects its garbage when it is told to. */
const collectible = ['--expose-gc', '--import', inBench('realtime/realtime-collect.ts')]

interface Side {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly path: string
  readonly join: string
  readonly message: Buffer
}

interface Result {
  /** By size of burst. */
  readonly perSecond: readonly number[]
  /** Deliveries per second of the server's own processor time: what a busy machine changes least. */
  readonly perProcessorSecond: readonly number[]
  /** Of a process whose garbage has been collected, and of one whose has not. */
  readonly bytesPerConnection: { readonly held: number; readonly uncollected: number }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-realtime-'))
await using cleanup = new AsyncDisposableStack()
cleanup.defer(() => rm(folder, { recursive: true, force: true }))

const limits = {
  DATA_DIR: folder,
  REALTIME_MAX_CONNECTIONS: '20000',
  REALTIME_MAX_BROADCASTS_PER_SECOND: '10000',
  REALTIME_MAX_BROADCASTS_PER_USER: '10000',
}

function ourSide({ url, anonKey, pid }: OurServer): Side {
  const texts = ['1', '2', 'realtime:hall', 'said', ''].map((text) => Buffer.from(text))
  const payload = JSON.stringify('x'.repeat(payloadBytes - 2))
  const head = Buffer.from([3, ...texts.map(({ length }) => length), 1])
  return {
    name: 'ours',
    pid,
    port: Number(new URL(url).port),
    path: `/realtime/v1/websocket?vsn=2.0.0&apikey=${anonKey}`,
    join: '["1","1","realtime:hall","phx_join",{"config":{}}]',
    message: binaryFrame(Buffer.concat([head, ...texts, Buffer.from(payload)])),
  }
}

async function measure(side: Side, count: number): Promise<Result> {
  // What the first connections bring with them (compiled code, the source of changes) is no connection's.
  const speaker = await openSpeaker(side)
  await (await Swarm.open({ ...side, count: warmUpConnections }))[Symbol.asyncDispose]()
  const before = await collectedMemory(side.pid)
  await using swarm = await Swarm.open({ ...side, count })
  await wait(settleMs)
  const { node: uncollected } = await memoryOf(side.pid)
  const perConnection = (megabytes: number) => ((megabytes - before) * 1e6) / count
  const held = perConnection(await collectedMemory(side.pid))
  const each = await swarm.bytesEach(() => speaker.write(side.message))
  assert.ok(
    Number.isInteger(each) && each >= payloadBytes,
    `${side.name}: everybody hears the whole message (${each} bytes)`,
  )
  const perSecond: number[] = []
  const perProcessorSecond: number[] = []
  for (const burst of burstSizes) {
    const rates: Rates[] = []
    for (let run = 0; run < runs; run += 1) rates.push(await deliveries({ side, swarm, speaker, each }, burst))
    perSecond.push(median(rates.map(({ wall }) => wall)))
    perProcessorSecond.push(median(rates.map(({ processor }) => processor)))
  }
  speaker.destroy()
  return { perSecond, perProcessorSecond, bytesPerConnection: { held, uncollected: perConnection(uncollected) } }
}

/** Megabytes, of a process that was started with `collectible`. */
async function collectedMemory(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR2')
  await wait(settleMs)
  return (await memoryOf(pid)).node
}

interface Hall {
  readonly side: Side
  readonly swarm: Swarm
  readonly speaker: Socket
  /** Bytes of one broadcast. */
  readonly each: number
}

interface Rates {
  readonly wall: number
  readonly processor: number
}

async function deliveries({ side, swarm, speaker, each }: Hall, burst: number): Promise<Rates> {
  const broadcasts = burst * Math.max(2, Math.round(deliveriesPerRun / swarm.size / burst))
  const message = Buffer.concat(Array.from({ length: burst }, () => side.message))
  const processorBefore = await processorTime(side.pid)
  const started = performance.now()
  for (let sent = 0; sent < broadcasts; sent += burst) {
    const arrived = swarm.arrivalOf(each * swarm.size * burst)
    speaker.write(message)
    await arrived
  }
  const wallMs = performance.now() - started
  const processorMs = (await processorTime(side.pid)) - processorBefore
  const count = broadcasts * swarm.size * 1_000
  return { wall: count / wallMs, processor: count / processorMs }
}

async function startBare(): Promise<Side & AsyncDisposable> {
  const port = await freePort()
  const server = startScript(inBench('peers/bare-ws-server.ts'), { args: [String(port)], nodeOptions: collectible })
  const message = binaryFrame(Buffer.alloc(payloadBytes, 'x'))
  for (let isThere = false; !isThere; await wait(50)) {
    isThere = await fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    )
  }
  const close = () => server[Symbol.asyncDispose]()
  return { name: 'ws alone', pid: server.pid, port, path: '/', join: 'join', message, [Symbol.asyncDispose]: close }
}

async function restP99({ url, anonKey }: OurServer): Promise<number> {
  const headers = visitorHeaders(anonKey)
  const asked = { url: `${url}${peoplePath}`, headers }
  const load = { ...asked, atLeast: await provePeople(asked), connections: 8, seconds: 5 }
  const { p99, failures, answered } = await applyLoad(load)
  assert.deepEqual(failures, [])
  assert.ok(answered > 0, 'REST answered')
  return p99
}

// The first start makes the database, which is not what is measured here: a busy machine may need more than one try.
for (let tries = 3; tries > 0; tries -= 1) {
  const isReady = await startOurServer(limits).then(
    (server) => server[Symbol.asyncDispose]().then(() => true),
    () => false,
  )
  if (isReady) break
}

const results = new Map<string, Result>()
const rows: string[][] = []
for (const count of sizes) {
  // A process of its own for every size: memory that one size has left would be another's.
  for (const name of ['ws alone', 'ours']) {
    if (name === 'ours') {
      await using server = await startOurServer(limits, collectible)
      results.set(`ours ${count}`, await measure(ourSide(server), count))
    } else {
      await using bare = await startBare()
      results.set(`ws alone ${count}`, await measure(bare, count))
    }
    const { perSecond, perProcessorSecond, bytesPerConnection } = results.get(`${name} ${count}`)!
    const { held, uncollected } = bytesPerConnection
    const rates = [...perSecond, ...perProcessorSecond].map(number)
    const kilobytes = [held, uncollected].map((bytes) => `${number(bytes / 1_000)} kB`)
    rows.push([`${name}, ${number(count)}`, ...rates, ...kilobytes])
  }
}
const rateTitles = ['deliveries/s', 'four at once', 'per s of processor', 'four at once']
console.log(table(['', ...rateTitles, 'held per idle connection', 'before a collection'], rows))
for (const count of sizes) {
  const [ours, bare] = [results.get(`ours ${count}`)!, results.get(`ws alone ${count}`)!]
  for (const [index, burst] of burstSizes.entries()) {
    const rates = ratio(ours.perSecond[index] ?? 0, bare.perSecond[index] ?? 0, 0.7)
    console.log(`deliveries/s to ${number(count)}, ${burst} at once: ${rates}`)
    const work = ratio(ours.perProcessorSecond[index] ?? 0, bare.perProcessorSecond[index] ?? 0, 0.7)
    console.log(`  per second of processor: ${work}`)
  }
  const memory = ours.bytesPerConnection.held / bare.bytesPerConnection.held
  console.log(`memory per connection: ${number(memory)}× (target ≤ 1.5×, ${memory <= 1.5 ? 'met' : 'MISSED'})`)
}

await using server = await startOurServer(limits)
await fillPeople({ host: join(folder, 'database', 'cluster'), user: 'postgres', database: 'postgres' })
const quiet = [await restP99(server), await restP99(server), await restP99(server)]
await using swarm = await Swarm.open({ ...ourSide(server), count: Math.max(...sizes) })
await wait(settleMs)
const { node } = await memoryOf(server.pid)
const crowded = [await restP99(server), await restP99(server), await restP99(server)]
const slower = median(crowded) / median(quiet)
console.log(`${swarm.size} idle websockets: ${number(node)} MB (target ≤ 1200 MB, ${node <= 1_200 ? 'met' : 'MISSED'})`)
const times = `${number(median(crowded))} ms with them, ${number(median(quiet))} ms without`
console.log(
  `p99 of REST beside them: ${number(slower)}×: ${times} (target ≤ 1.5×, ${slower <= 1.5 ? 'met' : 'MISSED'})`,
)
