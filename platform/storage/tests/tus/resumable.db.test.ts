/** Uploads in pieces, by the official client and by hand (WIRE §3.7). */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { s3BlobStore } from '../../src/blobs/s3.ts'
import { plain } from '../../testing/pictures.ts'
import {
  ask,
  create,
  encodeMetadata,
  locationOf,
  md5,
  MiB,
  objectOf,
  offsetOf,
  patch,
  sendByClient,
  unfinishedBytes,
} from '../../testing/resumable.ts'
import { startS3 } from '../../testing/s3-server.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

test('the official client sends a large file in chunks of 6 MiB', async () => {
  const bytes = randomBytes(20 * MiB + 17)
  await sendByClient({ to: server, name: `${ada}/large`, bytes })
  expect(md5((await objectOf(server, `${ada}/large`))!)).toBe(md5(bytes))
  const { data } = await server.as(ada).from('manuscripts').info(`${ada}/large`)
  expect(data).toMatchObject({ size: bytes.length, contentType: 'text/plain', cacheControl: 'max-age=3600' })
  expect(data?.etag).toBe(`"${md5(bytes)}"`)
  await vi.waitFor(
    async () => expect(await rowsOf(server.database, 'select from storage.discarded_blobs')).toEqual([]),
    30_000,
  )
})

test('a client that was broken off goes on where it was, with a new process of the server', async () => {
  await using store = await startStorage()
  const bytes = randomBytes(15 * MiB)
  const url = locationOf(await create(store, `${ada}/broken`, bytes.length))
  await patch(url, 0, bytes.subarray(0, 6 * MiB))

  await using other = await startStorage({ beside: store })
  const uploadUrl = url.replace(store.url, other.url)
  const progress: number[] = []
  const onChunkComplete = (_size: number, accepted: number) => void progress.push(accepted)
  await sendByClient({ to: other, name: `${ada}/broken`, bytes, options: { uploadUrl, onChunkComplete } })
  expect(progress).toEqual([12 * MiB, 15 * MiB])
  expect(md5((await objectOf(store, `${ada}/broken`))!)).toBe(md5(bytes))
})

