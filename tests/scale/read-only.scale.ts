/**
 * S4: PostgreSQL writes nothing for a while, as in the middle of a failover: writes get 503 with Retry-After, reads go on, and
 * who repeats what they could not send, as the app's outbox does, has all of it afterwards, once.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { startCluster } from './support/cluster.ts'
import { openKeptWords } from './support/kept-words.ts'
import { isTrue, until } from './support/programs.ts'

const seconds = Number(process.argv[2] ?? 60)

await using cluster = await startCluster({ roles: ['web', 'web', 'realtime', 'worker', 'relay'] })
const { database } = cluster
await using words = await openKeptWords(cluster)
await wait(2_000)
await database.rows(`alter system set default_transaction_read_only = on`)
await database.rows(`select pg_reload_conf()`)
await wait(1_000)
words.forget()
await wait(seconds * 1_000)
const said = words.statuses()
assert.deepEqual([...words.counts('writes').keys()], [503])
assert.deepEqual([...words.counts('reads').keys()], [200])
assert.deepEqual(words.unsaid, [], 'Retry-After is there')
const during = words.acknowledged()
await database.rows(`alter system reset default_transaction_read_only`)
await database.rows(`select pg_reload_conf()`)
const backAt = performance.now()
await until('writes are taken again', () => isTrue(words.acknowledged() > during + 2))
console.log(`Read-only for ${seconds} s: ${said}; writes again after ${Math.round(performance.now() - backAt)} ms.`)
await words.check()
const ready = await Promise.all(cluster.nodes.map(async (node) => (await fetch(`${node.url}/readyz`)).status))
assert.deepEqual(new Set(ready), new Set([200]))
