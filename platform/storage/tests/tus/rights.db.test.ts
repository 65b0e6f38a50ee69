/** Whose upload it is, how many there may be, and what becomes of those that end early (THREATS S-15). */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'

import { systemSession } from '@platform/database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { sweep } from '../../src/cleanup/sweep.ts'
import { createService } from '../../src/service.ts'
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
import { ada, bob, startStorage, tokenFor, type StorageServer } from '../../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const serviceOf = (of: StorageServer) =>
  createService({
    databases: of.database.databases,
    identify: () => Promise.reject(new Error('nobody asks here')),
    blobs: of.blobs,
    signingSecret: 'unused',
    observe: () => {},
  })

test('refuses in words, with the true status', async () => {
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('taken', 'taken')
  const metadata = (name: string, bucketName = 'shelf') => encodeMetadata({ bucketName, objectName: name })
  const post = (who: string, headers: Record<string, string>) =>
    ask('POST', `${server.url}/upload/resumable`, { who, headers })
  const sized = { 'upload-length': '5' }
  const cases = {
    denied: await post(ada, { ...sized, 'upload-metadata': metadata(`${bob}/x`, 'manuscripts') }),
    anonymous: await post('anon', { ...sized, 'upload-metadata': metadata('x') }),
    exists: await post('service_role', { ...sized, 'upload-metadata': metadata('taken') }),
    large: await post('service_role', { 'upload-length': '60000000', 'upload-metadata': metadata('x') }),
    'large for its bucket': await post('service_role', {
      'upload-length': '3000000',
      'upload-metadata': `${metadata('x', 'covers')},${encodeMetadata({ contentType: 'image/png' })}`,
    }),
    type: await post('service_role', { ...sized, 'upload-metadata': metadata('x', 'covers') }),
    nowhere: await post('service_role', { ...sized, 'upload-metadata': metadata('x', 'nowhere') }),
    key: await post('service_role', { ...sized, 'upload-metadata': metadata('../x') }),
    nameless: await post('service_role', sized),
    'without length': await post('service_role', { 'upload-metadata': metadata('x') }),
    unknown: await ask('PATCH', `${server.url}/upload/resumable/bm90aGluZw`, {
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
    key: [400, 'text/plain', 'Invalid key: ..%2Fx'],
    nameless: [400, 'text/plain', 'Upload-Metadata needs bucketName and objectName'],
    'without length': [400, 'text/plain', 'Upload-Length or Upload-Defer-Length header required'],
    unknown: [404, 'text/plain', 'The file for this url was not found'],
  })
})

test('S-15 neither a jump, nor a stranger, nor ever more of them', async () => {
  await using few = await startStorage({ config: { resumable: { openPerOwner: 3 } } })
  const url = locationOf(await create(few, `${ada}/own`, 10))
  const jump = await patch(url, 4, Buffer.from('jumped'))
  expect([jump.status, await offsetOf(url)]).toEqual([409, 0])
  const beyond = await patch(url, 0, Buffer.from('more than it said'))
  expect([beyond.status, await offsetOf(url)]).toEqual([413, 0])

  expect((await patch(url, 0, Buffer.from('foreign'), { who: bob })).status).toBe(403)
  expect((await patch(url, 0, Buffer.from('foreign'), { who: 'anon' })).status).toBe(403)
  expect((await ask('DELETE', url, { who: bob })).status).toBe(403)
  for (const who of [bob, 'anon']) {
    const head = await ask('HEAD', url, { who })
    expect([head.status, head.headers.get('upload-offset'), head.headers.get('upload-metadata')]).toEqual([
      403,
      null,
      null,
    ])
  }
  expect((await ask('HEAD', url, { who: 'service_role' })).status).toBe(200)
  const [, name = ''] = /([^/]+)$/.exec(url) ?? []
  const elsewhere = Buffer.from(name, 'base64url').toString().replace(`${ada}/own`, `${bob}/own`)
  const forged = url.replace(name, Buffer.from(elsewhere).toString('base64url'))
  expect((await patch(forged, 0, Buffer.from('forged'), { who: bob })).status).toBe(404)
  expect((await ask('HEAD', url.replace('/resumable/', '/resumable/sign/'))).status).toBe(404)
  expect(await offsetOf(url)).toBe(0)

  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => create(few, `${ada}/open${index}`, 10)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
  expect((await create(few, `${bob}/open`, 10, { who: bob })).status).toBe(201)
  expect((await ask('DELETE', url)).status).toBe(204)
  expect((await create(few, `${ada}/again`, 10)).status).toBe(201)
})

test('S-15 whoever may upload no longer may not go on either', async () => {
  const url = locationOf(await create(server, `${ada}/revoked`, 10))
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
  await sendByClient({ to: server, name: `${ada}/signed`, bytes, options: { endpoint, headers } })
  expect(md5((await objectOf(server, `${ada}/signed`))!)).toBe(md5(bytes))
  const [row] = await rowsOf<{ owner_id: string }>(
    server.database,
    `select owner_id from storage.objects where name = '${ada}/signed'`,
  )
  expect(row?.owner_id).toBe(ada)

  const other = sendByClient({
    to: server,
    name: `${ada}/other`,
    bytes,
    options: { endpoint, headers, retryDelays: null },
  })
  await expect(other).rejects.toThrow(/response code: 400, response text: Invalid signature/)
  const none = sendByClient({
    to: server,
    name: `${ada}/none`,
    bytes,
    options: { endpoint, headers: {}, retryDelays: null },
  })
  await expect(none).rejects.toThrow(/Missing x-signature header/)
})

test('of two writers the later one goes on, and no byte of the other comes between', async () => {
  await using other = await startStorage({ beside: server })
  const bytes = randomBytes(2 * MiB)
  const url = new URL(locationOf(await create(server, `${ada}/contested`, bytes.length)))
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
  await vi.waitFor(async () => expect(await unfinishedBytes(server)).toBe(MiB), 30_000)

  const there = url.href.replace(server.url, other.url)
  const offset = await offsetOf(there)
  expect(offset).toBe(MiB)
  expect((await patch(there, offset, bytes.subarray(offset))).status).toBe(204)
  first.end(randomBytes(MiB))
  expect(md5((await objectOf(server, `${ada}/contested`))!)).toBe(md5(bytes))
})

test('of twenty writers at one offset one is taken, whole', async () => {
  const url = locationOf(await create(server, `${ada}/many`, 100_000))
  const bodies = Array.from({ length: 20 }, () => randomBytes(50_000))
  const answers = await Promise.all(bodies.map((body) => patch(url, 0, body)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(answers.every(({ status }) => [204, 409, 423].includes(status))).toBe(true)
  const end = randomBytes(50_000)
  expect((await patch(url, 50_000, end)).status).toBe(204)
  const stored = (await objectOf(server, `${ada}/many`))!
  expect(bodies.some((body) => stored.equals(Buffer.concat([body, end])))).toBe(true)
})

test('an upload that was never finished is gone after its time, with its bytes', async () => {
  await using short = await startStorage()
  const url = locationOf(await create(short, `${ada}/forgotten`, 10))
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
  const url = locationOf(await create(server, `${ada}/ended`, 10))
  await patch(url, 0, Buffer.from('half'))
  expect((await ask('DELETE', url)).status).toBe(204)
  expect((await ask('HEAD', url)).status).toBe(404)
  await vi.waitFor(
    async () => expect(await rowsOf(server.database, 'select from storage.discarded_blobs')).toEqual([]),
    30_000,
  )

  const done = locationOf(await create(server, `${ada}/done`, 4))
  await patch(done, 0, Buffer.from('done'))
  expect((await ask('DELETE', done)).status).toBe(400)
  expect((await objectOf(server, `${ada}/done`))?.toString()).toBe('done')
  // The answer to the last piece may have been lost: asked again, it is the same.
  expect((await patch(done, 4, Buffer.alloc(0))).status).toBe(204)
})

test('a name that was taken meanwhile stays taken, unless the client said otherwise', async () => {
  const url = locationOf(await create(server, `${ada}/raced`, 4))
  const upsert = locationOf(await create(server, `${ada}/raced`, 4, { headers: { 'x-upsert': 'true' } }))
  await server.as(ada).from('manuscripts').upload(`${ada}/raced`, 'first')
  expect((await patch(url, 0, Buffer.from('last'))).status).toBe(409)
  expect((await objectOf(server, `${ada}/raced`))?.toString()).toBe('first')
  expect((await patch(upsert, 0, Buffer.from('last'))).status).toBe(204)
  expect((await objectOf(server, `${ada}/raced`))?.toString()).toBe('last')
})

test('S-15 an upload is its owner’s, also where others may store as well', async () => {
  const fixtures = `create policy "everybody adds to the attic" on storage.objects for insert to authenticated
    with check (name like 'attic/%');`
  await using shared = await startStorage({ fixtures })
  const url = locationOf(await create(shared, 'attic/box', 4))
  const foreign = await patch(url, 0, Buffer.from('evil'), { who: bob })
  expect([foreign.status, await offsetOf(url)]).toEqual([403, 0])
  expect((await ask('DELETE', url, { who: bob })).status).toBe(403)
  expect((await patch(url, 0, Buffer.from('good'))).status).toBe(204)
})