test('what came before a line broke is kept', async () => {
  const url = new URL(locationOf(await create(server, `${ada}/line`, 4 * MiB)))
  const bytes = randomBytes(4 * MiB)
  const headers = {
    authorization: `Bearer ${tokenFor(ada)}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes.length,
  }
  const sent = request(url, { method: 'PATCH', headers })
  sent.on('error', () => {})
  const written = Promise.withResolvers<void>()
  sent.write(bytes.subarray(0, MiB), () => written.resolve())
  await written.promise
  await vi.waitFor(async () => expect(await unfinishedBytes(server)).toBe(MiB), 30_000)
  sent.destroy()
  await vi.waitFor(async () => expect(await offsetOf(url.href)).toBe(MiB), { timeout: 20_000 })
  expect((await patch(url.href, MiB, bytes.subarray(MiB))).status).toBe(204)
  expect(md5((await objectOf(server, `${ada}/line`))!)).toBe(md5(bytes))
})

test('pieces on S3 become one object, and none of them stays', async () => {
  await using s3 = await startS3()
  using blobs = s3BlobStore(s3.settings)
  await using store = await startStorage({ blobs, config: { resumable: { partBytes: 300_000 } } })
  const bytes = randomBytes(2 * MiB)
  await sendByClient({ to: store, name: `${ada}/small`, bytes, options: { chunkSize: 700_000 } })
  expect(md5((await objectOf(store, `${ada}/small`))!)).toBe(md5(bytes))
  await vi.waitFor(async () => expect(await store.keysOf('objects')).toHaveLength(1), 30_000)
})

test('the length may be known later', async () => {
  const bytes = randomBytes(3 * MiB)
  const stream = Readable.from([bytes.subarray(0, MiB), bytes.subarray(MiB)])
  await sendByClient({
    to: server,
    name: `${ada}/later`,
    bytes: stream,
    options: { uploadLengthDeferred: true, chunkSize: MiB },
  })
  expect(md5((await objectOf(server, `${ada}/later`))!)).toBe(md5(bytes))

  const metadata = encodeMetadata({ bucketName: 'manuscripts', objectName: `${ada}/after` })
  const headers = { 'upload-defer-length': '1', 'upload-metadata': metadata }
  const url = locationOf(await ask('POST', `${server.url}/upload/resumable`, { headers }))
  expect((await patch(url, 0, Buffer.from('all of it'))).status).toBe(204)
  expect((await ask('HEAD', url)).headers.get('upload-defer-length')).toBe('1')
  expect(await objectOf(server, `${ada}/after`)).toBeNull()
  expect((await patch(url, 9, Buffer.alloc(0), { headers: { 'upload-length': '9' } })).status).toBe(204)
  expect((await objectOf(server, `${ada}/after`))?.toString()).toBe('all of it')
})

test('an upload may come with its creation, and be empty', async () => {
  const type = { 'content-type': 'application/offset+octet-stream' }
  const whole = await create(server, `${ada}/whole`, 5, { headers: type, body: Buffer.from('whole') })
  expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5'])
  expect((await objectOf(server, `${ada}/whole`))?.toString()).toBe('whole')
  expect((await create(server, `${ada}/empty`, 0)).status).toBe(201)
  expect((await objectOf(server, `${ada}/empty`))?.length).toBe(0)
})

test('says what it can and until when', async () => {
  const options = await ask('OPTIONS', `${server.url}/upload/resumable`)
  expect(options.status).toBe(204)
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
    'tus-max-size': String(50 * MiB),
  })
  const answer = await create(server, `${ada}/told`, 10)
  expect(answer.status).toBe(201)
  const [, name] =
    /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\/upload\/resumable\/([\w-]+)$/.exec(locationOf(answer)) ?? []
  expect(Buffer.from(name!, 'base64url').toString()).toMatch(new RegExp(`^manuscripts/${ada}/told/[0-9a-f-]{36}$`))
  const left = Date.parse(answer.headers.get('upload-expires')!) - Date.now()
  expect(left).toBeGreaterThan(3_500_000)
  const head = await ask('HEAD', locationOf(answer))
  expect(head.status).toBe(200)
  expect(Object.fromEntries(head.headers)).toMatchObject({
    'upload-offset': '0',
    'upload-length': '10',
    'cache-control': 'no-store',
  })
  expect((await ask('OPTIONS', `${server.url}/upload/resumable`, { headers: { 'tus-resumable': '' } })).status).toBe(
    204,
  )
  const bare = await fetch(locationOf(answer), { method: 'HEAD' })
  expect(bare.status).toBe(412)
})

test('the address is the one that a trusted proxy says, and no other', async () => {
  await using proxied = await startStorage({ beside: server, trustProxy: true })
  const headers = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'books.example.org',
    'x-forwarded-port': '8443',
    'x-forwarded-prefix': '/shop/',
  }
  const there = locationOf(await create(proxied, `${ada}/proxied`, 10, { headers }))
  expect(there).toMatch(/^https:\/\/books\.example\.org:8443\/shop\/storage\/v1\/upload\/resumable\/[\w-]+$/)
  expect(locationOf(await create(server, `${ada}/direct`, 10, { headers }))).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\//,
  )
})

test('a picture is one, and is freed of its place, as by every other door', async () => {
  const picture = await plain(80, 40, 'red').png().toBuffer()
  const metadata = { bucketName: 'covers', objectName: `${ada}/cover.png`, contentType: 'image/png' }
  await sendByClient({ to: server, name: '', bytes: picture, options: { metadata } })
  const { data } = await server.as('service_role').from('covers').info(`${ada}/cover.png`)
  expect(data?.metadata).toMatchObject({ width: 80, height: 40 })
  const lie = { ...metadata, objectName: `${ada}/lie.png` }
  const bytes = Buffer.from('<script>alert(1)</script>')
  const sending = sendByClient({ to: server, name: '', bytes, options: { metadata: lie, retryDelays: null } })
  await expect(sending).rejects.toThrow(/response code: 415/)
  expect(await objectOf(server, `${ada}/lie.png`, 'covers')).toBeNull()
})

test('a process that is killed while bytes come loses at most the piece under way', async () => {
  await using store = await startStorage()
  const script = new URL('../../testing/storage-process.ts', import.meta.url).pathname
  const { url: databaseUrl } = store.database
  const child = spawn(process.execPath, [script, databaseUrl, store.folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const other = `${line.toString().trim()}/storage/v1`
  const bytes = randomBytes(40 * MiB)
  const created = await create(store, `${ada}/killed`, bytes.length, { who: 'service_role' })
  const url = locationOf(created)
  const headers = {
    authorization: `Bearer ${tokenFor('service_role')}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes.length,
  }
  const sent = request(url.replace(store.url, other), { method: 'PATCH', headers })
  sent.on('error', () => {})
  sent.write(bytes.subarray(0, 30 * MiB))
  const rows = () => rowsOf(store.database, 'select from storage.resumable_parts')
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 20_000 })
  child.kill('SIGKILL')
  await once(child, 'close')

  const offset = await offsetOf(url, 'service_role')
  expect(offset).toBeGreaterThanOrEqual(16 * MiB)
  expect(offset).toBeLessThan(17 * MiB)
  expect((await patch(url, offset, bytes.subarray(offset), { who: 'service_role' })).status).toBe(204)
  expect(md5((await objectOf(store, `${ada}/killed`))!)).toBe(md5(bytes))
})
