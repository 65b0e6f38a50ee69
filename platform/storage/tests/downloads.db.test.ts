/** Bytes out: headers, conditions, ranges (WIRE §3.6; THREATS S-04, S-12, S-13). */
import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { plain } from '../testing/pictures.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
const bytes = randomBytes(1_000)
const page = `${ada}/page.html`
const cover = `${ada}/cover.png`

beforeAll(async () => {
  server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload(`${ada}/thousand`, bytes, { contentType: 'application/octet-stream', cacheControl: '3600' })
  await shelf.upload(page, '<script>alert(1)</script>', { contentType: 'text/html' })
  await shelf.upload(`${ada}/drawing.svg`, '<svg/>', { contentType: 'image/svg+xml' })
  await shelf.upload(cover, await plain(9, 9, 'red').png().toBuffer(), {
    contentType: 'image/png',
    cacheControl: '31536000, immutable',
  })
  await server.as('service_role').from('manuscripts').upload(`${ada}/secret`, 'secret')
})
afterAll(() => server[Symbol.asyncDispose]())

const open = (name: string, init?: RequestInit) => server.fetch(`/object/public/shelf/${name}`, init)
const thousand = (headers: Record<string, string>) => open(`${ada}/thousand`, { headers })

test('an answer carries validators, length, type, cache and no permission to do harm', async () => {
  const answer = await open(cover)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'max-age=31536000, immutable, s-maxage=60',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
    'last-modified': expect.stringMatching(/GMT$/),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'none',
  })
  expect(answer.headers.get('content-length')).toBe(String((await answer.arrayBuffer()).byteLength))
  expect(answer.headers.get('content-disposition')).toBeNull()
})

test('what is told of an object has its tag, and an empty object where nothing was said of it', async () => {
  const paths = ['info/public', 'info/authenticated', 'info'].map((route) => `/object/${route}/shelf/${cover}`)
  const headers = { authorization: `Bearer ${tokenFor('service_role')}` }
  for (const path of paths) {
    const told = await server.fetch(path, { headers })
    const { etag, metadata } = (await told.json()) as { etag: string; metadata: unknown }
    expect([metadata, told.headers.get('etag')]).toEqual([{}, etag])
    const head = await server.fetch(path, { method: 'HEAD', headers })
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
  }
})

test('the service says that it is there', async () => {
  const answer = await server.fetch('/status')
  expect([answer.status, await answer.text()]).toEqual([200, ''])
})

test('HTML leaves as text and drawings as downloads', async () => {
  const html = await open(page)
  expect(html.headers.get('content-type')).toBe('text/plain')
  expect(html.headers.get('content-disposition')).toBe('attachment')
  const svg = await open(`${ada}/drawing.svg`)
  expect(svg.headers.get('content-disposition')).toBe('attachment')
})

