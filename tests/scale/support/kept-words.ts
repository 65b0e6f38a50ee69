/** People who write rows whose names they know, each again until it is acknowledged, as the app's outbox does; and others who read. */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { join } from '../../support/people.ts'
import type { Cluster } from './cluster.ts'
import type { DatabaseMachine } from './machines.ts'
import { isTrue, until } from './programs.ts'

export interface KeptWords extends AsyncDisposable {
  acknowledged(): number
  /** By their names, in epoch milliseconds. */
  readonly acknowledgedAt: ReadonlyMap<string, number>
  /** How long each read took since `forget`. */
  readonly readMs: readonly number[]
  end(): Promise<void>
  /** What was answered until now does not count. */
  forget(): void
  /** `writes 201: 3, 503: 7; reads 200: 90`. */
  statuses(): string
  /** Of writes or reads since `forget`. */
  counts(what: 'writes' | 'reads'): ReadonlyMap<number, number>
  /** Addresses that answered 503 without saying when to come back. */
  readonly unsaid: readonly string[]
  /** Ends, and compares what was acknowledged with what is there. */
  check(): Promise<void>
}

const table = [
  `create table public.kept_words (id uuid primary key, user_id uuid not null default auth.uid())`,
  `alter table public.kept_words enable row level security`,
  `create policy own on public.kept_words for all to authenticated using (user_id = auth.uid())`,
  `grant select, insert on public.kept_words to authenticated`,
  `notify pgrst, 'reload schema'`,
]

export async function openKeptWords(
  {
    database,
    url,
    anonKey,
    nodes = [],
  }: Pick<Cluster, 'url' | 'anonKey'> &
    Partial<Pick<Cluster, 'nodes'>> & { readonly database: Pick<DatabaseMachine, 'rows'> },
  writers = 4,
): Promise<KeptWords> {
  for (const statement of table) await database.rows(statement)
  const { access_token: token } = await join({ url, anonKey })
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const place = `${url}/rest/v1/kept_words`
  // By each process that answers: the balancer asks any of them.
  const answering = nodes.filter(({ name }) => /^(?:web|all)-/u.test(name)).map((node) => node.url)
  for (const each of [url, ...answering]) {
    const known = async () => isTrue((await fetch(`${each}/rest/v1/kept_words?limit=1`, { headers })).ok)
    await until('the table is known', known)
  }
  const kept = new Map<string, number>()
  const readMs: number[] = []
  const over = new AbortController()
  const unsaid: string[] = []
  const counts = { writes: new Map<number, number>(), reads: new Map<number, number>() }
  const ask = async (what: 'writes' | 'reads', address: string, init: RequestInit): Promise<boolean> => {
    const answer = await fetch(address, init).catch(() => null)
    const status = answer?.status ?? 0
    counts[what].set(status, (counts[what].get(status) ?? 0) + 1)
    await answer?.text().catch(() => '')
    if (status === 503 && !answer?.headers.has('retry-after')) unsaid.push(address)
    return answer?.ok ?? false
  }
  const write = async () => {
    while (!over.signal.aborted) {
      const id = crypto.randomUUID()
      const init = {
        method: 'POST',
        headers: { ...headers, prefer: 'resolution=ignore-duplicates' },
        body: JSON.stringify({ id }),
      }
      while (!(await ask('writes', `${place}?on_conflict=id`, init))) {
        if (over.signal.aborted) return
        await wait(250)
      }
      kept.set(id, Date.now())
      await wait(25)
    }
  }
  const read = async () => {
    while (!over.signal.aborted) {
      const askedAt = performance.now()
      await ask('reads', `${url}/rest/v1/feed_posts?select=id&limit=5`, { headers })
      readMs.push(performance.now() - askedAt)
      await wait(50)
    }
  }
  const atWork = [...Array.from({ length: writers }, write), read(), read()]
  const end = async () => {
    over.abort()
    await Promise.all(atWork)
  }
  const words = (of: ReadonlyMap<number, number>) =>
    [...of]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status || 'none'}: ${count}`)
      .join(', ')
  return {
    acknowledged: () => kept.size,
    forget() {
      for (const each of Object.values(counts)) each.clear()
      readMs.length = 0
    },
    acknowledgedAt: kept,
    readMs,
    end,
    statuses: () => `writes ${words(counts.writes)}; reads ${words(counts.reads)}`,
    counts: (what) => counts[what],
    unsaid,
    async check() {
      await end()
      const rows = await database.rows<{ id: string }>('select id from public.kept_words')
      assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(kept.keys()))
      console.log(`${kept.size} writes were acknowledged; ${rows.length} rows are there, each once.`)
    },
    [Symbol.asyncDispose]: end,
  }
}
