/** The third draw of storage; what it draws of lists by pages stands with the first. */
import { expect } from 'vitest'

import { picture } from '../../../../storage/testing/pictures.ts'
import { ada } from '../../../../storage/testing/storage-server.ts'
import type { DrawnCase } from '../../drawn.ts'
import { answers, form, put, says } from './objects.ts'
import { thirdNameCases } from './third-names.ts'
import type { StorageWorld } from './world.ts'

type Case = DrawnCase<StorageWorld>

const cat = await picture(64, 48).jpeg().toBuffer()
const jpeg = { 'content-type': 'image/jpeg' }
const unauthorized = {
  statusCode: '403',
  error: 'Unauthorized',
  message: 'new row violates row-level security policy',
}
const duplicate = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }

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
      await says(200, { message: 'Successfully deleted' }, 'DELETE /bucket/bucket5', { as: 'service_role' })(world)
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
    run: says(400, unauthorized, 'POST /object/bucket2/authenticated/casestudy.png', { as: 'anon', body: form() }),
  },
  { from: 'O.19', run: answers(400, 'POST', '/object/bucket2/authenticated/casestudy1.png', { body: form() }) },
  {
    from: 'O.21',
    run: afterPutting(
      'authenticated/casestudy-21.png',
      says(400, duplicate, 'POST /object/bucket2/authenticated/casestudy-21.png', {
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
    run: says(200, { Key: 'bucket2/authenticated/binary-1.png' }, 'POST /object/bucket2/authenticated/binary-1.png', {
      as: 'authenticated',
      headers: jpeg,
      body: cat,
    }),
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
    async run(world) {
      for (const tag of ['max-snippet: 10, notranslate', 'nofollow']) {
        await put(world, 'bucket2/test-file-3.txt', { 'x-robots-tag': tag })
        const answer = await world.ask('/object/authenticated/bucket2/test-file-3.txt', { as: 'service_role' })
        expect([answer.status, answer.headers.get('x-robots-tag')]).toEqual([200, tag])
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
      says(200, { message: 'Successfully deleted' }, 'DELETE /object/bucket2/authenticated/delete-65.png', {
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

export const thirdCases: readonly Case[] = [...buckets, ...reads, ...uploads, ...changes, ...thirdNameCases]
