/**
 * Tells the edge what it must forget. The database keeps the list: a process that dies, or an edge that does not answer, puts it
 * off and loses nothing. Several processes may do it at once, each takes others.
 */
import type { Database } from '@platform/database'
import type { Observe } from '@platform/http'

import { serviceSession } from '../../access/session.ts'
import type { StorageEvent } from '../../events.ts'

export interface EdgeSettings {
  /** Where one asks it to forget what bears a tag. */
  readonly purgeUrl: string
  readonly purgeToken: string | null
}

export interface PurgingOptions {
  readonly database: Database
  /** Null writes down that there is no edge, so that nothing is kept for one. */
  readonly edge: EdgeSettings | null
  /** For so long after a change a process may still answer as before it; an edge that asks then keeps that. */
  readonly settleMs: number
  readonly observe: Observe<StorageEvent>
}

export interface Purging {
  stop(): Promise<void>
}

const session = serviceSession('storage.object.purge_cache')
const everyMs = 1_000
/** The least that the edges take at once. */
const batch = 30
const patienceMs = 10_000

export function startPurging(options: PurgingOptions): Purging {
  const { database, edge, observe } = options
  const stopping = new AbortController()
  const tellFailure = (error: unknown) => {
    if (!stopping.signal.aborted) observe({ kind: 'storage.background-failed', task: 'purge', error })
  }
  let underWay: Promise<unknown> = writeDown(database, edge !== null).catch(tellFailure)
  if (edge === null) return { stop: async () => void (await underWay) }

  let isBusy = false
  const turn = async () => {
    isBusy = true
    try {
      while (!stopping.signal.aborted && (await purgeSome(options, edge, stopping.signal)) === batch);
    } catch (error) {
      tellFailure(error)
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => {
    if (!isBusy) underWay = turn()
  }, everyMs).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}

async function writeDown(database: Database, hasEdge: boolean): Promise<void> {
  await database.write(session, (tx) =>
    tx.execute('update storage.installation set has_edge = $1 where has_edge is distinct from $1', [hasEdge]),
  )
}

interface Asked {
  readonly tag: string
  /** As text: a JavaScript date is coarser than what is compared. */
  readonly asked_at: string
}

/** Answers how many there were. @throws {Error} where the edge did not say that it forgot them: they stay, and are told again later */
async function purgeSome(
  { database, observe, settleMs }: PurgingOptions,
  edge: EdgeSettings,
  signal: AbortSignal,
): Promise<number> {
  // Taken for longer than the edge has to answer, and put off further with every try.
  const take = `update storage.edge_purges p set tries = tries + 1,
      next_at = clock_timestamp() + make_interval(secs => 15 + least(45, power(2, least(p.tries, 6))))
    from (select tag from storage.edge_purges
      where next_at <= clock_timestamp() and asked_at < clock_timestamp() - make_interval(secs => $2::float8 / 1000)
      order by asked_at limit $1 for update skip locked) due
    where p.tag = due.tag returning p.tag, p.asked_at::text`
  const asked = await database.write(session, (tx) => tx.query<Asked>(take, [batch, settleMs]))
  if (asked.length === 0) return 0
  const tags = asked.map(({ tag }) => tag)
  await forget(edge, tags, signal)
  // What was asked for again meanwhile is told again.
  const drop = `delete from storage.edge_purges p using unnest($1::text[], $2::timestamptz[]) as done (tag, asked_at)
    where p.tag = done.tag and p.asked_at = done.asked_at`
  const columns = [tags, asked.map((row) => row.asked_at)]
  await database.write(session, (tx) => tx.execute(drop, columns))
  observe({ kind: 'storage.edge-purged', count: asked.length })
  return asked.length
}

/**
 * One request in the words of each edge: Cloudflare and Bunny read the body and the bearer, Fastly its two headers, Varnish
 * (`ops/varnish`) the tags' header.
 */
async function forget(
  { purgeUrl, purgeToken }: EdgeSettings,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const keys = purgeToken === null ? {} : { authorization: `Bearer ${purgeToken}`, 'fastly-key': purgeToken }
  const response = await fetch(purgeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'surrogate-key': tags.join(' '), ...keys },
    body: JSON.stringify({ tags }),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The edge answered ${response.status} to a purge`)
}
