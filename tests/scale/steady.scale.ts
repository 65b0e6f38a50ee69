/**
 * S18: two nodes of all duties under steady reads and writes for a while: how what they hold grows once they have settled, and
 * whether their connections stay as many. What is held is measured after full collections: what V8 keeps for later is no leak.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { median, number } from '../bench/support/report.ts'
import { startCluster } from './support/cluster.ts'
import { inspectable, openInspector, type Held } from './support/inspector.ts'
import { openKeptWords } from './support/kept-words.ts'

const minutes = Number(process.argv[2] ?? 40)
const sampleEveryMs = 30_000
/** Where heap snapshots of the settled and of the last moment go, for the tools of a browser. */
const snapshots = process.argv[3]

await using cluster = await startCluster({ roles: ['all', 'all'], settings: inspectable })
await using words = await openKeptWords(cluster, 4)
using opened = new DisposableStack()
const inspectors = await Promise.all(
  cluster.nodes.map(async (node) =>
    opened.use(await openInspector(node.program(), join(cluster.folder, `${node.name}.log`))),
  ),
)

interface Sample {
  readonly hours: number
  readonly held: readonly Held[]
  readonly connections: number
}

const samples: Sample[] = []
const startedAt = performance.now()
const endsAt = startedAt + minutes * 60_000
let isSettledSeen = false
while (performance.now() < endsAt) {
  await wait(sampleEveryMs)
  const held = await Promise.all(inspectors.map((inspector) => inspector.held()))
  const [row] = await cluster.database.rows<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend'`,
  )
  samples.push({ hours: (performance.now() - startedAt) / 3_600_000, held, connections: row?.count ?? 0 })
  const said = held.map(({ live, resident }) => `${live.toFixed(1)} / ${number(resident)} MB`).join(', ')
  console.log(`${((performance.now() - startedAt) / 60_000).toFixed(1)} min: ${said}; ${row?.count ?? 0} connections`)
  if (!isSettledSeen && performance.now() - startedAt > (minutes * 60_000) / 2) {
    isSettledSeen = true
    await snapshot('settled')
  }
}
await snapshot('last')

async function snapshot(name: string): Promise<void> {
  if (snapshots === undefined) return
  for (const [at, inspector] of inspectors.entries())
    await inspector.snapshot(join(snapshots, `${name}-${at}.heapsnapshot`))
}

/** Theil and Sen: the median of the slopes of all pairs, which single steps and outliers do not move; and 95 % of Kendall's interval. */
function slopeOf(values: readonly { readonly at: number; readonly value: number }[]) {
  const slopes = values
    .flatMap((one, place) => values.slice(place + 1).map((other) => (other.value - one.value) / (other.at - one.at)))
    .sort((one, other) => one - other)
  const n = values.length
  const width = 1.96 * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18)
  const place = (at: number) => slopes[Math.max(0, Math.min(slopes.length - 1, Math.round(at)))] ?? 0
  return {
    middle: median(slopes),
    low: place((slopes.length - width) / 2),
    high: place((slopes.length + width) / 2),
  }
}

const half = samples.slice(samples.length / 2)
for (const [at, node] of cluster.nodes.entries()) {
  for (const what of ['live', 'resident'] as const) {
    const values = half.map(({ hours, held }) => ({ at: hours, value: held[at]?.[what] ?? 0 }))
    const { middle, low, high } = slopeOf(values)
    console.log(
      `${node.name}, second half, ${what}: ${number(values.at(-1)?.value ?? 0)} MB, ${middle.toFixed(2)} MB/h ` +
        `(95 %: ${low.toFixed(2)} to ${high.toFixed(2)}), target < 1 MB/h`,
    )
  }
}
const connections = half.map((sample) => sample.connections)
console.log(
  `${minutes} min, ${words.statuses()}; connections ${Math.min(...connections)} to ${Math.max(...connections)}.`,
)
assert.ok(
  [...words.counts('writes').keys(), ...words.counts('reads').keys()].every((status) => status < 300 && status > 0),
)
assert.ok(Math.max(...connections) - Math.min(...connections) <= 6)
await words.check()
