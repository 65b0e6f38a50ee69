/** Drawn cases of objects. */
import { expect } from 'vitest'

import { picture } from '../../../../storage/testing/pictures.ts'
import { ada } from '../../../../storage/testing/storage-server.ts'
import type { DrawnCase } from '../../drawn.ts'
import type { StorageWorld } from './world.ts'

type Case = DrawnCase<StorageWorld>

const cat = await picture(64, 48).jpeg().toBuffer()
const jpeg = { 'content-type': 'image/jpeg' }
const upsert = { 'x-upsert': 'true' }

function form(more: Readonly<Record<string, string>> = {}): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(cat)], { type: 'image/jpeg' }), 'sadcat.jpg')
  for (const [name, value] of Object.entries(more)) data.append(name, value)
  return data
}

const tooLarge = {
  statusCode: '413',
  error: 'Payload too large',
  message: 'The object exceeded the maximum allowed size',
}

async function put({ ask }: StorageWorld, path: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  const init = { method: 'POST', as: 'service_role', headers: { ...jpeg, ...upsert, ...headers }, body: cat } as const
  expect((await ask(`/object/${path}`, init)).status).toBe(200)
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

const answers =
  (status: number, method: string, path: string, init: Parameters<StorageWorld['ask']>[1] = {}) =>
  async ({ ask }: StorageWorld) => {
    expect((await ask(path, { method, ...init })).status).toBe(status)
  }

/** @param asked method and path */
const says =
  (status: number, body: unknown, asked: string, init: Parameters<StorageWorld['ask']>[1] = {}) =>
  async ({ ask }: StorageWorld) => {
    const [method = '', path = ''] = asked.split(' ')
    const answer = await ask(path, { method, ...init })
    expect([answer.status, await answer.json()]).toMatchObject([status, body])
  }

const uploads: readonly Case[] = [
  {
    from: 'O.17',
    async run({ ask }) {
      const init = { method: 'POST', as: 'authenticated', headers: upsert, body: form() } as const
      const answer = await ask('/object/bucket2/authenticated/casestudy1.png', init)
      const told = { Id: expect.any(String), Key: 'bucket2/authenticated/casestudy1.png' }
      expect([answer.status, await answer.json()]).toMatchObject([200, told])
    },
  },
  {
    from: 'O.23',
    async run({ ask }) {
      const init = { method: 'POST', as: 'service_role', headers: upsert, body: form() } as const
      const answer = await ask('/object/small/sadcat-upload23.png', init)
      expect([answer.status, await answer.json()]).toMatchObject([400, tooLarge])
    },
  },
  {
    from: 'O.26',
    async run(world) {
      const own = { test1: 'test1', test2: 'test2' }
      await put(world, 'bucket2/sadcat-upload3018.png', { 'x-metadata': encode(own) })
      const answer = await world.ask('/object/info/bucket2/sadcat-upload3018.png', { as: 'service_role' })
      expect(((await answer.json()) as { metadata: unknown }).metadata).toEqual(own)
    },
  },
  {
    from: 'O.27',
    async run({ ask }) {
      const own = { test1: 'test1', test2: 'test2' }
      const init = { method: 'POST', as: 'service_role', headers: upsert } as const
      const sent = await ask('/object/bucket2/sadcat-upload3019.png', {
        ...init,
        body: form({ metadata: JSON.stringify(own) }),
      })
      expect(sent.status).toBe(200)
      const answer = await ask('/object/info/bucket2/sadcat-upload3019.png', { as: 'service_role' })
      expect(((await answer.json()) as { metadata: unknown }).metadata).toEqual(own)
    },
  },
  {
    from: 'O.33',
    async run({ ask, serverWith }) {
      const init = { method: 'POST', as: 'anon', body: form() } as const
      const answer = await ask('/object/bucket2/public/sadcat55.jpg', init, await serverWith(1))
      expect([answer.status, await answer.json()]).toMatchObject([400, tooLarge])
    },
  },
  {
    from: 'O.38',
    run: answers(400, 'POST', '/object/bucket2/authenticated/binary-casestudy1.png', { headers: jpeg, body: cat }),
  },
  {
    from: 'O.39',
    run: answers(400, 'POST', '/object/notfound/authenticated/binary-casestudy1.png', {
      as: 'authenticated',
      headers: jpeg,
      body: cat,
    }),
  },
  {
    from: 'O.43',
    run: answers(400, 'POST', '/object/bucket4/', { as: 'anon', headers: { ...jpeg, ...upsert }, body: cat }),
  },
  {
    from: 'O.54',
    run: answers(400, 'PUT', '/object/notfound/authenticated/notfound.jpg', {
      as: 'authenticated',
      headers: jpeg,
      body: cat,
    }),
  },
  {
    from: 'O.125',
    async run(world) {
      await put(world, 'bucket2/test-file-2.txt', { 'x-robots-tag': 'all' })
      const answer = await world.ask('/object/authenticated/bucket2/test-file-2.txt', { as: 'service_role' })
      expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'all'])
    },
  },
  {
    from: 'O.129',
    async run({ ask }) {
      const name = encodeURIComponent('test\u0001\u0002.txt')
      const answer = await ask(`/object/bucket2/${name}`, {
        method: 'POST',
        as: 'service_role',
        headers: upsert,
        body: form(),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { statusCode: '400', error: 'InvalidKey', message: `Invalid key: ${name}` },
      ])
    },
  },
]

