/**
 * S9: a million files in a store that counts what it is asked: two nodes start, one of them lists all of it; it is killed, the
 * other takes over and does not begin anew.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { number } from '../bench/support/report.ts'
import { startCluster, type Node } from './support/cluster.ts'
import { startCountingStore, versionInSql } from './support/counting-store.ts'
import { inspectable, openInspector } from './support/inspector.ts'
import { until } from './support/programs.ts'

const files = Number(process.argv[2] ?? 1_000_000)
// As many variants as their cache holds (2 GiB) at 30 kB each, and what a crash left.
const variants = Math.round(files * 0.06)
const objects = files - variants
const orphans = 20

await using store = await startCountingStore()
await using cluster = await startCluster({ roles: ['all', 'all'], settings: { ...store.settings, ...inspectable } })
const { database, nodes } = cluster
/** When all was last listed, by whom is said by the lease. */
const sweptAt = async () => {
  const [row] = await database.rows<{ at: string }>('select listed_at::text as at from storage.installation')
  return row?.at ?? ''
}

await until('the empty store was swept', async () => ((await sweptAt()) === '-infinity' ? null : true), 120_000)
await wait(20_000)
const settled = Math.max(...(await Promise.all(nodes.map(heldBy))))
for (const node of nodes) await node.program().end('SIGTERM')

await database.rows(`
  insert into storage.objects (bucket_id, name, version, metadata)
  select 'generated-images', 'steady/' || n, ${versionInSql('n')}, '{"size": 30000, "mimetype": "image/webp"}'
  from generate_series(1, ${objects - orphans}) n`)
console.log(`${number(files)} files, ${number(objects - orphans)} rows.`)
store.holds({ objects, variants })
store.forget()
const before = await sweptAt()
await Promise.all(nodes.map((node) => node.start()))
const inspectors = await Promise.all(
  nodes.map((node) => openInspector(node.program(), join(cluster.folder, `${node.name}.log`))),
)
let most = 0
const startedAt = performance.now()
while ((await sweptAt()) === before) {
  assert.ok(performance.now() - startedAt < 1_200_000, 'nobody swept')
  const held = await Promise.all(inspectors.map((inspector) => inspector.held()))
  most = Math.max(most, ...held.map(({ live }) => live))
  await wait(3_000)
}
for (const inspector of inspectors) inspector[Symbol.dispose]()
const seconds = (performance.now() - startedAt) / 1_000
console.log(
  `${number(files)} files listed in ${number(seconds)} s by ${store.lists} calls; ${store.removed} without a row removed (${orphans}); ` +
    `at most ${number(most)} MB in use, ${number(settled)} MB with an empty store (+${number(most - settled)}, target ≤ 50).`,
)
assert.equal(store.removed, orphans)

const listed = store.lists
const ownerOfSweeps = async () =>
  (
    await database.rows<{ owner: string }>(`
    select l.owner from nodes.leases l join nodes.live n on n.id = l.owner
    where l.name = 'sweep' and l.until > clock_timestamp() and n.seen_at > clock_timestamp() - interval '8 seconds'`)
  )[0]?.owner
const owners = new Set<string>()
for (const node of nodes) {
  await node.program().end()
  await wait(15_000)
  owners.add(await until('the other one sweeps', async () => (await ownerOfSweeps()) ?? null))
  await node.start()
}
await wait(10_000)
console.log(
  `Killed and started again, one after the other, so that ${owners.size} had the lease: ${store.lists - listed} more calls, ` +
    `${store.lists} in all (target ≤ 1 100 in a day).`,
)
assert.equal(owners.size, 2)
assert.ok(store.lists <= 1_100)

async function heldBy(node: Node): Promise<number> {
  using inspector = await openInspector(node.program(), join(cluster.folder, `${node.name}.log`))
  return (await inspector.held()).live
}
