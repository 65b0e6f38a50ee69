/**
 * A filtered count, an insert that answers its row, and a function, by 240 members with a token each: our whole server,
 * @supabase/lite and pgbench (the very statements that our server sends) on one PostgreSQL with fsync, in turns.
 */
import assert from 'node:assert/strict'

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
  /** @throws when an answer does not hold what was asked */
  readonly check: (answer: Heard) => void
  readonly targets: readonly Target[]
}

interface Heard {
  readonly status: number
  /** Of a count: `0-0/40`. */
  readonly range: string | null
  readonly rows: readonly Record<string, unknown>[]
}

const words = 'Quelle lumière sur la lagune, on dirait un matin de vacances.'
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
    check: ({ range, rows }) => {
      assert.equal(rows.length, 1)
      assert.match(range ?? '', /^0-0\/[1-9]\d*$/)
    },
    targets: [],
  },
  {
    title: 'An insert that answers its row',
    asking: {
      path: '/rest/v1/remarks',
      method: 'POST',
      headers: { ...json, prefer: 'return=representation' },
      body: JSON.stringify({ body: words }),
    },
    marker: '"remarks"',
    check: ({ status, rows }) => {
      assert.equal(status, 201)
      assert.deepEqual(
        rows.map(({ body, author_id }) => [body, author_id]),
        [[words, learned.id]],
      )
    },
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
    check: ({ rows }) => {
      assert.ok(rows.length > 0 && rows.every(({ posts }) => Number(posts) > 0))
    },
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

/** What the server answers to the scene must hold what was asked; answers the least bytes of such an answer. */
async function proven({ asking, check }: Scene, url: string, apikey: string): Promise<number> {
  const { path, method = 'GET', body } = asking
  const headers = { ...asking.headers, ...memberHeaders(apikey, learned.token) }
  const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  assert.ok(answer.ok, `${url}${path} answered ${answer.status}: ${text}`)
  const rows = JSON.parse(text) as Heard['rows']
  check({ status: answer.status, range: answer.headers.get('content-range'), rows })
  return Math.floor(Buffer.byteLength(text) * 0.9)
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
  const byServer = async (server: { pid: number; url: string }, apikey: string) =>
    overHttp(server, postgres, {
      url: server.url,
      atLeast: await proven(scene, server.url, apikey),
      ...(asking.method === undefined ? {} : { method: asking.method }),
      variants: variantsOf(scene, apikey),
    })
  await compare({
    title,
    contenders: {
      ours: await byServer(ours, ours.anonKey),
      lite: await byServer(lite, lite.publishableKey),
      pgbench: byPgbench,
    },
    clients: [1, 16, 64],
    targets,
  })
}
