/** Uploads in pieces, by the official client and by hand (WIRE §3.7, THREATS S-15, RELIABILITY D-18). */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { systemSession } from '@platform/database'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { plain } from '../../testing/pictures.ts'
import { startS3 } from '../../testing/s3-server.ts'
import { ada, bob, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'
import { s3BlobStore } from '../blobs/s3.ts'
import { createService } from '../service.ts'
import { sweep } from '../sweep.ts'

const MiB = 1_048_576

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')
const encode = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

interface Sending {
  readonly to: StorageServer
  readonly who?: string
  readonly bucket?: string
  readonly name: string
  readonly bytes: Buffer | Readable
  readonly options?: Partial<UploadOptions>
}

/** Resolves with the address of the upload when the client says that it is done. */
function send({ to, who = ada, bucket = 'manuscripts', name, bytes, options = {} }: Sending): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const upload: Upload = new Upload(bytes, {
    endpoint: `${to.url}/upload/resumable`,
    chunkSize: 6 * MiB,
    retryDelays: [0, 100, 500],
    headers: { authorization: `Bearer ${tokenFor(who)}` },
    metadata: { bucketName: bucket, objectName: name, contentType: 'text/plain', cacheControl: '3600' },
    ...options,
    onSuccess: () => resolve(upload.url!),
    onError: reject,
  })
  upload.start()
  return promise
}

interface Asked {
  readonly to?: StorageServer
  readonly who?: string
  readonly headers?: Record<string, string>
  readonly body?: Buffer
}

