/** Drawn cases of the S3 protocol and of resumable uploads, by the clients that the original's tests use. */
import { randomUUID } from 'node:crypto'

import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect } from 'vitest'

import { transferUploads } from './transfer-uploads.ts'
import { bucketOf, KiB, put, statusOf, type Case, type TransferWorld } from './transfer-world.ts'

async function filled(world: TransferWorld): Promise<string> {
  const bucket = await bucketOf(world)
  for (const key of ['test-1.jpg', 'prefix-1/test-1.jpg', 'prefix-3/test-1.jpg']) await put(world, bucket, key)
  return bucket
}

const refused = (sent: Promise<unknown>) =>
  sent.then(
    () => 'accepted',
    (error: { message: string; $metadata: { httpStatusCode?: number } }) => [statusOf(error), error.message],
  )

const buckets: readonly Case[] = [
  {
    from: 'S.1',
    async run({ client }) {
      const asked = new CreateBucketCommand({ Bucket: `SomeBucket-${randomUUID()}`, ACL: 'public-read' })
      expect((await client.send(asked)).Location).toMatch(/SomeBucket-/)
    },
  },
  {
    from: 'S.2',
    async run(world) {
      const Bucket = await bucketOf(world)
      const { Status, MFADelete } = await world.client.send(new GetBucketVersioningCommand({ Bucket }))
      expect([Status, MFADelete]).toEqual(['Suspended', 'Disabled'])
    },
  },
  {
    from: 'S.5',
    async run(world) {
      const Bucket = await bucketOf(world)
      await put(world, Bucket, 'test-1.jpg')
      expect(await refused(world.client.send(new DeleteBucketCommand({ Bucket })))).toEqual([
        409,
        'The bucket you tried to delete is not empty',
      ])
    },
  },
]

const lists: readonly Case[] = [
  {
    from: 'S.9',
    async run(world) {
      const Bucket = await bucketOf(world)
      expect((await world.client.send(new ListObjectsCommand({ Bucket }))).Contents).toBeUndefined()
    },
  },
  {
    from: 'S.11',
    async run(world) {
      const Bucket = await bucketOf(world)
      expect((await world.client.send(new ListObjectsV2Command({ Bucket }))).Contents).toBeUndefined()
    },
  },
  {
    from: 'S.13',
    async run(world) {
      const asked = new ListObjectsV2Command({ Bucket: await filled(world), Delimiter: '/' })
      const { Contents, CommonPrefixes, KeyCount } = await world.client.send(asked)
      expect([Contents?.length, CommonPrefixes?.length, KeyCount]).toEqual([1, 2, 3])
    },
  },
  {
    from: 'S.15',
    async run(world) {
      const place = { Bucket: await filled(world), Delimiter: '/', MaxKeys: 1 }
      const ask = (more: object) => world.client.send(new ListObjectsV2Command({ ...place, ...more }))
      const first = await ask({ StartAfter: 'prefix-1/test-1.jpg' })
      expect(first).toMatchObject({ CommonPrefixes: [{ Prefix: 'prefix-3/' }], IsTruncated: true })
      const next = { ContinuationToken: first.NextContinuationToken }
      for (const more of [next, { ...next, StartAfter: 'prefix-3/test-1.jpg' }]) {
        const page = await ask(more)
        expect([page.Contents?.map(({ Key }) => Key), page.CommonPrefixes]).toEqual([['test-1.jpg'], undefined])
        expect(page.IsTruncated).toBe(false)
      }
    },
  },
]

const reads: readonly Case[] = [
  {
    from: 'S.29',
    async run(world) {
      const place = { Bucket: await bucketOf(world), Key: 'test-1.jpg' }
      await put(world, place.Bucket, place.Key)
      const answer = await world.client.send(new GetObjectCommand(place))
      expect(await answer.Body?.transformToByteArray()).toHaveLength(KiB)
      expect(answer.ETag).toMatch(/./)
    },
  },
  {
    from: 'S.37',
    async run(world) {
      const [source, Bucket] = [await bucketOf(world), await bucketOf(world)]
      await put(world, source, 'test-copy-1.jpg')
      const asked = { Bucket, Key: 'test-copied-2.jpg', CopySource: `${source}/test-copy-1.jpg` }
      expect((await world.client.send(new CopyObjectCommand(asked))).CopyObjectResult?.ETag).toMatch(/./)
    },
  },
  {
    from: 'S.39',
    async run(world) {
      const place = { Bucket: await bucketOf(world), Key: 'test-copy-1.jpg' }
      await put(world, place.Bucket, place.Key)
      const other = { ContentType: 'image/png', CacheControl: 'max-age=2009' }
      const CopySource = `${place.Bucket}/${place.Key}`
      const asked = new CopyObjectCommand({ ...place, ...other, CopySource, MetadataDirective: 'REPLACE' })
      expect((await world.client.send(asked)).CopyObjectResult?.ETag).toMatch(/./)
      expect(await world.client.send(new HeadObjectCommand(place))).toMatchObject(other)
    },
  },
  {
    from: 'S.51',
    async run(world) {
      const place = { Bucket: await bucketOf(world), Key: 'test-1.jpg' }
      await put(world, place.Bucket, place.Key, 2 * KiB)
      const address = await getSignedUrl(world.client, new GetObjectCommand(place), { expiresIn: 100 })
      expect((await fetch(address)).ok).toBe(true)
    },
  },
]

export const transferCases: readonly Case[] = [...buckets, ...lists, ...transferUploads, ...reads]
