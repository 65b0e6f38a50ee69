/** The third draw of storage; what it draws of lists by pages stands with the first. */
import { expect } from 'vitest'

import { picture } from '../../../../storage/testing/pictures.ts'
import { ada } from '../../../../storage/testing/storage-server.ts'
import type { DrawnCase } from '../../drawn.ts'
import { answers, form, put } from './objects.ts'
import type { StorageWorld } from './world.ts'

type Case = DrawnCase<StorageWorld>
type Init = Parameters<StorageWorld['ask']>[1]

const cat = await picture(64, 48).jpeg().toBuffer()
const jpeg = { 'content-type': 'image/jpeg' }
const unauthorized = {
  statusCode: '403',
  error: 'Unauthorized',
  message: 'new row violates row-level security policy',
}
const duplicate = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }

const says =
  (status: number, body: unknown, method: string, path: string, init: Init = {}) =>
  async ({ ask }: StorageWorld) => {
    const answer = await ask(path, { method, ...init })
    expect([answer.status, await answer.json()]).toMatchObject([status, body])
  }

/** The object is there already, as somebody's own. */
async function own(world: StorageWorld, key: string): Promise<void> {
  await put(world, `bucket2/${key}`)
  await world.sql(`update storage.objects set owner_id = '${ada}' where name = '${key}'`)
}

const afterPutting =
  (key: string, run: Case['run']): Case['run'] =>
  async (world) => {
    await own(world, key)
    await run(world)
  }

const buckets: readonly Case[] = [
  { from: 'B.11', run: answers(400, 'POST', '/bucket', { json: { name: 'newbucket1' } }) },
  { from: 'B.16', run: answers(400, 'PUT', '/bucket/public-bucket-2', { json: { public: true } }) },
  {
    from: 'B.18',
    async run(world) {
      await world.sql(`insert into storage.buckets (id, name) values ('bucket5', 'bucket5')`)
      await says(200, { message: 'Successfully deleted' }, 'DELETE', '/bucket/bucket5', { as: 'service_role' })(world)
    },
  },
]

const reads: readonly Case[] = [
  {
    from: 'O.3',
    async run(world) {
      await put(world, 'bucket2/authenticated/known.png')
      const path = '/object/authenticated/bucket2/authenticated/known.png'
      const { headers } = await world.ask(path, { as: 'authenticated' })
      const known = { 'if-modified-since': headers.get('last-modified')!, 'if-none-match': headers.get('etag')! }
      expect((await world.ask(path, { as: 'authenticated', headers: known })).status).toBe(304)
    },
  },
  {
    from: 'O.13',
    run: afterPutting(
      'authenticated/casestudy-13.png',
      answers(400, 'GET', '/object/authenticated/bucket2/authenticated/casestudy-13.png'),
    ),
  },
]

const uploads: readonly Case[] = [
  {
    from: 'O.18',
    run: says(400, unauthorized, 'POST', '/object/bucket2/authenticated/casestudy.png', { as: 'anon', body: form() }),
  },
  { from: 'O.19', run: answers(400, 'POST', '/object/bucket2/authenticated/casestudy1.png', { body: form() }) },
  {
    from: 'O.21',
    run: afterPutting(
      'authenticated/casestudy-21.png',
      says(400, duplicate, 'POST', '/object/bucket2/authenticated/casestudy-21.png', {
        as: 'authenticated',
        body: form(),
      }),
    ),
  },
  {
    from: 'O.22',
    async run(world) {
      await world.sql(`insert into storage.buckets (id, name, file_size_limit) values ('wide', 'wide', 1000000)`)
      await answers(200, 'POST', '/object/wide/sadcat.png', { as: 'service_role', body: form() })(world)
    },
  },
  {
    from: 'O.36',
    run: says(
      200,
      { Key: 'bucket2/authenticated/binary-1.png' },
      'POST',
      '/object/bucket2/authenticated/binary-1.png',
      {
        as: 'authenticated',
        headers: jpeg,
        body: cat,
      },
    ),
  },
  {
    from: 'O.40',
    run: afterPutting(
      'authenticated/casestudy-40.png',
      answers(400, 'POST', '/object/bucket2/authenticated/casestudy-40.png', {
        as: 'authenticated',
        headers: jpeg,
        body: cat,
      }),
    ),
  },
  {
    from: 'O.126',
    differs: 'files say the same to robots, whoever uploads them',
    async run(world) {
      for (const tag of ['max-snippet: 10, notranslate', 'nofollow']) {
        await put(world, 'bucket2/test-file-3.txt', { 'x-robots-tag': tag })
        const answer = await world.ask('/object/authenticated/bucket2/test-file-3.txt', { as: 'service_role' })
        expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, 'none'])
      }
    },
  },
]