test.each(['script', 'worker', 'serviceworker', 'sharedworker', 'style', 'iframe', 'object', 'embed'])(
  'a browser cannot load an object as %s',
  async (destination) => {
    const answer = await open(page, { headers: { 'sec-fetch-dest': destination } })
    expect(await answer.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

test('a picture may be looked at in a tab', async () => {
  expect((await open(cover, { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(200)
})

test('HEAD tells the same and sends nothing; what is missing does not exist', async () => {
  const head = await open(cover, { method: 'HEAD' })
  const get = await open(cover)
  for (const name of ['etag', 'content-length', 'content-type', 'cache-control'])
    expect(head.headers.get(name)).toBe(get.headers.get(name))
  expect(await head.text()).toBe('')
  const { data: isThere } = await server.as(ada).from('shelf').exists(cover)
  const { data: isMissing } = await server.as(ada).from('shelf').exists(`${ada}/nothing.png`)
  expect([isThere, isMissing]).toEqual([true, false])
})

test('a reader who has it is told so, by tag or by time', async () => {
  const { headers } = await open(cover)
  const etag = headers.get('etag') ?? ''
  const modified = headers.get('last-modified') ?? ''
  const later = new Date(Date.parse(modified) + 60_000).toUTCString()
  const earlier = new Date(Date.parse(modified) - 60_000).toUTCString()
  const statusFor = async (conditions: Record<string, string>) => (await open(cover, { headers: conditions })).status
  expect(await statusFor({ 'if-none-match': etag })).toBe(304)
  expect(await statusFor({ 'if-none-match': `W/${etag}` })).toBe(304)
  expect(await statusFor({ 'if-none-match': `"other", ${etag}` })).toBe(304)
  expect(await statusFor({ 'if-none-match': '*' })).toBe(304)
  expect(await statusFor({ 'if-none-match': '"other"' })).toBe(200)
  expect(await statusFor({ 'if-modified-since': modified })).toBe(304)
  expect(await statusFor({ 'if-modified-since': later })).toBe(304)
  expect(await statusFor({ 'if-modified-since': earlier })).toBe(200)
  expect(await statusFor({ 'if-none-match': '"other"', 'if-modified-since': later })).toBe(200)
})

test.each([
  ['bytes=0-9', 0, 10],
  ['bytes=990-', 990, 1_000],
  ['bytes=-10', 990, 1_000],
  ['bytes=-5000', 0, 1_000],
  ['bytes=500-5000', 500, 1_000],
])('the range %s', async (range, start, end) => {
  const answer = await thousand({ range })
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/1000`)
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, end))).toBe(true)
})

test.each([['bytes=1000-'], ['bytes=-0'], [`bytes=${Array(1_000).fill('0-').join(',')}`]])(
  'the range %.20s cannot be had',
  async (range) => {
    const answer = await thousand({ range })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-range')).toBe('bytes */1000')
    expect(await answer.json()).toEqual({
      statusCode: '416',
      error: 'invalid_range',
      message: 'invalid range provided',
      code: 'InvalidRange',
    })
  },
)

test('a range of a version that has been replaced gives the whole', async () => {
  const etag = (await thousand({})).headers.get('etag') ?? ''
  expect((await thousand({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206)
  expect((await thousand({ range: 'bytes=0-9', 'if-range': '"old"' })).status).toBe(200)
  expect((await thousand({ range: 'lines=0-9' })).status).toBe(200)
})

test('saving under a name, whatever the name', async () => {
  const disposition = async (query: string) => (await open(`${cover}${query}`)).headers.get('content-disposition')
  expect(await disposition('?download=')).toBe('attachment;')
  expect(await disposition('?download=mon%20image.png')).toBe(
    "attachment; filename=mon%20image.png; filename*=UTF-8''mon%20image.png;",
  )
  expect(await disposition('?download=a%0D%0Aset-cookie:%20x=y')).not.toMatch(/[\r\n]/)
  expect(await disposition(`?download=${encodeURIComponent('é\'()*!;"')}`)).toMatch(
    /^attachment; filename=[\w%.]+; filename\*=UTF-8''[\w%.]+;$/,
  )
})

test('the client downloads as a blob and as a stream', async () => {
  const { data: blob } = await server.as('service_role').from('manuscripts').download(`${ada}/secret`)
  expect(await blob?.text()).toBe('secret')
  const { data: stream } = await server.as('service_role').from('manuscripts').download(`${ada}/secret`).asStream()
  expect(await new Response(stream).text()).toBe('secret')
})

test('public addresses open public buckets only, and change with the bucket at once', async () => {
  const secret = () => server.fetch(`/object/public/manuscripts/${ada}/secret`)
  expect(await (await secret()).json()).toMatchObject({ code: 'NoSuchBucket' })
  await server.as('service_role').updateBucket('manuscripts', { public: true })
  expect((await secret()).status).toBe(200)
  await server.as('service_role').updateBucket('manuscripts', { public: false })
  expect(await (await secret()).json()).toMatchObject({ code: 'NoSuchBucket' })
})

test('an error is never kept by a cache', async () => {
  const answer = await open(`${ada}/nothing`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  })
})

test('private objects are read with a token by either address', async () => {
  const headers = { authorization: `Bearer ${tokenFor(ada)}` }
  for (const address of ['/object/authenticated/manuscripts', '/object/manuscripts']) {
    expect(await (await server.fetch(`${address}/${ada}/secret`, { headers })).text()).toBe('secret')
  }
})

test('an unknown address', async () => {
  const answer = await server.fetch('/nothing/here')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    statusCode: '404',
    message: 'Route GET:/storage/v1/nothing/here not found',
  })
})