const ask = (method: string, path: string, { to = server, who = ada, headers = {}, body }: Asked = {}) =>
  fetch(path.startsWith('http') ? path : `${to.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokenFor(who)}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })

async function create(name: string, length: number, asked: Asked & { bucket?: string } = {}): Promise<Response> {
  const metadata = encode({ bucketName: asked.bucket ?? 'manuscripts', objectName: name, contentType: 'text/plain' })
  const headers = { 'upload-length': String(length), 'upload-metadata': metadata, ...asked.headers }
  return ask('POST', '/upload/resumable', { ...asked, headers })
}

const patch = (url: string, offset: number, body: Buffer, asked: Asked = {}) => {
  const type = 'application/offset+octet-stream'
  const headers = { 'content-type': type, 'upload-offset': String(offset), ...asked.headers }
  return ask('PATCH', url, { ...asked, headers, body })
}

const locationOf = (answer: Response) => answer.headers.get('location') ?? ''
const offsetOf = async (url: string) => Number((await ask('HEAD', url)).headers.get('upload-offset'))
const objectOf = async (from: StorageServer, name: string, bucket = 'manuscripts') => {
  const { data } = await from.as('service_role').from(bucket).download(name)
  return data && Buffer.from(await data.arrayBuffer())
}

const unfinishedBytes = async ({ folder }: StorageServer) => {
  const names = await readdir(join(folder, 'unfinished'))
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, 'unfinished', name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('the official client sends a large file in chunks of 6 MiB', async () => {
  const bytes = randomBytes(20 * MiB + 17)
  await send({ to: server, name: `${ada}/large`, bytes })
  expect(md5((await objectOf(server, `${ada}/large`))!)).toBe(md5(bytes))
  const { data } = await server.as(ada).from('manuscripts').info(`${ada}/large`)
  expect(data).toMatchObject({ size: bytes.length, contentType: 'text/plain', cacheControl: 'max-age=3600' })
  expect(data?.etag).toBe(`"${md5(bytes)}"`)
  await vi.waitFor(async () => expect(await rowsOf(server.database, 'select from storage.discarded_blobs')).toEqual([]))
})

test('a client that was broken off goes on where it was, with a new process of the server', async () => {
  await using store = await startStorage()
  const bytes = randomBytes(15 * MiB)
  const url = locationOf(await create(`${ada}/broken`, bytes.length, { to: store }))
  await patch(url, 0, bytes.subarray(0, 6 * MiB))

  await using other = await startStorage({ beside: store })
  const uploadUrl = url.replace(store.url, other.url)
  const progress: number[] = []
  const onChunkComplete = (_size: number, accepted: number) => void progress.push(accepted)
  await send({ to: other, name: `${ada}/broken`, bytes, options: { uploadUrl, onChunkComplete } })
  expect(progress).toEqual([12 * MiB, 15 * MiB])
  expect(md5((await objectOf(store, `${ada}/broken`))!)).toBe(md5(bytes))
})

test('what came before a line broke is kept', async () => {
  const url = new URL(locationOf(await create(`${ada}/line`, 4 * MiB)))
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
  await vi.waitFor(async () => expect(await unfinishedBytes(server)).toBe(MiB))
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
  await send({ to: store, name: `${ada}/small`, bytes, options: { chunkSize: 700_000 } })
  expect(md5((await objectOf(store, `${ada}/small`))!)).toBe(md5(bytes))
  await vi.waitFor(async () => expect(await store.keysOf('objects')).toHaveLength(1))
})

test('the length may be known later', async () => {
  const bytes = randomBytes(3 * MiB)
  const stream = Readable.from([bytes.subarray(0, MiB), bytes.subarray(MiB)])
  await send({
    to: server,
    name: `${ada}/later`,
    bytes: stream,
    options: { uploadLengthDeferred: true, chunkSize: MiB },
  })
  expect(md5((await objectOf(server, `${ada}/later`))!)).toBe(md5(bytes))

  const metadata = encode({ bucketName: 'manuscripts', objectName: `${ada}/after` })
  const headers = { 'upload-defer-length': '1', 'upload-metadata': metadata }
  const url = locationOf(await ask('POST', '/upload/resumable', { headers }))
  expect((await patch(url, 0, Buffer.from('all of it'))).status).toBe(204)
  expect((await ask('HEAD', url)).headers.get('upload-defer-length')).toBe('1')
  expect(await objectOf(server, `${ada}/after`)).toBeNull()
  expect((await patch(url, 9, Buffer.alloc(0), { headers: { 'upload-length': '9' } })).status).toBe(204)
  expect((await objectOf(server, `${ada}/after`))?.toString()).toBe('all of it')
})

test('an upload may come with its creation, and be empty', async () => {
  const type = { 'content-type': 'application/offset+octet-stream' }
  const whole = await create(`${ada}/whole`, 5, { headers: type, body: Buffer.from('whole') })
  expect([whole.status, whole.headers.get('upload-offset')]).toEqual([201, '5'])
  expect((await objectOf(server, `${ada}/whole`))?.toString()).toBe('whole')
  expect((await create(`${ada}/empty`, 0)).status).toBe(201)
  expect((await objectOf(server, `${ada}/empty`))?.length).toBe(0)
})

test('says what it can and until when', async () => {
  const options = await ask('OPTIONS', '/upload/resumable')
  expect(options.status).toBe(204)
  expect(Object.fromEntries(options.headers)).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
    'tus-max-size': String(50 * MiB),
  })
  const answer = await create(`${ada}/told`, 10)
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
  expect((await ask('OPTIONS', '/upload/resumable', { headers: { 'tus-resumable': '' } })).status).toBe(204)
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
  const there = locationOf(await create(`${ada}/proxied`, 10, { to: proxied, headers }))
  expect(there).toMatch(/^https:\/\/books\.example\.org:8443\/shop\/storage\/v1\/upload\/resumable\/[\w-]+$/)
  expect(locationOf(await create(`${ada}/direct`, 10, { headers }))).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/storage\/v1\//,
  )
})

test('refuses in words, with the true status', async () => {
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('taken', 'taken')
  const metadata = (name: string, bucketName = 'shelf') => encode({ bucketName, objectName: name })
  const post = (who: string, headers: Record<string, string>) => ask('POST', '/upload/resumable', { who, headers })
  const sized = { 'upload-length': '5' }
  const cases = {
    denied: await post(ada, { ...sized, 'upload-metadata': metadata(`${bob}/x`, 'manuscripts') }),
    anonymous: await post('anon', { ...sized, 'upload-metadata': metadata('x') }),
    exists: await post('service_role', { ...sized, 'upload-metadata': metadata('taken') }),
    large: await post('service_role', { 'upload-length': '60000000', 'upload-metadata': metadata('x') }),
    'large for its bucket': await post('service_role', {
      'upload-length': '3000000',
      'upload-metadata': `${metadata('x', 'covers')},${encode({ contentType: 'image/png' })}`,
    }),
    type: await post('service_role', { ...sized, 'upload-metadata': metadata('x', 'covers') }),
    nowhere: await post('service_role', { ...sized, 'upload-metadata': metadata('x', 'nowhere') }),
    key: await post('service_role', { ...sized, 'upload-metadata': metadata('../x') }),
    nameless: await post('service_role', sized),
    'without length': await post('service_role', { 'upload-metadata': metadata('x') }),
    unknown: await ask('PATCH', '/upload/resumable/bm90aGluZw', {
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    }),
  }
  const answers = await Promise.all(
    Object.entries(cases).map(async ([name, answer]) => [
      name,
      [answer.status, answer.headers.get('content-type')?.split(';')[0], (await answer.text()).trim().slice(0, 60)],
    ]),
  )
  expect(Object.fromEntries(answers)).toEqual({
    denied: [403, 'text/plain', 'new row violates row-level security policy'],
    anonymous: [403, 'text/plain', 'new row violates row-level security policy'],
    exists: [409, 'text/plain', 'The resource already exists'],
    large: [413, 'text/plain', 'Maximum size exceeded'],
    'large for its bucket': [413, 'text/plain', 'Maximum size exceeded'],
    type: [415, 'text/plain', 'mime type application/octet-stream is not supported'],
    nowhere: [404, 'text/plain', 'Bucket not found'],
    key: [400, 'text/plain', 'Invalid key: ../x'],
    nameless: [400, 'text/plain', 'Upload-Metadata needs bucketName and objectName'],
    'without length': [400, 'text/plain', 'Upload-Length or Upload-Defer-Length header required'],
    unknown: [404, 'text/plain', 'The file for this url was not found'],
  })
})

test('S-15 neither a jump, nor a stranger, nor ever more of them', async () => {
  await using few = await startStorage({ config: { resumable: { openPerOwner: 3 } } })
  const url = locationOf(await create(`${ada}/own`, 10, { to: few }))
  const jump = await patch(url, 4, Buffer.from('jumped'))
  expect([jump.status, await offsetOf(url)]).toEqual([409, 0])
  const beyond = await patch(url, 0, Buffer.from('more than it said'))
  expect([beyond.status, await offsetOf(url)]).toEqual([413, 0])

  expect((await patch(url, 0, Buffer.from('foreign'), { who: bob })).status).toBe(403)
  expect((await patch(url, 0, Buffer.from('foreign'), { who: 'anon' })).status).toBe(403)
  expect((await ask('DELETE', url, { who: bob })).status).toBe(403)
  const [, name = ''] = /([^/]+)$/.exec(url) ?? []
  const elsewhere = Buffer.from(name, 'base64url').toString().replace(`${ada}/own`, `${bob}/own`)
  const forged = url.replace(name, Buffer.from(elsewhere).toString('base64url'))
  expect((await patch(forged, 0, Buffer.from('forged'), { who: bob })).status).toBe(404)
  expect((await ask('HEAD', url.replace('/resumable/', '/resumable/sign/'))).status).toBe(404)
  expect(await offsetOf(url)).toBe(0)

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create(`${ada}/open${index}`, 10, { to: few })),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  expect((await create(`${bob}/open`, 10, { to: few, who: bob })).status).toBe(201)
  expect((await ask('DELETE', url)).status).toBe(204)
  expect((await create(`${ada}/again`, 10, { to: few })).status).toBe(201)
})

test('S-15 whoever may upload no longer may not go on either', async () => {
  const url = locationOf(await create(`${ada}/revoked`, 10))
  const { system } = server.database.databases
  await system.write(systemSession, (tx) =>
    tx.execute(`create policy "nobody for now" on storage.objects as restrictive for insert to authenticated
      with check (storage.operation() <> 'storage.tus.upload.part' or name not like '%/revoked')`),
  )
  const answer = await patch(url, 0, Buffer.from('0123456789'))
  expect([answer.status, await offsetOf(url)]).toEqual([403, 0])
})

test('the holder of a signed address needs nothing else', async () => {
  const { data } = await server.as(ada).from('manuscripts').createSignedUploadUrl(`${ada}/signed`)
  const endpoint = `${server.url}/upload/resumable/sign`
  const bytes = randomBytes(MiB)
  const headers = { 'x-signature': data!.token }
  await send({ to: server, name: `${ada}/signed`, bytes, options: { endpoint, headers } })
  expect(md5((await objectOf(server, `${ada}/signed`))!)).toBe(md5(bytes))
  const [row] = await rowsOf<{ owner_id: string }>(
    server.database,
    `select owner_id from storage.objects where name = '${ada}/signed'`,
  )
  expect(row?.owner_id).toBe(ada)

  const other = send({ to: server, name: `${ada}/other`, bytes, options: { endpoint, headers, retryDelays: null } })
  await expect(other).rejects.toThrow(/response code: 400, response text: Invalid signature/)
  const none = send({ to: server, name: `${ada}/none`, bytes, options: { endpoint, headers: {}, retryDelays: null } })
  await expect(none).rejects.toThrow(/Missing x-signature header/)
})

test('a picture is one, and is freed of its place, as by every other door', async () => {
  const picture = await plain(80, 40, 'red').png().toBuffer()
  const metadata = { bucketName: 'covers', objectName: `${ada}/cover.png`, contentType: 'image/png' }
  await send({ to: server, name: '', bytes: picture, options: { metadata } })
  const { data } = await server.as('service_role').from('covers').info(`${ada}/cover.png`)
  expect(data?.metadata).toMatchObject({ width: 80, height: 40 })
  const lie = { ...metadata, objectName: `${ada}/lie.png` }
  const bytes = Buffer.from('<script>alert(1)</script>')
  const sending = send({ to: server, name: '', bytes, options: { metadata: lie, retryDelays: null } })
  await expect(sending).rejects.toThrow(/response code: 415/)
  expect(await objectOf(server, `${ada}/lie.png`, 'covers')).toBeNull()
})

test('of two writers the later one goes on, and no byte of the other comes between', async () => {
  await using other = await startStorage({ beside: server })
  const bytes = randomBytes(2 * MiB)
  const url = new URL(locationOf(await create(`${ada}/contested`, bytes.length)))
  const headers = {
    authorization: `Bearer ${tokenFor(ada)}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': bytes.length,
  }
  const first = request(url, { method: 'PATCH', headers })
  first.on('error', () => {})
  first.write(bytes.subarray(0, MiB))
  await vi.waitFor(async () => expect(await unfinishedBytes(server)).toBe(MiB))

  const there = url.href.replace(server.url, other.url)
  const offset = await offsetOf(there)
  expect(offset).toBe(MiB)
  expect((await patch(there, offset, bytes.subarray(offset))).status).toBe(204)
  first.end(randomBytes(MiB))
  expect(md5((await objectOf(server, `${ada}/contested`))!)).toBe(md5(bytes))
})

