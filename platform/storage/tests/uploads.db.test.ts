/** Bytes in, by every door (WIRE §3.4, §3.5). */
import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { rowsOf } from '../../../tests/support/test-database.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage({ config: { fileSizeLimit: 300_000 } })
})
afterAll(() => server[Symbol.asyncDispose]())

const manuscripts = () => server.as(ada).from('manuscripts')
const authorization = `Bearer ${tokenFor(ada)}`

const stored = async (name: string) => {
  const { data } = await manuscripts().download(`${ada}/${name}`)
  return data === null ? null : Buffer.from(await data.arrayBuffer())
}

test('the same bytes come back, whichever way they went in', async () => {
  const bytes = randomBytes(200_000)
  const form = new FormData()
  form.append('', new Blob([bytes]))
  const bodies = {
    buffer: bytes,
    arraybuffer: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    blob: new Blob([bytes]),
    form,
    stream: Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]),
    web: new Blob([bytes]).stream(),
  }
  for (const [way, body] of Object.entries(bodies)) {
    const { data, error } = await manuscripts().upload(`${ada}/${way}`, body as Buffer)
    expect({ way, error }).toEqual({ way, error: null })
    expect(data?.fullPath).toBe(`manuscripts/${ada}/${way}`)
    expect((await stored(way))?.equals(bytes)).toBe(true)
  }
})