const copies = (sourceKey: string, more: object = {}) => ({
  bucketId: 'bucket2',
  sourceKey: `authenticated/${sourceKey}`,
  destinationKey: `authenticated/new-${sourceKey}`,
  ...more,
})

const changes: readonly Case[] = [
  {
    from: 'O.60',
    run: afterPutting(
      'authenticated/across.png',
      answers(400, 'POST', '/object/copy', {
        as: 'authenticated',
        json: copies('across.png', { destinationBucket: 'bucket3', destinationKey: 'somekey/new.png' }),
      }),
    ),
  },
  {
    from: 'O.61',
    run: afterPutting(
      'authenticated/copy-61.png',
      answers(400, 'POST', '/object/copy', { as: 'anon', json: copies('copy-61.png') }),
    ),
  },
  {
    from: 'O.65',
    run: afterPutting(
      'authenticated/delete-65.png',
      says(200, { message: 'Successfully deleted' }, 'DELETE', '/object/bucket2/authenticated/delete-65.png', {
        as: 'authenticated',
      }),
    ),
  },
  {
    from: 'O.107',
    run: afterPutting(
      'authenticated/move-107.png',
      answers(200, 'POST', '/object/move', {
        as: 'authenticated',
        json: copies('move-107.png', { destinationBucket: 'bucket3' }),
      }),
    ),
  },
  {
    from: 'O.111',
    run: afterPutting(
      'authenticated/move-111.png',
      answers(400, 'POST', '/object/move', { json: copies('move-111.png') }),
    ),
  },
  {
    from: 'O.114',
    async run(world) {
      await own(world, 'authenticated/move-114.png')
      await own(world, 'authenticated/new-move-114.png')
      await answers(400, 'POST', '/object/move', { as: 'authenticated', json: copies('move-114.png') })(world)
    },
  },
]

const many = Array.from({ length: 10_001 }, (_, at) => `authenticated/${at}`)

const signs = (key: string, as: 'authenticated' | 'service_role' = 'authenticated') =>
  says(200, { url: expect.stringMatching(/token=/) }, 'POST', `/object/upload/sign/bucket2/${key}`, { as })

/** A signed address of an upload whose token is said otherwise. */
const uploadsBy =
  (tokenOf: (world: StorageWorld, path: string) => Promise<string>): Case['run'] =>
  async (world) => {
    const path = 'bucket2/public/sadcat-upload1.png'
    const token = await tokenOf(world, path)
    const answer = await world.ask(`/object/upload/sign/${path}?token=${token}`, { method: 'PUT', body: form() })
    expect(answer.status).toBe(400)
  }

