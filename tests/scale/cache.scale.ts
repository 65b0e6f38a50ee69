/**
 * S16: Varnish with the files of `ops/varnish` before a node: a thousand visitors read the feed and ten pictures each; how much
 * of it the node is asked for, and how long a picture that turns private is still given.
 */
import assert from 'node:assert/strict'

import sharp from 'sharp'

import { number } from '../bench/support/report.ts'
import { startVarnish } from '../support/elsewhere/varnish.ts'
import { startCluster } from './support/cluster.ts'
import { isTrue, until } from './support/programs.ts'

const visitors = Number(process.argv[2] ?? 1_000)
const pictures = 100
const each = 10
const atOnce = 20

await using media = await startVarnish('media')
await using front = await startVarnish('visitors')
const settings = {
  REST_VISITORS_CACHE: '30',
  MEDIA_URL: media.url,
  MEDIA_PURGE_URL: `${media.url}/purge`,
  MEDIA_PURGE_TOKEN: 'change-me',
}
await using cluster = await startCluster({ roles: ['all'], settings })
const { database, url, anonKey } = cluster
await media.open(url)
await front.open(url, anonKey)

const person = `
  insert into auth.users (id, email, aud, role, raw_user_meta_data)
  values (gen_random_uuid(), 'author@example.com', 'authenticated', 'authenticated', '{}') returning id`
const [author] = await database.rows<{ id: string }>(person)
const names = Array.from({ length: pictures }, (_, at) => `${author?.id ?? ''}/${at}.webp`)
const webp = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
  .webp()
  .toBuffer()
const bucket = cluster.service().storage.from('generated-images')
for (const name of names) {
  const stored = await bucket.upload(name, webp, { contentType: 'image/webp', cacheControl: '31536000' })
  assert.equal(stored.error, null)
}
const placeOf = (name: string) => `/storage/v1/object/public/generated-images/${name}`
await database.rows(
  `with made as (
     insert into public.generations (user_id, prompt, mode, engine, status)
     select $1, 'une pirogue', 'enhanced', 'builtin', 'succeeded' from generate_series(1, ${pictures}) returning id),
   placed as (select id, row_number() over () - 1 as place from made)
   insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
   select id, $1, 1, 'generated-images', $1 || '/' || place || '.webp', $2 || place || '.webp', 64, 64, ${webp.length}, 'abc' from placed`,
  [author?.id, `${url}${placeOf(`${author?.id ?? ''}/`)}`],
)
await database.rows(`
  insert into public.feed_posts (creator_id, prompt, image_url)
  select user_id, 'une pirogue', url from public.generation_images order by id`)

const asked = async () => (await media.asked()) + (await front.asked())
const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}` }
const before = await asked()
let requests = 0
async function read(address: string, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(address, init)
  const text = await answer.text()
  assert.equal(answer.status, 200, `${address}: ${text}`)
  requests += 1
  return text
}
async function visit(at: number): Promise<void> {
  const feed = await read(`${front.url}/rest/v1/rpc/feed_page?tab=latest&select=id,image_url,cursor`, { headers })
  assert.ok((JSON.parse(feed) as unknown[]).length > 0)
  await read(`${front.url}/rest/v1/rpc/trending_tags?max=5`, { headers })
  for (let one = 0; one < each; one += 1) await read(media.url + placeOf(names[(at * 7 + one) % pictures] ?? ''))
}
let next = 0
const startedAt = performance.now()
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (next < visitors) await visit((next += 1))
  }),
)
const share = ((await asked()) - before) / requests
console.log(
  `${number(requests)} requests of ${visitors} visitors in ${number((performance.now() - startedAt) / 1_000)} s: ` +
    `the node was asked for ${(share * 100).toFixed(2)} % (target ≤ 2).`,
)

const hidden = media.url + placeOf(names[0] ?? '')
await read(hidden)
const hiddenAt = performance.now()
await database.rows(`update public.feed_posts set visibility = 'private' where image_url like '%/0.webp'`)
await until('the picture is not given', async () => isTrue((await fetch(hidden)).status >= 400), 120_000)
const seconds = (performance.now() - hiddenAt) / 1_000
console.log(`A picture that turned private was gone from the cache after ${number(seconds)} s (target ≤ 60).`)
await read(media.url + placeOf(names[1] ?? ''))
assert.ok(share <= 0.02 && seconds <= 60)
