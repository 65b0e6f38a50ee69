/**
 * A filtered count, an insert that answers its row, and a function, by 240 members with a token each: our whole server,
 * @supabase/lite and pgbench (the very statements that our server sends) on one PostgreSQL with fsync, in turns.
 */
import { database, openArena, type Asking } from '../crowd/arena.ts'
import { memberHeaders } from '../crowd/feed-request.ts'
import { members } from '../crowd/members.ts'
import { remarksSql } from '../crowd/remarks.ts'
import { compare, costOf, overHttp, type Contender, type Target } from '../support/compare.ts'
import type { Variant } from '../support/load.ts'
import { runPgbench } from '../support/pgbench.ts'

interface Scene {
  readonly title: string
  readonly asking: Omit<Asking, 'headers'> & { readonly headers?: Readonly<Record<string, string>> }
  /** Stands in the statement that matters. */
  readonly marker: string
  readonly targets: readonly Target[]
}

const json = { 'content-type': 'application/json' }
const learned = members[0]!
const scenes: readonly Scene[] = [
  {
    title: 'A filtered count: public posts of a person, with the newest of them',
    asking: {
      path: `/rest/v1/feed_posts?select=id&visibility=eq.public&creator_id=eq.${learned.id}&order=created_at.desc&limit=1`,
      headers: { prefer: 'count=exact' },
    },
    marker: '"feed_posts"',
    targets: [],
  },
  {
    title: 'An insert that answers its row',
    asking: {
      path: '/rest/v1/remarks',
      method: 'POST',
      headers: { ...json, prefer: 'return=representation' },
      body: JSON.stringify({ body: 'Quelle lumière sur la lagune, on dirait un matin de vacances.' }),
    },
    marker: '"remarks"',
    targets: [{ peer: 'lite', clients: 16, atLeast: 2.5 }],
  },
  {
    title: 'A function: posts and likes per month of a person',
    asking: {
      path: '/rest/v1/rpc/posts_per_month',
      method: 'POST',
      headers: json,
      body: JSON.stringify({ person: learned.id }),
    },
    marker: 'posts_per_month',
    targets: [],
  },
]

await using arena = await openArena(remarksSql)
const { postgres, ours, lite } = arena

/** The scene asked by every member, each with their own token and, where a person is named, for themselves. */
function variantsOf({ asking }: Scene, apikey: string): Variant[] {
  return members.map(({ id, token }) => ({
    path: asking.path.replace(learned.id, id),
    headers: { ...asking.headers, ...memberHeaders(apikey, token) },
    ...(asking.body === undefined ? {} : { body: asking.body.replace(learned.id, id) }),
  }))
}

async function checkSame({ asking }: Scene): Promise<void> {
  const ask = async (url: string, apikey: string) => {
    const { path, method = 'GET', body } = asking
    const headers = { ...asking.headers, ...memberHeaders(apikey, learned.token) }
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
    return `${answer.status} ${answer.headers.get('content-range')} ${await answer.text()}`
  }
  const told = await Promise.all([ask(ours.url, ours.anonKey), ask(lite.url, lite.publishableKey)])
  console.log(told[0] === told[1] ? 'Both answer the same.' : `The answers:\n  ${told[0]}\n  ${told[1]}`)
}

for (const scene of scenes) {
  const { title, asking, marker, targets } = scene
  const headers = { ...asking.headers, ...memberHeaders(ours.anonKey, learned.token) }
  const statements = await arena.learn({ ...asking, headers }, marker)
  const byPgbench: Contender = (connections, seconds) => {
    const taken = { learned: learned.id, count: members.length }
    const run = { postgres, user: 'authenticator', database, scripts: [{ statements }], members: taken }
    return costOf(() => runPgbench({ ...run, connections, seconds }), postgres, null)
  }
  const byServer = (server: { pid: number; url: string }, apikey: string) =>
    overHttp(server, postgres, {
      url: server.url,
      ...(asking.method === undefined ? {} : { method: asking.method }),
      variants: variantsOf(scene, apikey),
    })
  await compare({
    title,
    contenders: {
      ours: byServer(ours, ours.anonKey),
      lite: byServer(lite, lite.publishableKey),
      pgbench: byPgbench,
    },
    clients: [1, 16, 64],
    targets,
  })
  await checkSame(scene)
}
