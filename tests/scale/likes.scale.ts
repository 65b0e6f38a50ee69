/**
 * S11: 200 likes a second on one publication, beside the same number spread over many: what the others' reads take, in turns,
 * and that the count is exact two seconds after the last.
 */
import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

import { median, number, quantile } from '../bench/support/report.ts'
import { signKey, startCluster } from './support/cluster.ts'
import { isTrue, until } from './support/programs.ts'

const seconds = Number(process.argv[2] ?? 10)
const rounds = 3
const perSecond = 200
const many = 50
const people = seconds * perSecond * rounds * 2 + 10

await using cluster = await startCluster({ roles: ['web', 'web', 'realtime', 'worker', 'relay'] })
const { database, url, anonKey } = cluster
await database.rows(`
  with people as (
    insert into auth.users (id, email, aud, role, raw_user_meta_data)
    select gen_random_uuid(), 'liker' || n || '@example.com', 'authenticated', 'authenticated', '{}' from generate_series(1, ${people}) n
    returning id)
  select count(*) from people`)
const ids = (await database.rows<{ id: string }>('select id from public.profiles order by id')).map(({ id }) => id)
const author = ids[0] ?? ''
const posts = (
  await database.rows<{ id: string }>(`
  with made as (
    insert into public.generations (user_id, prompt, mode, engine, status)
    select '${author}', 'une pirogue', 'enhanced', 'builtin', 'succeeded' from generate_series(1, ${many + 1}) returning id),
  images as (
    insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
    select id, '${author}', 1, 'generated-images', '${author}/' || id || '.webp',
      '${url}/storage/v1/object/public/generated-images/${author}/' || id || '.webp', 1216, 688, 1000, 'abc' from made returning url)
  select gen_random_uuid() as id, url from images`)
).length
assert.equal(posts, many + 1)
await database.rows(`
  insert into public.feed_posts (creator_id, prompt, image_url)
  select user_id, 'une pirogue', url from public.generation_images`)
const [hot = '', ...cold] = (await database.rows<{ id: string }>('select id from public.feed_posts order by id')).map(
  ({ id }) => id,
)
const tokenOf = (sub: string) =>
  signKey(cluster.settings['JWT_SECRET'] ?? '', {
    iss: `${url}/auth/v1`,
    sub,
    role: 'authenticated',
    aud: 'authenticated',
    aal: 'aal1',
    session_id: sub,
  })
const headersOf = (sub: string) => ({
  apikey: anonKey,
  authorization: `Bearer ${tokenOf(sub)}`,
  'content-type': 'application/json',
})

let next = 0
let liked = 0

async function like(who: string, post: string): Promise<void> {
  const body = JSON.stringify({ post_id: post, user_id: who })
  const answer = await fetch(`${url}/rest/v1/post_likes`, { method: 'POST', headers: headersOf(who), body })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
}

/** @param place which publication the next like is for */
async function storm(place: (at: number) => string): Promise<number[]> {
  const over = new AbortController()
  const took: number[] = []
  const reading = Array.from({ length: 4 }, async (_, reader) => {
    const headers = headersOf(ids[ids.length - 1 - reader] ?? '')
    while (!over.signal.aborted) {
      const askedAt = performance.now()
      const answer = await fetch(
        `${url}/rest/v1/feed_posts?select=id,prompt,likes_count&order=created_at.desc&limit=20`,
        { headers },
      )
      await answer.text()
      assert.equal(answer.status, 200)
      took.push(performance.now() - askedAt)
      await wait(25)
    }
  })
  const sending: Promise<void>[] = []
  for (let at = 0; at < seconds * perSecond; at += perSecond / 20) {
    const due = performance.now() + 50
    for (let one = 0; one < perSecond / 20; one += 1) {
      sending.push(like(ids[(next += 1)] ?? '', place(at + one)))
    }
    await wait(Math.max(0, due - performance.now()))
  }
  await Promise.all(sending)
  over.abort()
  await Promise.all(reading)
  return took
}

const p95: Record<'one' | 'many', number[]> = { one: [], many: [] }
for (let round = 0; round < rounds; round += 1) {
  p95.many.push(quantile(await storm((at) => cold[at % cold.length] ?? ''), 0.95))
  p95.one.push(quantile(await storm(() => hot), 0.95))
  liked += seconds * perSecond
  const endedAt = performance.now()
  await until(
    'the count is exact',
    async () => {
      const rows = await database.rows<{ count: number }>(
        `select likes_count as count from public.feed_posts where id = '${hot}'`,
      )
      return isTrue(rows[0]?.count === liked)
    },
    2_000,
  )
  console.log(
    `${liked} likes: the count was exact ${number((performance.now() - endedAt) / 1_000)} s after the last (target ≤ 2).`,
  )
}
const ratio = median(p95.one) / median(p95.many)
console.log(
  `${perSecond} likes/s: p95 of others' reads ${number(median(p95.one))} ms on one publication, ${number(median(p95.many))} ms on ${many} ` +
    `(${number(ratio)} ×, target ≤ 1.2).`,
)