test('of twenty writers at one offset one is taken, whole', async () => {
  const url = locationOf(await create(`${ada}/many`, 100_000))
  const bodies = Array.from({ length: 20 }, () => randomBytes(50_000))
  const answers = await Promise.all(bodies.map((body) => patch(url, 0, body)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.every(({ status }) => [204, 409, 423].includes(status))).toBe(true)
  const end = randomBytes(50_000)
  expect((await patch(url, 50_000, end)).status).toBe(204)
  const stored = (await objectOf(server, `${ada}/many`))!
  expect(bodies.some((body) => stored.equals(Buffer.concat([body, end])))).toBe(true)
})

const serviceOf = (of: StorageServer) =>
  createService({
    databases: of.database.databases,
    identify: () => Promise.reject(new Error('nobody asks here')),
    blobs: of.blobs,
    signingSecret: 'unused',
    observe: () => {},
  })

test('an upload that was never finished is gone after its time, with its bytes', async () => {
  await using short = await startStorage()
  const url = locationOf(await create(`${ada}/forgotten`, 10, { to: short }))
  await patch(url, 0, Buffer.from('half'))
  await sweep(serviceOf(short), { now: Date.now() + 10 * 3_600_000 })
  expect(await short.keysOf('objects')).toHaveLength(1)
  await short.database.databases.system.write(systemSession, (tx) =>
    tx.execute(`update storage.resumable_uploads
      set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'`),
  )
  expect((await ask('HEAD', url)).status).toBe(410)
  expect((await patch(url, 4, Buffer.from('of it'))).status).toBe(410)
  await sweep(serviceOf(short))
  expect(await short.keysOf('objects')).toHaveLength(0)
  expect((await ask('HEAD', url)).status).toBe(404)
})

test('ends when it is asked to, but not once it is an object', async () => {
  const url = locationOf(await create(`${ada}/ended`, 10))
  await patch(url, 0, Buffer.from('half'))
  expect((await ask('DELETE', url)).status).toBe(204)
  expect((await ask('HEAD', url)).status).toBe(404)
  await vi.waitFor(async () => expect(await rowsOf(server.database, 'select from storage.discarded_blobs')).toEqual([]))

  const done = locationOf(await create(`${ada}/done`, 4))
  await patch(done, 0, Buffer.from('done'))
  expect((await ask('DELETE', done)).status).toBe(400)
  expect((await objectOf(server, `${ada}/done`))?.toString()).toBe('done')
  // The answer to the last piece may have been lost: asked again, it is the same.
  expect((await patch(done, 4, Buffer.alloc(0))).status).toBe(204)
})

test('a name that was taken meanwhile stays taken, unless the client said otherwise', async () => {
  const url = locationOf(await create(`${ada}/raced`, 4))
  const upsert = locationOf(await create(`${ada}/raced`, 4, { headers: { 'x-upsert': 'true' } }))
  await server.as(ada).from('manuscripts').upload(`${ada}/raced`, 'first')
  expect((await patch(url, 0, Buffer.from('last'))).status).toBe(409)
  expect((await objectOf(server, `${ada}/raced`))?.toString()).toBe('first')
  expect((await patch(upsert, 0, Buffer.from('last'))).status).toBe(204)
  expect((await objectOf(server, `${ada}/raced`))?.toString()).toBe('last')
})
