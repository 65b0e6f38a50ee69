/** Moving and copying, within and across buckets (WIRE §3.4). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage()
})
afterAll(() => server[Symbol.asyncDispose]())

const manuscripts = () => server.as(ada).from('manuscripts')
const at = (name: string) => `${ada}/${name}`
const text = async (bucket: string, name: string) =>
  (await server.as('service_role').from(bucket).download(at(name))).data?.text()

beforeEach(async () => {
  for (const bucket of ['manuscripts', 'shelf', 'covers']) await server.as('service_role').emptyBucket(bucket)
  await manuscripts().upload(at('a'), 'first', { contentType: 'text/plain', metadata: { part: 1 } })
  await manuscripts().upload(at('b'), 'second')
})

test('a move takes the object with it', async () => {
  const { data } = await manuscripts().move(at('a'), at('c'))
  expect(data).toMatchObject({ message: 'Successfully moved' })
  expect([await text('manuscripts', 'a'), await text('manuscripts', 'c')]).toEqual([undefined, 'first'])
  expect((await manuscripts().info(at('c'))).data?.metadata).toEqual({ part: 1 })
  await manuscripts().move(at('c'), at('c'), { destinationBucket: 'shelf' })
  expect(await text('shelf', 'c')).toBe('first')
})

test('a copy leaves the object where it is, and lives on without it', async () => {
  const { data } = await manuscripts().copy(at('a'), at('c'))
  expect(data).toEqual({ path: `manuscripts/${at('c')}` })
  await manuscripts().remove([at('a')])
  expect(await text('manuscripts', 'c')).toBe('first')
  expect((await manuscripts().info(at('c'))).data).toMatchObject({ contentType: 'text/plain', metadata: { part: 1 } })
  await manuscripts().copy(at('c'), at('d'), { destinationBucket: 'shelf' })
  expect(await text('shelf', 'd')).toBe('first')
})

test('neither replaces what is there, unless a copy is told to', async () => {
  const taken = { message: 'The resource already exists', statusCode: '409' }
  expect((await manuscripts().move(at('a'), at('b'))).error).toMatchObject(taken)
  expect((await manuscripts().copy(at('a'), at('b'))).error).toMatchObject(taken)
  expect(await text('manuscripts', 'b')).toBe('second')
  const body = JSON.stringify({ bucketId: 'manuscripts', sourceKey: at('a'), destinationKey: at('b') })
  const headers = { authorization: `Bearer ${tokenFor(ada)}`, 'content-type': 'application/json', 'x-upsert': 'true' }
  const copied = await server.fetch('/object/copy', { method: 'POST', headers, body })
  expect(await copied.json()).toMatchObject({
    Key: `manuscripts/${at('b')}`,
    Id: expect.any(String),
    bucket_id: 'manuscripts',
  })
  expect(await text('manuscripts', 'b')).toBe('first')
})

test('a copy may have metadata of its own', async () => {
  const metadata = { mimetype: 'text/markdown', cacheControl: 'max-age=9' }
  const body = JSON.stringify({
    bucketId: 'manuscripts',
    sourceKey: at('a'),
    destinationKey: at('c'),
    copyMetadata: false,
    metadata,
  })
  const xMetadata = Buffer.from('{"part":2}').toString('base64')
  const headers = {
    authorization: `Bearer ${tokenFor(ada)}`,
    'content-type': 'application/json',
    'x-metadata': xMetadata,
  }
  expect((await server.fetch('/object/copy', { method: 'POST', headers, body })).status).toBe(200)
  expect((await manuscripts().info(at('c'))).data).toMatchObject({
    contentType: 'text/markdown',
    cacheControl: 'max-age=9',
    metadata: { part: 2 },
  })
})

test("a bucket's rules hold for what comes from another", async () => {
  for (const act of ['move', 'copy'] as const) {
    const { error } = await manuscripts()[act](at('a'), at('a.png'), { destinationBucket: 'covers' })
    expect(error).toMatchObject({ statusCode: '415', message: 'mime type text/plain is not supported' })
  }
})

test('what is missing, and where there is no bucket', async () => {
  for (const act of ['move', 'copy'] as const) {
    expect((await manuscripts()[act](at('nothing'), at('c'))).error).toMatchObject({
      statusCode: '404',
      message: 'Object not found',
    })
    const { error } = await manuscripts()[act](at('a'), at('c'), { destinationBucket: 'nowhere' })
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
    expect((await manuscripts()[act](at('a'), '../c')).error).toMatchObject({
      statusCode: '400',
      message: 'Invalid key: ..%2Fc',
    })
  }
})
