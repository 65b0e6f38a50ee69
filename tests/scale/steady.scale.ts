/**
 * S18: two nodes of all duties under steady reads and writes for a while: how their memory grows after it has settled, and
 * whether their connections stay as many.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { number } from '../bench/support/report.ts'
import { startCluster } from './support/cluster.ts'
import { openKeptWords } from './support/kept-words.ts'

const minutes = Number(process.argv[2] ?? 40)
const sampleEveryMs = 5_000

await using cluster = await startCluster({ roles: ['all', 'all'] })
await using words = await openKeptWords(cluster, 4)

interface Sample {
  readonly at: number
  readonly megabytes: readonly number[]
  readonly connections: number
}

const samples: Sample[] = []
const endsAt = performance.now() + minutes * 60_000
while (performance.now() < endsAt) {
  await wait(sampleEveryMs)
  const megabytes = await Promise.all(
    cluster.nodes.map(async (node) => (await node.metric('process_resident_memory_bytes')) / 1e6),
  )
  const [row] = await cluster.database.rows<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`,
  )
  samples.push({ at: performance.now() / 3_600_000, megabytes, connections: row?.count ?? 0 })
}

/** Of the lowest figure of each of ten windows of the second half: what is not about to be collected. */
function slopeOf(node: number): number {
  const half = samples.slice(samples.length / 2)
  const size = Math.max(1, Math.floor(half.length / 10))
  const floors = Array.from({ length: 10 }, (_, at) => half.slice(at * size, (at + 1) * size))
    .filter((window) => window.length > 0)
    .map((window) => ({
      at: window[0]?.at ?? 0,
      floor: Math.min(...window.map(({ megabytes }) => megabytes[node] ?? 0)),
    }))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [at, floor] = [mean(floors.map((one) => one.at)), mean(floors.map((one) => one.floor))]
  const above = floors.reduce((sum, one) => sum + (one.at - at) * (one.floor - floor), 0)
  return above / floors.reduce((sum, one) => sum + (one.at - at) ** 2, 0)
}

const connections = samples.slice(samples.length / 2).map((sample) => sample.connections)
console.log(
  `${minutes} min, ${words.statuses()}; second half: resident memory ${cluster.nodes
    .map((_, node) => `${number(samples.at(-1)?.megabytes[node] ?? 0)} MB (${slopeOf(node).toFixed(1)} MB/h)`)
    .join(' and ')}, target < 1 MB/h; connections ${Math.min(...connections)} to ${Math.max(...connections)}.`,
)
assert.ok(
  [...words.counts('writes').keys(), ...words.counts('reads').keys()].every((status) => status < 300 && status > 0),
)
assert.ok(Math.max(...connections) - Math.min(...connections) <= 6)
await words.check()
