/** DELETE /cdn (WIRE §3.4): the service forgets what it keeps of an object, a bucket, or all. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { s3BlobStore } from '../src/blobs/s3.ts'
import { plain } from '../testing/pictures.ts'
import { startS3 } from '../testing/s3-server.ts'
import { ada, startStorage, tokenFor, type StorageServer } from '../testing/storage-server.ts'

let server: StorageServer
beforeAll(async () => {
  server = await startStorage({ config: { publicLookupMs: 3_600_000 } })
})
afterAll(() => server[Symbol.asyncDispose]())

const service = (of = server) => of.as('service_role')
const purge = (path: string, who = 'service_role') =>
  server.fetch(path, { method: 'DELETE', headers: { authorization: `Bearer ${tokenFor(who)}` } })

async function showPictures(of = server): Promise<void> {
  const red = await plain(60, 60, 'red').png().toBuffer()
  for (const [bucket, name] of [
    ['covers', 'a.png'],
    ['covers', 'b.png'],
    ['shelf', 'c.png'],
  ] as const) {
    await service(of).from(bucket).upload(name, red, { contentType: 'image/png', upsert: true })
    for (const width of [20, 30]) {
      const answer = await of.fetch(`/render/image/public/${bucket}/${name}?width=${width}&format=origin`)
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
  }
}

beforeEach(async () => {
  await showPictures()
  // Those of the versions that were replaced go a moment later.
  await vi.waitFor(async () => {
    if ((await server.keysOf('variants')).length !== 6) throw new Error('Older variants are still there')
  }, 30_000)
})

test('the variants of one picture are made anew, and those of others stay', async () => {
  expect(await server.keysOf('variants')).toHaveLength(6)
  const { data, error } = await service().from('covers').purgeCache('a.png', { transformations: true })
  expect([data, error]).toEqual([{ message: 'success' }, null])
  expect(await server.keysOf('variants')).toHaveLength(4)
  expect((await server.fetch('/render/image/public/covers/a.png?width=20&format=origin')).status).toBe(200)
  expect((await service().from('covers').purgeCache('nothing.png')).data).toEqual({ message: 'success' })
})

test('a bucket, and everything', async () => {
  const { data } = await service().purgeBucketCache('covers', { transformations: true })
  expect(data).toEqual({ message: 'success' })
  expect(await server.keysOf('variants')).toHaveLength(2)
  expect((await purge('/cdn/')).status).toBe(200)
  expect(await server.keysOf('variants')).toHaveLength(0)
})

test('on S3 too', async () => {
  await using s3 = await startS3()
  using blobs = s3BlobStore(s3.settings)
  await using far = await startStorage({ blobs })
  await showPictures(far)
  await service(far).from('covers').purgeCache('a.png')
  expect(await far.keysOf('variants')).toHaveLength(4)
  await service(far).purgeBucketCache('covers')
  expect(await far.keysOf('variants')).toHaveLength(2)
})

test.each([
  { how: 'object', path: '/cdn/shelf/kept' },
  { how: 'bucket', path: '/cdn/shelf' },
  { how: 'all', path: '/cdn/' },
])('what another process did is seen at once afterwards ($how)', async ({ path }) => {
  await using other = await startStorage({ beside: server })
  await service().from('shelf').upload('kept', 'old', { upsert: true })
  expect(await (await server.fetch('/object/public/shelf/kept')).text()).toBe('old')
  await service(other).from('shelf').update('kept', 'new')
  await purge(`${path}?transformations=true`)
  expect(await (await server.fetch('/object/public/shelf/kept')).text()).toBe('old')
  await purge(path)
  expect(await (await server.fetch('/object/public/shelf/kept')).text()).toBe('new')
})

test('nobody else purges', async () => {
  for (const path of ['/cdn/', '/cdn/covers', '/cdn/covers/a.png']) {
    for (const who of [ada, 'anon']) {
      expect(await (await purge(path, who)).json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' })
    }
  }
  expect(await server.keysOf('variants')).toHaveLength(6)
})
