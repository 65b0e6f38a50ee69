/**
 * S4: PostgreSQL writes nothing for a while, as in the middle of a failover: writes get 503 with Retry-After, reads go on, and
 * who repeats what they could not send, as the app's outbox does, has all of it afterwards, once.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { join } from '../support/people.ts'
import { startCluster } from './support/cluster.ts'
import { isTrue, until } from './support/programs.ts'

const seconds = Number(process.argv[2] ?? 60)

await using cluster = await startCluster({ roles: ['web', 'web', 'realtime', 'worker', 'relay'] })
const { database, url, anonKey } = cluster
await database.rows(`create table public.kept_words (id uuid primary key, user_id uuid not null default auth.uid())`)
await database.rows(`alter table public.kept_words enable row level security`)
await database.rows(`create policy own on public.kept_words for all to authenticated using (user_id = auth.uid())`)
await database.rows(`grant select, insert on public.kept_words to authenticated`)
await database.rows(`notify pgrst, 'reload schema'`)
const { access_token: token } = await join({ url, anonKey })
const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }

interface Answers {
  readonly statuses: Map<number, number>
  readonly unsaid: string[]
}

const [writes, reads]: [Answers, Answers] = [
  { statuses: new Map(), unsaid: [] },
  { statuses: new Map(), unsaid: [] },
]
const kept = new Set<string>()
let isReadOnly = false
const over = new AbortController()

function count({ statuses, unsaid }: Answers, answer: Response): void {
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
  if (answer.status === 503 && answer.headers.get('retry-after') === null) unsaid.push(answer.url)
}

/** Each row under a name of its own, sent again until it is acknowledged. */
async function write(): Promise<void> {
  while (!over.signal.aborted) {
    const id = crypto.randomUUID()
    const body = JSON.stringify({ id })
    for (;;) {
      const answer = await fetch(`${url}/rest/v1/kept_words?on_conflict=id`, {
        method: 'POST',
        headers: { ...headers, prefer: 'resolution=ignore-duplicates' },
        body,
      })
      if (isReadOnly) count(writes, answer)
      if (answer.ok) break
      assert.ok(answer.status === 503, `${answer.status} ${await answer.text()}`)
      await wait(500)
    }
    kept.add(id)
    await wait(50)
  }
}

async function read(): Promise<void> {
  while (!over.signal.aborted) {
    const answer = await fetch(`${url}/rest/v1/feed_posts?select=id&limit=5`, { headers })
    await answer.text()
    if (isReadOnly) count(reads, answer)
    await wait(50)
  }
}

await until('the table is known', async () =>
  isTrue((await fetch(`${url}/rest/v1/kept_words?limit=1`, { headers })).ok),
)
const atWork = [write(), write(), read(), read()]
await wait(2_000)
const before = kept.size
await database.rows(`alter system set default_transaction_read_only = on`)
await database.rows(`select pg_reload_conf()`)
await wait(1_000)
isReadOnly = true
await wait(seconds * 1_000)
const during = kept.size
isReadOnly = false
await database.rows(`alter system reset default_transaction_read_only`)
await database.rows(`select pg_reload_conf()`)
const backAt = performance.now()
await until('writes are taken again', () => isTrue(kept.size > during + 2))
const backAfter = performance.now() - backAt
over.abort()
await Promise.all(atWork)
const rows = await database.rows<{ id: string }>('select id from public.kept_words')
assert.deepEqual(new Set(rows.map(({ id }) => id)), kept)
assert.equal(rows.length, kept.size, 'each once')
assert.deepEqual([...reads.statuses.keys()], [200])
assert.deepEqual([...writes.statuses.keys()], [503])
assert.deepEqual([...writes.unsaid, ...reads.unsaid], [], 'Retry-After is there')
const ready = await Promise.all(cluster.nodes.map(async (node) => (await fetch(`${node.url}/readyz`)).status))
assert.deepEqual(new Set(ready), new Set([200]))
console.log(
  `Read-only for ${seconds} s: ${writes.statuses.get(503)} writes got 503 with Retry-After, ${reads.statuses.get(200)} reads 200; ` +
    `writes again after ${Math.round(backAfter)} ms; ${kept.size} acknowledged (${before} before), ${rows.length} there, each once.`,
)
