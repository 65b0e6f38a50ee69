/** Answers that are given again without a look at anything are no wider and no longer than the first (THREATS S-04, S-12). */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { plain } from '../../testing/pictures.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { startStorage, type StorageServer } from '../../testing/storage-server.ts'

const shortMs = 1_500
let server: StorageServer
/** Hears of the other's writes by their age alone. */
let other: StorageServer
beforeAll(async () => {
  // What ends sooner than in an hour ends by the write itself.
  server = await startStorage({ config: { publicLookupMs: 3_600_000 } })
  other = await startStorage({ beside: server, config: { publicLookupMs: shortMs } })
})
afterAll(async () => {
  await other[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const service = () => server.as('service_role')
const get = (path: string, headers: Record<string, string> = {}, from = server) =>
  rawRequest(from.url, path, { headers })
const file = '/object/public/shelf/cover.png'
const variant = '/render/image/public/shelf/cover.png?width=9&format=origin'

async function know(headers: Record<string, string> = {}, from = server): Promise<string> {
  const answers = [await get(file, headers, from), await get(file, headers, from), await get(variant, headers, from)]
  answers.push(await get(variant, headers, from))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return String(answers[0]?.headers['etag'])
}

beforeEach(async () => {
  const red = await plain(40, 40, 'red').png().toBuffer()
  await service().from('shelf').upload('cover.png', red, { contentType: 'image/png', upsert: true })
  await service().updateBucket('shelf', { public: true })
})

test('S-12 what everybody was just shown is gone at once with its object', async () => {
  await know()
  await service().from('shelf').remove(['cover.png'])
  for (const path of [file, variant]) expect((await get(path)).json()).toMatchObject({ code: 'NoSuchKey' })
})

test('S-12 what everybody was just shown is closed at once with its bucket', async () => {
  const etag = await know()
  expect((await get(file, { 'if-none-match': etag })).status).toBe(304)
  await service().updateBucket('shelf', { public: false })
  for (const headers of [{}, { 'if-none-match': etag }]) {
    expect((await get(file, headers)).json()).toMatchObject({ code: 'NoSuchBucket' })
  }
  expect((await get(variant)).json()).toMatchObject({ code: 'NoSuchBucket' })
})

test('S-12 a copy that was fresh is not when the object is another', async () => {
  const etag = await know()
  for (let time = 0; time < 2; time += 1) expect((await get(file, { 'if-none-match': etag })).status).toBe(304)
  const blue = await plain(40, 40, 'blue').png().toBuffer()
  await service().from('shelf').update('cover.png', blue, { contentType: 'image/png' })
  for (const headers of [{}, { 'if-none-match': etag }]) {
    const answer = await get(file, headers)
    expect([answer.status, answer.bytes.equals(blue)]).toEqual([200, true])
  }
})

test('S-12 what another process removed is given no longer than a known version is believed', async () => {
  await know({}, other)
  const startedAt = performance.now()
  await service().from('shelf').remove(['cover.png'])
  await vi.waitFor(async () => expect((await get(file, {}, other)).status).toBe(400), { timeout: 10_000, interval: 20 })
  expect(performance.now() - startedAt).toBeLessThan(shortMs + 1_000)
})

test('S-04 what everybody was just shown still does not run', async () => {
  await know()
  await know({ 'sec-fetch-dest': 'image' })
  for (const headers of [{ 'sec-fetch-dest': 'script' }, { 'service-worker': 'script' }]) {
    expect((await get(file, headers)).json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
  }
})

test('a part, a head and a copy that is judged by its time are still what was asked for', async () => {
  await know()
  const part = await get(file, { range: 'bytes=1-3' })
  expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG'])
  expect((await get(file, { 'if-modified-since': new Date(Date.now() + 1_000).toUTCString() })).status).toBe(304)
  const head = await rawRequest(server.url, file, { method: 'HEAD' })
  expect([head.status, head.bytes.length]).toEqual([200, 0])
})
