/** Listings by cursor, ranges, conditions and pictures by `Accept`, to the letter (WIRE §3.4, §3.6). */
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { keyFor, storageUnderTest, type StorageUnderTest } from './storage-under-test.ts'

let storage: StorageUnderTest
const names = ['a.txt', 'b/1.txt', 'b/2.txt', 'b/c/3.txt', 'd.txt', 'e/4.txt']
const body = '0123456789abcdef'

beforeAll(async () => {
  storage = await storageUnderTest()
  const service = storage.as('service_role')
  await service.createBucket('shelf', { public: true })
  await service.createBucket('tree')
  for (const name of names) await service.from('tree').upload(name, name, { contentType: 'text/plain' })
  const options = { contentType: 'application/octet-stream', cacheControl: '60' }
  await service.from('shelf').upload('bytes', body, options)
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#2060c0' } })
  const jpeg = await picture(80, 40).jpeg().toBuffer()
  const png = await picture(80, 40).png().toBuffer()
  await service.from('shelf').upload('picture.jpg', jpeg, { contentType: 'image/jpeg', cacheControl: '60' })
  await service.from('shelf').upload('picture.png', png, { contentType: 'image/png' })
})
afterAll(() => storage[Symbol.asyncDispose]())

const tree = () => storage.as('service_role').from('tree')
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${storage.url}${path}`, { method, headers })

describe('list-v2', () => {
  const ownPart = (name: string) => name.replace(/\/$/, '').split('/').at(-1)
  const folder = (name: string) => ({ key: ownPart(name), name })
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const file = (name: string, key = name) => ({
    key,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name,
    updated_at: time,
    created_at: time,
    last_accessed_at: time,
    metadata: expect.objectContaining({ mimetype: 'text/plain', size: name.length, eTag: expect.any(String) }),
  })

  test.each([
    { given: {}, folders: [], objects: names },
    { given: { with_delimiter: true }, folders: ['b/', 'e/'], objects: ['a.txt', 'd.txt'] },
    { given: { prefix: 'b/', with_delimiter: true }, folders: ['b/c/'], objects: ['b/1.txt', 'b/2.txt'] },
    { given: { prefix: 'b', with_delimiter: true }, folders: ['b/'], objects: [] },
    { given: { prefix: 'b' }, folders: [], objects: ['b/1.txt', 'b/2.txt', 'b/c/3.txt'] },
    { given: { prefix: 'nothing' }, folders: [], objects: [] },
    { given: { sortBy: { column: 'name', order: 'desc' } }, folders: [], objects: names.toReversed() },
    { given: { sortBy: { column: 'created_at', order: 'asc' } }, folders: [], objects: names },
  ] as const)('$given', async ({ given, folders, objects }) => {
    const { data, error } = await tree().listV2(given)
    expect(error).toBeNull()
    const files = objects.map((name) => file(name, 'with_delimiter' in given ? ownPart(name) : name))
    expect(data).toEqual({ hasNext: false, folders: folders.map(folder), objects: files })
  })

  test('a page counts folders and files, and its cursor carries the order on', async () => {
    const options = { limit: 3, with_delimiter: true, sortBy: { column: 'name', order: 'desc' } } as const
    const { data: first } = await tree().listV2(options)
    expect(first).toEqual({
      hasNext: true,
      nextCursor: expect.any(String),
      nextCursorKey: 'b/',
      folders: [folder('e/'), folder('b/')],
      objects: [file('d.txt')],
    })
    const { data: last } = await tree().listV2({ limit: 3, with_delimiter: true, cursor: first!.nextCursor! })
    expect(last).toEqual({ hasNext: false, folders: [], objects: [file('a.txt')] })
  })

  test.each([{ limit: 1_001 }, { limit: 0 }, { cursor: 'eyJ4IjoxfQ' }, { sortBy: { column: 'size' } }])(
    '%j is refused',
    async (given) => {
      const { data, error } = await tree().listV2(given as object)
      expect(data).toBeNull()
      expect(error).toMatchObject({ status: 400, statusCode: '400' })
    },
  )
})

const bytes = '/object/public/shelf/bytes'

describe('ranges', () => {
  test.each([
    ['bytes=0-3', 206, 'bytes 0-3/16', '0123'],
    ['bytes=12-', 206, 'bytes 12-15/16', 'cdef'],
    ['bytes=-2', 206, 'bytes 14-15/16', 'ef'],
    ['bytes=8-99', 206, 'bytes 8-15/16', '89abcdef'],
    ['bytes=0-', 206, 'bytes 0-15/16', body],
    ['lines=0-3', 200, null, body],
    ['bytes=3-1', 200, null, body],
  ])('%s', async (range, status, contentRange, expected) => {
    const answer = await ask(bytes, { range })
    const { headers } = answer
    expect([answer.status, headers.get('content-range'), await answer.text()]).toEqual([status, contentRange, expected])
    expect([headers.get('content-length'), headers.get('accept-ranges')]).toEqual([String(expected.length), 'bytes'])
  })

  test.each(['bytes=16-', 'bytes=-0', 'bytes=0-1,4-5'])('%s cannot be had', async (range) => {
    const answer = await ask(bytes, { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([400, 'bytes */16'])
    expect(await answer.json()).toEqual({
      statusCode: '416',
      error: 'invalid_range',
      message: 'invalid range provided',
      code: 'InvalidRange',
    })
  })

  test('HEAD with a range tells the part and sends nothing', async () => {
    const answer = await ask(bytes, { range: 'bytes=0-3' }, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([206, '4', ''])
  })
})

describe('conditions', () => {
  const validators = async () => {
    const { headers } = await ask(bytes)
    return { etag: headers.get('etag')!, modified: headers.get('last-modified')! }
  }
  const shifted = (date: string, seconds: number) => new Date(Date.parse(date) + seconds * 1_000).toUTCString()

  test.each<[string, (given: { etag: string; modified: string }) => Record<string, string>, number]>([
    ['its tag', ({ etag }) => ({ 'if-none-match': etag }), 304],
    ['its weak tag', ({ etag }) => ({ 'if-none-match': `W/${etag}` }), 304],
    ['a list with its tag', ({ etag }) => ({ 'if-none-match': `"x", ${etag}` }), 304],
    ['any tag', () => ({ 'if-none-match': '*' }), 304],
    ['another tag', () => ({ 'if-none-match': '"x"' }), 200],
    ['its time', ({ modified }) => ({ 'if-modified-since': modified }), 304],
    ['an earlier time', ({ modified }) => ({ 'if-modified-since': shifted(modified, -60) }), 200],
    ['no time at all', () => ({ 'if-modified-since': 'yesterday' }), 200],
    [
      'another tag and a later time',
      ({ modified }) => ({ 'if-none-match': '"x"', 'if-modified-since': shifted(modified, 60) }),
      200,
    ],
    ['a range of its tag', ({ etag }) => ({ range: 'bytes=0-0', 'if-range': etag }), 206],
    ['a range of another tag', () => ({ range: 'bytes=0-0', 'if-range': '"x"' }), 200],
    ['a range of its time', ({ modified }) => ({ range: 'bytes=0-0', 'if-range': modified }), 206],
  ])('%s', async (_, headersFor, status) => {
    const given = await validators()
    const answer = await ask(bytes, headersFor(given))
    expect(answer.status).toBe(status)
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([given.etag, 'max-age=60'])
    const sent = { 200: body, 206: body[0], 304: '' }[status]
    expect(await answer.text()).toBe(sent)
  })
})

describe('render/image', () => {
  const render = (query: string, accept: string, name = 'picture.jpg') =>
    ask(`/render/image/public/shelf/${name}?${query}`, { accept })

  test.each([
    ['picture.jpg', 'image/webp,*/*', 'image/webp'],
    ['picture.jpg', 'image/webp;q=0,*/*', 'image/jpeg'],
    ['picture.jpg', '*/*', 'image/jpeg'],
    ['picture.png', '*/*', 'image/png'],
    ['picture.png', 'image/webp', 'image/webp'],
    ['picture.jpg', 'image/avif', 'image/avif'],
  ])('%s for %s is %s', async (name, accept, type) => {
    const answer = await render('width=20', accept, name)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
      200,
      type,
      'Accept',
    ])
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([width, height]).toEqual([20, 10])
  })

  test.each([
    ['width=20', '20x10', 'width:20,resizing_type:fill'],
    ['height=20', '40x20', 'height:20,resizing_type:fill'],
    ['width=20&height=20', '20x20', 'height:20,width:20,resizing_type:fill'],
    ['width=20&height=20&resize=contain', '20x10', 'height:20,width:20,resizing_type:fit'],
    ['width=20&height=20&resize=fill', '20x20', 'height:20,width:20,resizing_type:force'],
    ['width=20&quality=30', '20x10', 'width:20,resizing_type:fill,quality:30'],
  ])('%s is %s', async (query, size, told) => {
    const answer = await render(query, 'image/webp')
    expect(answer.headers.get('x-transformations')).toBe(told)
    const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect(`${width}x${height}`).toBe(size)
  })

  test('the client builds the same addresses, signs them, and downloads by them', async () => {
    const shelf = storage.as('service_role').from('shelf')
    const transform = { width: 16, format: 'origin' } as const
    const { publicUrl } = shelf.getPublicUrl('picture.jpg', { transform }).data
    const { data: signed } = await shelf.createSignedUrl('picture.jpg', 60, { transform })
    const { data: blob } = await shelf.download('picture.jpg', { transform })
    const bodies = [await fetch(publicUrl), await fetch(signed!.signedUrl), blob!]
    for (const one of bodies) {
      const { width, format } = await sharp(await one.arrayBuffer()).metadata()
      expect([width, format]).toEqual([16, 'jpeg'])
    }
    const conditional = { 'if-none-match': (await fetch(publicUrl)).headers.get('etag')! }
    expect((await fetch(publicUrl, { headers: conditional })).status).toBe(304)
  })

  test('a private picture needs rights', async () => {
    await storage.as('service_role').createBucket('vault')
    const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    await storage.as('service_role').from('vault').upload('a.jpg', jpeg, { contentType: 'image/jpeg' })
    const path = '/render/image/authenticated/vault/a.jpg?width=4'
    const status = async (who: string) =>
      ((await (await ask(path, { authorization: `Bearer ${keyFor(who)}` })).json()) as { statusCode: string })
        .statusCode
    expect(await status('anon')).toBe('404')
    expect((await ask(path, { authorization: `Bearer ${keyFor('service_role')}` })).status).toBe(200)
  })
})