const signatures: readonly Case[] = [
  { from: 'O.82', run: signs('authenticated/cat-82.jpg') },
  { from: 'O.86', run: signs('authenticated/notfound.jpg') },
  { from: 'O.90', run: uploadsBy(async () => 'xxx') },
  {
    from: 'O.91',
    run: uploadsBy(async ({ ask }, path) => {
      const signed = await ask(`/object/upload/sign/${path}`, { method: 'POST', as: 'service_role' })
      const { token } = (await signed.json()) as { token: string }
      const [head = '', body = '', signature = ''] = token.split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
      // NOTE: nobody but the server signs its tokens, so that one that has expired is one that was not signed.
      const expired = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
      return `${head}.${expired}.${signature}`
    }),
  },
  {
    from: 'O.94',
    differs: 'a list of addresses has at most a thousand',
    async run({ ask }) {
      for (const [count, status] of [
        [10_001, 400],
        [1_000, 200],
      ] as const) {
        const json = { expiresIn: 1000, paths: many.slice(0, count) }
        expect((await ask('/object/sign/bucket2', { method: 'POST', as: 'authenticated', json })).status).toBe(status)
      }
    },
  },
  { from: 'O.96', run: answers(400, 'POST', '/object/sign/bucket2', { json: { expiresIn: 1000, paths: many } }) },
  {
    from: 'O.97',
    run: says(
      200,
      [{ error: 'Either the object does not exist or you do not have access to it' }],
      'POST',
      '/object/sign/notfound',
      { as: 'authenticated', json: { expiresIn: 1000, paths: many.slice(0, 1) } },
    ),
  },
  {
    from: 'O.99',
    async run(world) {
      await put(world, 'bucket2/public/sadcat-99.png')
      const init = { method: 'POST', as: 'service_role', json: { expiresIn: 100 } } as const
      const signed = await world.ask('/object/sign/bucket2/public/sadcat-99.png', init)
      const { signedURL } = (await signed.json()) as { signedURL: string }
      const { status, headers } = await world.ask(signedURL)
      const told = ['x-robots-tag', 'etag', 'last-modified'].map((name) => headers.get(name))
      expect([status, ...told]).toEqual([200, 'none', expect.any(String), expect.stringMatching(/ GMT$/)])
    },
  },
]

/** Of a bucket of its own: what the original's has in its own. */
const listed = [
  'curlimage.jpg',
  'private/a.txt',
  'folder/b.txt',
  'authenticated/c.txt',
  'public/d.png',
  'public/d2.png',
]

const lists =
  (json: object, names: readonly string[]): Case['run'] =>
  async (world) => {
    const rows = listed.map((name) => `('plain', '${name}')`).join(', ')
    await world.sql(`insert into storage.buckets (id, name) values ('plain', 'plain') on conflict do nothing`)
    await world.sql(`insert into storage.objects (bucket_id, name) values ${rows} on conflict do nothing`)
    const answer = await world.ask('/object/list/plain', { method: 'POST', as: 'service_role', json })
    const found = ((await answer.json()) as { name: string }[]).map(({ name }) => name)
    expect([answer.status, found]).toEqual([200, names])
  }

const unicode = 'ひらがな-éàü-😀 kopie.jpg'
const asciiOnly = 'keys are of the letters that S3 calls safe'

const names: readonly Case[] = [
  {
    from: 'O.115',
    run: lists({ prefix: '', limit: 10, offset: 0 }, ['authenticated', 'folder', 'private', 'public', 'curlimage.jpg']),
  },
  { from: 'O.118', run: lists({ prefix: '', limit: 2, offset: 0 }, ['authenticated', 'folder']) },
  {
    from: 'O.122',
    run: lists({ prefix: 'public/', sortBy: { column: 'name', order: 'asc' } }, ['d.png', 'd2.png']),
  },
  {
    from: 'O.128',
    differs: asciiOnly,
    async run({ ask }) {
      const path = `/object/bucket2/test-utf8/${encodeURIComponent(unicode)}`
      const answer = await ask(path, { method: 'POST', as: 'service_role', body: form() })
      expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'InvalidKey' }])
    },
  },
  {
    from: 'O.131',
    differs: asciiOnly,
    run: says(400, { error: 'InvalidKey' }, 'POST', `/object/upload/sign/bucket2/${encodeURIComponent(unicode)}`, {
      as: 'service_role',
    }),
  },
]

export const thirdCases: readonly Case[] = [...buckets, ...reads, ...uploads, ...changes, ...signatures, ...names]
