/** What files tell caches and robots, and how much is signed at once: ours, and the original's where an operator wants it. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let plain: StorageServer
let upstream: StorageServer
let open: StorageServer
beforeAll(async () => {
  plain = await startStorage()
  upstream = await startStorage({ config: { answersAsUpstream: true } })
  open = await startStorage({ config: { privateCachingAsUpstream: true } })
})
afterAll(async () => {
  await plain[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
  await open[Symbol.asyncDispose]()
})

const authorization = `Bearer ${tokenFor(ada)}`
const upload = (to: StorageServer, name: string, tag: string) =>
  to.fetch(`/object/manuscripts/${ada}/${name}`, {
    method: 'POST',
    headers: { authorization, 'x-robots-tag': tag, 'cache-control': 'public, max-age=2009' },
    body: 'x',
  })

async function toldOf(server: StorageServer, name: string) {
  const { data } = await server.as(ada).from('manuscripts').createSignedUrl(`${ada}/${name}`, 60)
  const { headers } = await fetch(data!.signedUrl)
  return ['x-robots-tag', 'cache-control'].map((header) => headers.get(header))
}

const signed = async (server: StorageServer, count: number) => {
  const paths = Array.from({ length: count }, (_, at) => `${ada}/${at}`)
  const { data, error } = await server.as(ada).from('manuscripts').createSignedUrls(paths, 60)
  return data?.length ?? error?.message
}

test('whoever uploads a file opens it neither to robots nor to caches of others', async () => {
  for (const tag of ['all', 'no rule']) expect((await upload(plain, tag.replace(' ', '-'), tag)).status).toBe(200)
  const [robots, caching] = await toldOf(plain, 'all')
  expect([robots, caching]).toEqual(['none', expect.stringMatching(/^private, max-age=\d\d?$/)])
})

test('a thousand addresses are signed at once, and no more', async () => {
  expect(await signed(plain, 1_000)).toBe(1_000)
  expect(await signed(plain, 1_001)).toBe('body/paths must NOT have more than 1000 items')
})

test('robots are told what whoever uploads says where the operator wants the answers of the original', async () => {
  const tags = ['all', 'max-snippet: 10, notranslate', 'unavailable_after: 25 Jun 2027 15:00:00 GMT']
  for (const [at, tag] of tags.entries()) {
    expect((await upload(upstream, `open${at}`, tag)).status).toBe(200)
    // Whoever holds the address shares it with no cache, whatever was stored.
    expect(await toldOf(upstream, `open${at}`)).toEqual([tag, expect.stringMatching(/^private, max-age=\d\d?$/)])
  }
  const own = await upstream.fetch(`/object/manuscripts/${ada}/open0`, { headers: { authorization } })
  expect(own.headers.get('cache-control')).toBe('private, max-age=2009')
  expect(await signed(upstream, 1_001)).toBe(1_001)
  expect(await signed(upstream, 20_001)).toBe('body/paths must NOT have more than 20000 items')
})

test('what is for one reader is told to caches as it was stored where the operator says so in particular', async () => {
  expect((await upload(open, 'lent', 'all')).status).toBe(200)
  const stored = 'public, max-age=2009'
  expect(await toldOf(open, 'lent')).toEqual(['none', stored])
  const own = await open.fetch(`/object/manuscripts/${ada}/lent`, { headers: { authorization } })
  expect(own.headers.get('cache-control')).toBe(stored)
})

test('caches are told so too where everybody may ask', async () => {
  const place = 'shelf/open.txt'
  const headers = {
    authorization: `Bearer ${tokenFor('service_role')}`,
    'cache-control': 'public, max-age=2009',
    'content-type': 'text/plain',
  }
  for (const [server, told] of [
    [plain, 'public, max-age=2009, s-maxage=60'],
    [upstream, 'public, max-age=2009'],
  ] as const) {
    expect((await server.fetch(`/object/${place}`, { method: 'POST', headers, body: 'x' })).status).toBe(200)
    expect((await server.fetch(`/object/public/${place}`)).headers.get('cache-control')).toBe(told)
  }
})

test('an address that is named twice is signed once', async () => {
  const path = `${ada}/all`
  const { data } = await plain
    .as(ada)
    .from('manuscripts')
    .createSignedUrls([path, `${ada}/none`, path], 60)
  expect(data?.map(({ path, error }) => [path, error === null])).toEqual([
    [path, true],
    [`${ada}/none`, false],
    [path, true],
  ])
  expect(data?.[2]).toEqual(data?.[0])
})

test.each(['invalidrule', 'all,, none', 'max-snippet: many', 'all\tnone'])('the rule %j is none', async (tag) => {
  const answer = await upload(upstream, 'none', tag)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    {
      statusCode: '400',
      error: 'invalid_x_robots_tag',
      message: expect.stringMatching(/^Invalid X-Robots-Tag header/),
    },
  ])
})