const reads: readonly Case[] = [
  {
    from: 'O.2',
    async run(world) {
      await put(world, 'bucket2/authenticated/casestudy.png')
      const { status, headers } = await world.ask('/object/bucket2/authenticated/casestudy.png', {
        as: 'authenticated',
      })
      expect([status, headers.get('etag'), headers.get('last-modified')]).toEqual([
        200,
        expect.any(String),
        expect.stringMatching(/ GMT$/),
      ])
    },
  },
  {
    from: 'O.8',
    async run(world) {
      await put(world, 'public-bucket-2/favicon.ico', { 'cache-control': 'no-cache' })
      const { status, headers } = await world.ask('/object/public-bucket-2/favicon.ico', { method: 'HEAD' })
      const told = ['etag', 'last-modified', 'content-length', 'cache-control'].map((name) => headers.get(name))
      expect([status, ...told]).toEqual([
        200,
        expect.any(String),
        expect.stringMatching(/ GMT$/),
        String(cat.length),
        'no-cache',
      ])
    },
  },
]

const key = 'authenticated/casestudy-2349.png'

const changes: readonly Case[] = [
  {
    from: 'O.58',
    async run(world) {
      await put(world, `bucket2/${key}`, { 'x-metadata': encode({ test1: 1234 }) })
      const answer = await world.ask('/object/copy', {
        method: 'POST',
        as: 'service_role',
        headers: { ...upsert, 'x-metadata': encode({ newMetadata: 'test1' }) },
        json: {
          bucketId: 'bucket2',
          sourceKey: key,
          destinationKey: key,
          metadata: { cacheControl: 'max-age=999', mimetype: 'image/gif' },
          copyMetadata: false,
        },
      })
      const metadata = { cacheControl: 'max-age=999', mimetype: 'image/gif' }
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { Key: `bucket2/${key}`, name: key, bucket_id: 'bucket2', metadata },
      ])
      const info = await world.ask(`/object/info/bucket2/${key}`, { as: 'service_role' })
      expect(await info.json()).toMatchObject({ metadata: { newMetadata: 'test1' }, content_type: 'image/gif' })
    },
  },
  {
    from: 'O.62',
    run: answers(400, 'POST', '/object/copy', {
      json: { bucketId: 'bucket2', sourceKey: 'authenticated/a.png', destinationKey: 'authenticated/b.png' },
    }),
  },
  {
    from: 'O.63',
    run: answers(400, 'POST', '/object/copy', {
      as: 'anon',
      json: { bucketId: 'notfound', sourceKey: 'authenticated/a.png', destinationKey: 'authenticated/b.png' },
    }),
  },
  { from: 'O.69', run: answers(400, 'DELETE', '/object/notfound/authenticated/notfound.jpg', { as: 'anon' }) },
  { from: 'O.72', run: answers(400, 'DELETE', '/object/bucket2', { json: { prefixes: ['authenticated/a.png'] } }) },
  {
    from: 'O.73',
    run: answers(200, 'DELETE', '/object/notfound', { as: 'anon', json: { prefixes: ['authenticated/a.png'] } }),
  },
  {
    from: 'O.106',
    async run(world) {
      await put(world, 'bucket2/authenticated/move-orig.png')
      await world.sql(`update storage.objects set owner_id = '${ada}' where name = 'authenticated/move-orig.png'`)
      const json = {
        bucketId: 'bucket2',
        sourceKey: 'authenticated/move-orig.png',
        destinationKey: 'authenticated/move-new.png',
      }
      expect((await world.ask('/object/move', { method: 'POST', as: 'authenticated', json })).status).toBe(200)
    },
  },
]

export { answers, form, put, says }
export const objectCases: readonly Case[] = [...uploads, ...reads, ...changes]
