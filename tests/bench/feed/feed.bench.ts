/**
 * The feed out of 100 000 posts, 20 with their creators per page, row-level security on: our whole server, @supabase/lite
 * and pgbench (the very statements that our server sends, in one pipeline) on one PostgreSQL, in turns. First what all
 * visitors ask alike, which our server may answer together; then what members ask, each something else. The load comes
 * from a process of its own; all share the machine's cores.
 */
import assert from 'node:assert/strict'

import { feedPageSize } from '../../../app/src/entities/post/feed/feed-page.ts'
import { database, openArena } from '../crowd/arena.ts'
import { people, posts } from '../crowd/crowd.ts'
import { feedPath, visitorHeaders } from '../crowd/feed-request.ts'
import { mixOf, sampleOf, shares, type Kind } from '../crowd/member-mix.ts'
import { members } from '../crowd/members.ts'
import { compare, costOf, overHttp, type Contender } from '../support/compare.ts'
import { runPgbench, type PgbenchRun } from '../support/pgbench.ts'
import { explainFeed } from '../support/query-plan.ts'

await using arena = await openArena()
const { postgres, ours, lite } = arena
const visitors = visitorHeaders(ours.anonKey)
const statements = await arena.learn({ path: feedPath, headers: visitors }, '"feed_posts"')
console.log(`${posts} posts of ${people} people. ${await explainFeed(postgres, database, statements)}`)

const byPgbench =
  (run: Pick<PgbenchRun, 'scripts' | 'members'>): Contender =>
  (connections, seconds) =>
    costOf(
      () => runPgbench({ ...run, postgres, user: 'authenticator', database, connections, seconds }),
      postgres,
      null,
    )

interface Shown {
  readonly id: string
  readonly creator: { readonly id: string }
}

/** Both servers must answer the same whole page; answers how many bytes the smaller of the two has at least. */
async function checkSame(path: string, headers: { ours: Record<string, string>; lite: Record<string, string> }) {
  const read = async (url: string, sent: Record<string, string>) => {
    const answer = await fetch(url + path, { headers: sent })
    const text = await answer.text()
    assert.equal(answer.status, 200, `${url}${path}: ${text}`)
    return { bytes: Buffer.byteLength(text), page: JSON.parse(text) as Shown[] }
  }
  const [our, their] = await Promise.all([read(ours.url, headers.ours), read(lite.url, headers.lite)])
  const told = (page: readonly Shown[]) => page.map(({ id, creator }) => `${id} ${creator.id}`)
  assert.equal(our.page.length, feedPageSize, 'a page of the feed is full')
  assert.deepEqual(told(their.page), told(our.page))
  console.log(`Both answer the same ${our.page.length} posts and creators.`)
  // Pages of the same length differ by their words.
  return Math.floor(Math.min(our.bytes, their.bytes) * 0.9)
}

const atLeast = await checkSame(feedPath, { ours: visitors, lite: { apikey: lite.publishableKey } })
await compare({
  title: 'The first page of the feed, the same for every visitor',
  contenders: {
    ours: overHttp(ours, postgres, { url: ours.url + feedPath, headers: visitors, atLeast }),
    lite: overHttp(lite, postgres, { url: lite.url + feedPath, headers: { apikey: lite.publishableKey }, atLeast }),
    pgbench: byPgbench({ scripts: [{ statements }] }),
  },
  clients: [1, 16, 64],
  targets: [
    { peer: 'lite', clients: 16, atLeast: 10 },
    { peer: 'pgbench', clients: 16, atLeast: 0.6 },
    { peer: 'pgbench', clients: 64, atLeast: 0.6 },
  ],
})

const [row] = await postgres.script(database, 'select max(created_at) as newest from public.feed_posts')
const [{ newest }] = row as [{ newest: Date }]
const kinds = Object.keys(shares) as Kind[]
const scripts = []
const sizes = []
for (const kind of kinds) {
  const asking = sampleOf(kind, ours.anonKey, newest)
  scripts.push({ statements: await arena.learn(asking, '"feed_posts"'), weight: shares[kind] })
  const headers = { ...asking.headers }
  sizes.push(await checkSame(asking.path, { ours: headers, lite: { ...headers, apikey: lite.publishableKey } }))
}
const smallest = Math.min(...sizes)
await compare({
  title: 'Pages of the feed by 240 members, no two alike',
  contenders: {
    ours: overHttp(ours, postgres, { url: ours.url, variants: mixOf(ours.anonKey, newest), atLeast: smallest }),
    lite: overHttp(lite, postgres, { url: lite.url, variants: mixOf(lite.publishableKey, newest), atLeast: smallest }),
    pgbench: byPgbench({ scripts, members: { learned: members[0]?.id ?? '', count: members.length } }),
  },
  clients: [1, 16, 64],
  targets: [
    { peer: 'lite', clients: 16, atLeast: 10 },
    { peer: 'pgbench', clients: 16, atLeast: 0.6 },
    { peer: 'pgbench', clients: 64, atLeast: 0.6 },
  ],
})