test('a file may be larger than other bodies, in a form too', async () => {
  await using roomy = await startStorage()
  const bytes = randomBytes(5_000_000)
  const shelf = roomy.as('service_role').from('shelf')
  for (const [name, body] of Object.entries({ raw: bytes, form: new Blob([bytes]) })) {
    expect((await shelf.upload(name, body)).error).toBeNull()
    const { data } = await shelf.download(name)
    expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('an empty file is a file', async () => {
  expect((await manuscripts().upload(`${ada}/empty`, '')).error).toBeNull()
  expect(await stored('empty')).toHaveLength(0)
  expect((await manuscripts().upload(`${ada}/empty-blob`, new Blob([]))).error).toBeNull()
  expect(await stored('empty-blob')).toHaveLength(0)
})

test('type, cache and metadata are kept, from forms and from headers', async () => {
  const options = { contentType: 'text/markdown', cacheControl: '60', metadata: { chapter: 'één' } }
  await manuscripts().upload(`${ada}/raw.md`, Buffer.from('# raw'), options)
  await manuscripts().upload(`${ada}/form.md`, new Blob(['# form'], { type: 'text/markdown' }), options)
  for (const name of ['raw.md', 'form.md']) {
    const { data } = await manuscripts().info(`${ada}/${name}`)
    expect(data).toMatchObject({
      contentType: 'text/markdown',
      cacheControl: 'max-age=60',
      metadata: { chapter: 'één' },
    })
  }
  const md5 = createHash('md5').update('# raw').digest('hex')
  const [row] = await rowsOf<{ metadata: object }>(
    server.database,
    'select metadata from storage.objects where name = $1',
    [`${ada}/raw.md`],
  )
  expect(row?.metadata).toEqual({
    eTag: `"${md5}"`,
    size: 5,
    mimetype: 'text/markdown',
    cacheControl: 'max-age=60',
    lastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    contentLength: 5,
    httpStatusCode: 200,
  })
})

test('fields behind the file of a form count too', async () => {
  const form = new FormData()
  form.append('', new Blob(['text'], { type: 'text/plain' }), 'a.txt')
  form.append('cacheControl', '99')
  form.append('metadata', '{"late":true}')
  const headers = { authorization }
  const answer = await server.fetch(`/object/manuscripts/${ada}/late`, { method: 'POST', body: form, headers })
  expect(await answer.json()).toMatchObject({ Key: `manuscripts/${ada}/late` })
  const { data } = await manuscripts().info(`${ada}/late`)
  expect(data).toMatchObject({ cacheControl: 'max-age=99', metadata: { late: true } })
})

test('a body of JSON is a file like any other', async () => {
  const { error } = await manuscripts().upload(`${ada}/data.json`, '{"a":', { contentType: 'application/json' })
  expect(error).toBeNull()
  expect((await stored('data.json'))?.toString()).toBe('{"a":')
})

test('a name that is taken is refused, unless asked to replace', async () => {
  await manuscripts().upload(`${ada}/once`, 'one')
  const again = await manuscripts().upload(`${ada}/once`, 'two')
  expect(again.error).toMatchObject({ message: 'The resource already exists', status: 400, statusCode: '409' })
  expect((await stored('once'))?.toString()).toBe('one')
  expect((await manuscripts().upload(`${ada}/once`, 'three', { upsert: true })).error).toBeNull()
  expect((await stored('once'))?.toString()).toBe('three')
  expect((await manuscripts().update(`${ada}/once`, 'four')).error).toBeNull()
  expect((await stored('once'))?.toString()).toBe('four')
})

test('what is too large is refused: announced, as it comes, and by its bucket', async () => {
  const big = Buffer.alloc(300_001)
  const tooLarge = { message: 'The object exceeded the maximum allowed size', status: 400, statusCode: '413' }
  expect((await manuscripts().upload(`${ada}/big`, big)).error).toMatchObject(tooLarge)
  expect((await manuscripts().upload(`${ada}/big`, new Blob([big]))).error).toMatchObject(tooLarge)
  expect((await manuscripts().upload(`${ada}/big`, Readable.from([big.subarray(1), big]))).error).toMatchObject(
    tooLarge,
  )
  await server.as('service_role').updateBucket('shelf', { public: true, fileSizeLimit: '1KB' })
  expect((await server.as(ada).from('shelf').upload(`${ada}/big`, Buffer.alloc(1_001))).error).toMatchObject(tooLarge)
  expect((await server.as(ada).from('shelf').upload(`${ada}/big`, Buffer.alloc(1_000))).error).toBeNull()
  const rows = await rowsOf(server.database, 'select from storage.objects where name like $1 and bucket_id = $2', [
    '%big',
    'manuscripts',
  ])
  expect(rows).toHaveLength(0)
})

test.each([8_193, 1_100_000])('S-09 metadata of %i bytes, which no quota counts, is refused', async (bytes) => {
  const around = Buffer.byteLength(JSON.stringify({ essay: '' }))
  const fits = { essay: 'é'.repeat(Math.floor((8_192 - around) / 2)) }
  expect((await manuscripts().upload(`${ada}/fits-${bytes}`, new Blob(['x']), { metadata: fits })).error).toBeNull()
  const metadata = { essay: 'x'.repeat(bytes - around) }
  const { error } = await manuscripts().upload(`${ada}/essay`, new Blob(['x']), { metadata })
  expect(error).toMatchObject({ statusCode: '413', message: expect.stringContaining('user_metadata exceeded') })
})

test('a bucket takes only its types; a parameter makes another type', async () => {
  const covers = server.as(ada).from('covers')
  for (const contentType of ['text/html', 'image/svg+xml', 'image/jpeg; charset=utf-8', 'image/*', 'jpeg', '']) {
    const { error } = await covers.upload(`${ada}/cover`, Buffer.from('x'), { contentType })
    expect(error).toMatchObject({ status: 400, statusCode: '415' })
  }
})

test('uploads into no bucket, without content, or with a cache control that no header could carry', async () => {
  expect((await server.as(ada).from('nowhere').upload(`${ada}/a`, 'x')).error).toMatchObject({
    statusCode: '404',
    message: 'Bucket not found',
  })
  const empty = new FormData()
  empty.append('cacheControl', '1')
  const path = `/object/manuscripts/${ada}/nothing`
  const none = await server.fetch(path, { method: 'POST', body: empty, headers: { authorization } })
  expect(await none.json()).toMatchObject({ statusCode: '400', message: 'No content provided' })
  const odd = await manuscripts().upload(`${ada}/odd`, new Blob(['x']), { cacheControl: '1\r\nset-cookie: a=b' })
  expect(odd.error).toMatchObject({ statusCode: '400' })
})

test('content encoded for the wire is kept and given back as such', async () => {
  const headers = { authorization, 'content-encoding': 'gzip', 'content-type': 'text/plain' }
  const path = `/object/manuscripts/${ada}/packed`
  const body = gzipSync('unpacked by the reader')
  expect((await server.fetch(path, { method: 'POST', body, headers })).status).toBe(200)
  const answer = await server.fetch(path, { headers: { authorization } })
  expect(await answer.text()).toBe('unpacked by the reader')
  const odd = await server.fetch(path, { method: 'PUT', body, headers: { ...headers, 'content-encoding': 'aws' } })
  expect(odd.status).toBe(400)
})

const hostileKeys = [
  '../x',
  'a/../../b',
  '..',
  '.',
  'a/./b',
  '/absolute',
  'a//b',
  'a/',
  'C:\\x',
  '\\..\\x',
  'nul\0byte',
  'x'.repeat(1_025),
  'é'.repeat(513),
  'right\u202eto-left',
  'line\u2028separator',
  'dot.',
  'space ',
  'per%cent',
  'new\nline',
  '',
]

/** As written: `fetch` would resolve the dots before sending. */
function postTo(path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${tokenFor('service_role')}` }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const { hostname, port, pathname } = new URL(server.url)
  const sent = request({ hostname, port, method: 'POST', path: pathname + path, headers }, (answer) => {
    json(answer).then(resolve, reject)
  })
  sent.on('error', reject).end('x')
  return promise
}

test.each(hostileKeys)('the key %j is refused', async (key) => {
  const body = await postTo(`/object/manuscripts/${encodeURIComponent(key)}`)
  expect(body).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
})

test.each(['..%2f..%2fx', '%2e%2e/x', 'a/../x', '..', './x'])(
  'the path %j is not resolved but refused',
  async (path) => {
    expect(await postTo(`/object/manuscripts/${path}`)).toMatchObject({ statusCode: '400', code: 'InvalidKey' })
  },
)

test('a form that does not say where its parts end is refused in words', async () => {
  const answer = await server.fetch(`/object/manuscripts/${ada}/form`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'multipart/form-data' },
    body: 'abc',
  })
  expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' })
})

test('a prefix that no name can have is refused in words', async () => {
  const { error } = await manuscripts().list('\u0000')
  expect(error).toMatchObject({ statusCode: '400' })
})
