/** Nothing half, nothing lost, nothing left over (THREATS S-09, S-14; RELIABILITY D-18, D-20, c4). */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { systemSession } from '@platform/database'
import { expect, test, vi } from 'vitest'

import { BlobStoreFullError, objectBlob, type BlobStore } from '../src/blobs/blob-store.ts'
import { diskBlobStore } from '../src/blobs/disk.ts'
import { sweep } from '../src/cleanup/sweep.ts'
import type { StorageEvent } from '../src/events.ts'
import { createService } from '../src/service.ts'
import { plain } from '../testing/pictures.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

const blobsOf = (server: StorageServer) => server.keysOf('objects')
const unfinishedOf = ({ folder }: StorageServer) => readdir(join(folder, 'unfinished'))

const serviceOf = (server: StorageServer) =>
  createService({
    databases: server.database.databases,
    identify: () => Promise.reject(new Error('nobody asks here')),
    blobs: server.blobs,
    signingSecret: 'unused',
    observe: () => {},
  })

async function temporaryBlobs() {
  const folder = await mkdtemp(join(tmpdir(), 'elsewhere-'))
  return { blobs: await diskBlobStore(folder), [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

test('a reader finishes the version that it began, while others see the new one', async () => {
  await using server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  const old = Buffer.alloc(8_000_000, 'old ')
  await shelf.upload('long', old)
  const slow = await server.fetch('/object/public/shelf/long')
  const reader = slow.body!.getReader()
  const chunks = [(await reader.read()).value!]

  await shelf.update('long', 'new')
  await vi.waitFor(async () => expect(await blobsOf(server)).toHaveLength(1), 30_000)
  expect(await (await server.fetch('/object/public/shelf/long')).text()).toBe('new')

  for (let part = await reader.read(); !part.done; part = await reader.read()) chunks.push(part.value)
  expect(Buffer.concat(chunks).equals(old)).toBe(true)
})

test('an object that is replaced again and again is whole for every reader', async () => {
  await using server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  const page = (mark: number) => Buffer.alloc(200_000, String(mark))
  await shelf.upload('page', page(0))
  const written = new AbortController()
  const write = async () => {
    for (let mark = 1; mark < 10; mark += 1) await shelf.update('page', page(mark))
    written.abort()
  }
  const read = async () => {
    while (!written.signal.aborted) {
      const answer = await server.fetch('/object/public/shelf/page')
      const body = Buffer.from(await answer.arrayBuffer())
      expect(answer.status).toBe(200)
      expect(body.equals(Buffer.alloc(200_000, body.subarray(0, 1)))).toBe(true)
      await nextTurn()
    }
  }
  await Promise.all([write(), read(), read(), read()])
  expect(await shelf.download('page').then(({ data }) => data?.text())).toBe(page(9).toString())
})

test('of twenty uploads under one name one wins, whole, and one blob stays', async () => {
  await using server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  const bodies = Array.from({ length: 20 }, () => randomBytes(50_000))
  const upserts = await Promise.all(bodies.map((body) => shelf.upload('one', body, { upsert: true })))
  expect(upserts.filter(({ error }) => error === null)).toHaveLength(20)
  const { data } = await shelf.download('one')
  const kept = Buffer.from(await data!.arrayBuffer())
  expect(bodies.some((body) => body.equals(kept))).toBe(true)
  await vi.waitFor(async () => expect(await blobsOf(server)).toHaveLength(1), 30_000)

  const firsts = await Promise.all(bodies.map((body) => shelf.upload('first', body)))
  expect(firsts.filter(({ error }) => error === null)).toHaveLength(1)
  expect(firsts.filter(({ error }) => error?.message === 'The resource already exists')).toHaveLength(19)
  await vi.waitFor(async () => expect(await blobsOf(server)).toHaveLength(2), 30_000)
})

const form = {
  'content-type': 'multipart/form-data; boundary=edge',
  head: '--edge\r\nContent-Disposition: form-data; name=""; filename="a"\r\nContent-Type: text/plain\r\n\r\n',
}

test.each([
  { way: 'bare', type: 'text/plain', head: '' },
  { way: 'as a form', type: form['content-type'], head: form.head },
])('an upload that is cut off leaves nothing ($way)', async ({ type, head }) => {
  await using server = await startStorage()
  const { hostname, port, pathname } = new URL(server.url)
  const path = `${pathname}/object/shelf/cut`
  const authorization = `Bearer ${tokenFor('service_role')}`
  const headers = { authorization, 'content-length': 1_000_000, 'content-type': type }
  const sent = request({ hostname, port, path, method: 'POST', headers })
  sent.on('error', () => {})
  sent.write(head)
  sent.write(Buffer.alloc(400_000))
  await vi.waitFor(async () => expect(await unfinishedOf(server)).toHaveLength(1), 30_000)
  sent.destroy()
  await vi.waitFor(async () => expect(await unfinishedOf(server)).toHaveLength(0), 30_000)
  expect(await blobsOf(server)).toHaveLength(0)
  expect((await server.as('service_role').from('shelf').info('cut')).error).not.toBeNull()
  expect(server.events.filter(({ kind }) => kind === 'storage.failed')).toHaveLength(0)
})

test('a refused upload leaves nothing', async () => {
  await using server = await startStorage({ config: { fileSizeLimit: 100_000 } })
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('big', Readable.from([Buffer.alloc(90_000), Buffer.alloc(90_000)]))
  await server.as(ada).from('covers').upload(`${ada}/no.png`, Buffer.alloc(500), { contentType: 'image/png' })
  await expect.poll(() => blobsOf(server)).toHaveLength(0)
  await expect.poll(() => unfinishedOf(server)).toHaveLength(0)
})

test('removing, emptying and replacing let go of the bytes', async () => {
  await using server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  for (const name of ['a', 'b', 'c', 'd/e']) await shelf.upload(name, name)
  await shelf.remove(['a'])
  await vi.waitFor(async () => expect(await blobsOf(server)).toHaveLength(3), 30_000)
  await server.as('service_role').emptyBucket('shelf')
  await vi.waitFor(async () => expect(await blobsOf(server)).toHaveLength(0), 30_000)
  expect((await server.as('service_role').deleteBucket('shelf')).error).toBeNull()
})

test('what SQL deletes on purpose is let go of as well', async () => {
  await using server = await startStorage()
  await server.as('service_role').from('shelf').upload('a', 'a')
  await server.database.databases.system.write(
    { ...systemSession, settings: { 'storage.allow_delete_query': 'true' } },
    (tx) => tx.execute('delete from storage.objects'),
  )
  expect(await blobsOf(server)).toHaveLength(1)
  await sweep(serviceOf(server))
  expect(await blobsOf(server)).toHaveLength(0)
})

test('what a crash leaves is swept, after a time of grace, and nothing else', async () => {
  await using server = await startStorage()
  const covers = server.as('service_role').from('covers')
  await covers.upload('kept.png', await plain(50, 50, 'red').png().toBuffer(), { contentType: 'image/png' })
  await server.fetch('/render/image/public/covers/kept.png?width=20')
  const lost = randomUUID()
  await server.blobs.write(objectBlob(lost), Readable.from([Buffer.from('without a row')]))
  await server.blobs.write(`variants/${lost}/aa`, Readable.from([Buffer.from('of nothing')]))
  await writeFile(join(server.folder, 'unfinished', randomUUID()), 'half')

  const service = serviceOf(server)
  expect(await sweep(service)).toMatchObject({ unfinished: 0, orphans: 0, variants: 0 })
  const later = Date.now() + service.config.sweep.graceMs + 1_000
  expect(await sweep(service, { now: later })).toMatchObject({ unfinished: 1, orphans: 2 })
  expect(await blobsOf(server)).toHaveLength(1)
  expect(await server.keysOf('variants')).toHaveLength(1)
  expect((await server.fetch('/object/public/covers/kept.png')).status).toBe(200)
})

test("a database that knows none of a store's blobs does not take them for orphans", async () => {
  await using server = await startStorage()
  await server.as('service_role').from('shelf').upload('kept', 'kept')
  await sweep(serviceOf(server))
  await server.database.databases.system.write(
    { ...systemSession, settings: { 'storage.allow_delete_query': 'true' } },
    async (tx) => {
      await tx.execute('delete from storage.objects')
      await tx.execute('delete from storage.discarded_blobs')
      await tx.execute('update storage.installation set id = gen_random_uuid()')
    },
  )
  const events: StorageEvent[] = []
  const service = { ...serviceOf(server), observe: (event: StorageEvent) => events.push(event) }
  const later = Date.now() + service.config.sweep.graceMs + 1_000
  expect(await sweep(service, { now: later })).toMatchObject({ orphans: 0 })
  expect(await blobsOf(server)).toHaveLength(1)
  expect(events).toContainEqual({ kind: 'storage.sweep-refused' })
})

test('a second node with files of its own is told so at every start, in words, until all have one store', async () => {
  await using server = await startStorage()
  await server.as('service_role').from('shelf').upload('kept', 'kept')
  await sweep(serviceOf(server))
  await using elsewhere = await temporaryBlobs()
  const events: StorageEvent[] = []
  const second = { ...serviceOf(server), blobs: elsewhere.blobs, observe: (event: StorageEvent) => events.push(event) }
  for (const start of ['first', 'second']) {
    events.length = 0
    await sweep(second)
    const told = events.find(({ kind }) => kind === 'storage.files-elsewhere')
    expect([start, told && 'error' in told && String(told.error)]).toEqual([
      start,
      expect.stringMatching(/another node keeps them.*same DATA_DIR.*S3_BUCKET/),
    ])
  }
  events.length = 0
  await sweep({ ...second, blobs: server.blobs })
  expect(events.map(({ kind }) => kind)).toEqual(['storage.swept'])
})

test('of two nodes that begin together with a folder each, before anything was stored, the second is told', async () => {
  await using server = await startStorage()
  await sweep(serviceOf(server))
  await using elsewhere = await temporaryBlobs()
  const events: StorageEvent[] = []
  const second = { ...serviceOf(server), blobs: elsewhere.blobs, observe: (event: StorageEvent) => events.push(event) }
  await sweep(second)
  expect(events.map(({ kind }) => kind)).toEqual(['storage.files-elsewhere', 'storage.swept'])
  // The other folder is lost for good: this one takes its place.
  await server.database.databases.system.write(systemSession, (tx) =>
    tx.execute('update storage.installation set store = null'),
  )
  events.length = 0
  await sweep(second)
  expect(events.map(({ kind }) => kind)).toEqual(['storage.swept'])
})

test('a row that SQL puts back keeps its bytes', async () => {
  await using server = await startStorage()
  await server.as('service_role').from('shelf').upload('a', 'a')
  await server.database.databases.system.write(
    { ...systemSession, settings: { 'storage.allow_delete_query': 'true' } },
    async (tx) => {
      const [row] = await tx.query<{ version: string }>('delete from storage.objects returning version')
      await tx.execute(`insert into storage.objects (bucket_id, name, version) values ('shelf', 'b', $1)`, [
        row?.version ?? null,
      ])
    },
  )
  await sweep(serviceOf(server))
  expect(await (await server.fetch('/object/public/shelf/b')).text()).toBe('a')
})

test('the cache of variants keeps to its size', async () => {
  await using server = await startStorage()
  const covers = server.as('service_role').from('covers')
  await covers.upload('a.png', await plain(90, 90, 'red').png().toBuffer(), { contentType: 'image/png' })
  for (const width of [20, 30, 40]) await server.fetch(`/render/image/public/covers/a.png?width=${width}`)
  const service = serviceOf(server)
  const { images } = service.config
  const swept = await sweep({ ...service, config: { ...service.config, images: { ...images, cacheBytes: 0 } } })
  expect(swept.variants).toBe(3)
  expect((await server.fetch('/render/image/public/covers/a.png?width=20')).status).toBe(200)
})

/** A disk that is full after so many bytes. */
const small =
  (room: number) =>
  (blobs: BlobStore): BlobStore => ({
    ...blobs,
    write: (key, source) => {
      async function* limited() {
        let written = 0
        for await (const chunk of source) {
          written += chunk.length
          if (written > room) throw new BlobStoreFullError()
          yield chunk
        }
      }
      return blobs.write(key, limited())
    },
  })

test('a full disk is said to be full, and holds no half object', async () => {
  await using server = await startStorage({ wrapBlobs: small(100_000) })
  const shelf = server.as('service_role').from('shelf')
  expect((await shelf.upload('fits', Buffer.alloc(90_000))).error).toBeNull()
  const { error } = await shelf.upload('fits', Buffer.alloc(200_000, 'x'), { upsert: true })
  expect(error).toMatchObject({ status: 507, statusCode: '507', message: expect.stringContaining('storage is full') })
  expect(server.events).toContainEqual({ kind: 'storage.full' })
  const { data } = await shelf.download('fits')
  expect(data?.size).toBe(90_000)
  expect(await blobsOf(server)).toHaveLength(1)
})

test('while the disk is nearly full nothing is written, and everything can be read and removed', async () => {
  let isReadOnly = false
  await using server = await startStorage({ isReadOnly: () => isReadOnly })
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('a', 'a')
  isReadOnly = true
  const refusal = { status: 507, message: expect.stringContaining('read-only') }
  expect((await shelf.upload('b', 'b')).error).toMatchObject(refusal)
  expect((await shelf.copy('a', 'c')).error).toMatchObject(refusal)
  expect((await shelf.download('a')).error).toBeNull()
  expect((await shelf.remove(['a'])).data).toHaveLength(1)
})

test('a row whose bytes are lost says so, and is reported', async () => {
  await using server = await startStorage()
  const shelf = server.as('service_role').from('shelf')
  await shelf.upload('a', 'a')
  await server.blobs.remove(await blobsOf(server))
  const answer = await server.fetch('/object/public/shelf/a')
  expect(answer.status).toBe(400)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await answer.json()).toEqual({
    statusCode: '404',
    error: 'Not found',
    message: 'The resource was not found',
    code: 'NoSuchKey',
  })
  expect(server.events).toContainEqual(expect.objectContaining({ kind: 'storage.blob-missing', bucket: 'shelf' }))
})

test('a version that SQL made up opens no file', async () => {
  await using server = await startStorage()
  await writeFile(join(server.folder, 'secret'), 'of the disk')
  await server.database.databases.system.write(systemSession, (tx) =>
    tx.execute(
      `insert into storage.objects (bucket_id, name, version, metadata)
       select 'shelf', 'row' || ordinality, version, '{"size": 11}' from unnest($1::text[]) with ordinality as rows(version, ordinality)`,
      [['../secret', '../../secret', '/etc/passwd', '']],
    ),
  )
  for (const row of ['row1', 'row2', 'row3', 'row4']) {
    expect(await (await server.fetch(`/object/public/shelf/${row}`)).json()).toMatchObject({ statusCode: '404' })
  }
})
