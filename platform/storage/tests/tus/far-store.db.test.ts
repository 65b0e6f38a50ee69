/** Uploads in pieces whose place is far away: joined there, and resumed when it comes back (RELIABILITY D-18). */
import { randomBytes } from 'node:crypto'

import { expect, test, vi } from 'vitest'

import { BlobStoreAwayError, type BlobStore } from '../../src/blobs/blob-store.ts'
import { s3BlobStore } from '../../src/blobs/s3.ts'
import { sweep } from '../../src/cleanup/sweep.ts'
import { createService } from '../../src/service.ts'
import { openLine } from '../../testing/line.ts'
import { plain } from '../../testing/pictures.ts'
import { create, locationOf, md5, MiB, objectOf, offsetOf, patch, sendByClient } from '../../testing/resumable.ts'
import { startCopyingS3, startS3 } from '../../testing/s3-server.ts'
import { ada, startStorage } from '../../testing/storage-server.ts'

// Enough for a busy machine while the store is there.
const patience = { connect: 2_000, answer: 4_000, total: 5_000 }

test('pieces that are large enough are joined where they lie', async () => {
  await using s3 = await startCopyingS3()
  using blobs = s3BlobStore(s3.settings)
  await using store = await startStorage({ blobs })
  const bytes = randomBytes(13 * MiB)
  await sendByClient({ to: store, name: `${ada}/joined`, bytes })
  const { data } = await store.as(ada).from('manuscripts').info(`${ada}/joined`)
  expect(data).toMatchObject({ size: bytes.length, contentType: 'text/plain' })
  const hashes = [0, 6, 12].map((at) => Buffer.from(md5(bytes.subarray(at * MiB, (at + 6) * MiB)), 'hex'))
  expect(data?.etag).toBe(`"${md5(Buffer.concat(hashes))}-3"`)
  expect([s3.copies(), s3.reads()]).toEqual([3, 0])
  expect(md5((await objectOf(store, `${ada}/joined`))!)).toBe(md5(bytes))
  expect(s3.reads()).toBe(1)
  await vi.waitFor(async () => expect(await store.keysOf('objects')).toHaveLength(1), 30_000)
})

test('a server that copies no parts gets their bytes once more', async () => {
  await using s3 = await startS3()
  using blobs = s3BlobStore(s3.settings)
  await using store = await startStorage({ blobs })
  const bytes = randomBytes(7 * MiB)
  await sendByClient({ to: store, name: `${ada}/streamed`, bytes })
  expect((await store.as(ada).from('manuscripts').info(`${ada}/streamed`)).data?.etag).toBe(`"${md5(bytes)}"`)
  await vi.waitFor(async () => expect(await store.keysOf('objects')).toHaveLength(1), 30_000)
})

test.each(['cut', 'hush'] as const)('D-18 a store that goes away (%s) and comes back loses nothing', async (way) => {
  await using s3 = await startS3()
  await using line = await openLine(s3.settings.endpoint!)
  using blobs = s3BlobStore({ ...s3.settings, endpoint: line.url, patience })
  await using store = await startStorage({ blobs })
  const bytes = randomBytes(9 * MiB)
  const url = locationOf(await create(store, `${ada}/away`, bytes.length))
  expect((await patch(url, 0, bytes.subarray(0, 6 * MiB))).status).toBe(204)

  line[way]()
  for (const end of [8, 9]) {
    const startedAt = performance.now()
    expect((await patch(url, 6 * MiB, bytes.subarray(6 * MiB, end * MiB))).status).toBe(503)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
    expect(await offsetOf(url)).toBe(6 * MiB)
  }
  expect(await objectOf(store, `${ada}/away`)).toBeNull()

  line.mend()
  expect((await patch(url, 6 * MiB, bytes.subarray(6 * MiB))).status).toBe(204)
  expect(md5((await objectOf(store, `${ada}/away`))!)).toBe(md5(bytes))
  const service = createService({
    databases: store.database.databases,
    identify: () => Promise.reject(new Error('nobody asks here')),
    blobs: store.blobs,
    signingSecret: 'unused',
    observe: () => {},
  })
  await sweep(service, { now: Date.now() + 7_200_000 })
  expect(await store.keysOf('objects')).toHaveLength(1)
})

test('D-18 a bare upload to a store that does not answer is refused in time, and no row is written', async () => {
  await using s3 = await startS3()
  await using line = await openLine(s3.settings.endpoint!)
  using blobs = s3BlobStore({ ...s3.settings, endpoint: line.url, patience })
  await using store = await startStorage({ blobs })
  line.hush()
  for (const size of [100, 12 * MiB]) {
    const startedAt = performance.now()
    const { error } = await store.as('service_role').from('shelf').upload('silent', randomBytes(size))
    expect(error).toMatchObject({ status: 503 })
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  }
  line.mend()
  expect(await objectOf(store, 'silent', 'shelf')).toBeNull()
  expect((await store.as('service_role').from('shelf').list()).data).toEqual([])
})

test('D-18 a store that went away is not asked to clear up as well', async () => {
  const removed: string[] = []
  const goesAway = (plainBlobs: BlobStore): BlobStore => ({
    ...plainBlobs,
    read: () => Promise.reject(new BlobStoreAwayError()),
    remove: async (keys) => {
      removed.push(...keys)
      await plainBlobs.remove(keys)
    },
  })
  await using store = await startStorage({ wrapBlobs: goesAway })
  const picture = await plain(40, 40, 'red').png().toBuffer()
  const { error } = await store.as('service_role').from('covers').upload('a.png', picture, { contentType: 'image/png' })
  expect(error).toMatchObject({ status: 503 })
  expect(removed).toEqual([])
})
