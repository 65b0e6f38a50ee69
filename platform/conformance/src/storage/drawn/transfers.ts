/** Drawn cases of the S3 protocol and of resumable uploads, by the clients that the original's tests use. */
import { createHmac, randomUUID } from 'node:crypto'

import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { expect } from 'vitest'

import { sendByClient } from '../../../../storage/testing/resumable.ts'
import { servicePair, tokenFor, type StorageServer } from '../../../../storage/testing/storage-server.ts'
import type { DrawnCase } from '../../drawn.ts'

export interface TransferWorld {
  readonly server: StorageServer
  readonly client: S3Client
}

type Case = DrawnCase<TransferWorld>

const KiB = 1024

async function bucketOf({ client }: TransferWorld): Promise<string> {
  const Bucket = `TestBucket-${randomUUID()}`
  await client.send(new CreateBucketCommand({ Bucket, ACL: 'public-read' }))
  return Bucket
}

const put = ({ client }: TransferWorld, Bucket: string, Key: string, size = KiB) =>
  client.send(new PutObjectCommand({ Bucket, Key, ContentType: 'image/jpg', Body: Buffer.alloc(size) }))

async function filled(world: TransferWorld): Promise<string> {
  const bucket = await bucketOf(world)
  for (const key of ['test-1.jpg', 'prefix-1/test-1.jpg', 'prefix-3/test-1.jpg']) await put(world, bucket, key)
  return bucket
}

const statusOf = ({ $metadata }: { $metadata: { httpStatusCode?: number } }) => $metadata.httpStatusCode

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
    differs: 'there are no versions of objects, and nothing is said of them',
    async run(world) {
      const Bucket = await bucketOf(world)
      const { Status, MFADelete } = await world.client.send(new GetBucketVersioningCommand({ Bucket }))
      expect([Status, MFADelete]).toEqual([undefined, undefined])
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

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** As a browser's form is signed for S3 (signature v4, POST policy). */
function signedForm(bucket: string): FormData {
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${date.slice(0, 8)}/eu-west-9/s3/aws4_request`
  const fields = {
    bucket,
    key: 'test.jpg',
    'Content-Type': 'image/jpg',
    'X-Amz-Meta-Custom': 'meta-field',
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${servicePair.accessKeyId}/${scope}`,
    'X-Amz-Date': date,
  }
  const conditions = Object.entries(fields).map(([name, value]) => ({ [name]: value }))
  const expiration = new Date(Date.now() + 5_000_000).toISOString()
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${servicePair.secretAccessKey}`)
  const form = new FormData()
  const signature = hmac(key, policy).toString('hex')
  for (const [name, value] of Object.entries({ ...fields, Policy: policy, 'X-Amz-Signature': signature }))
    form.set(name, value)
  form.set('file', new Blob([new Uint8Array(KiB)]), 'test.jpg')
  return form
}

async function begin({ client }: TransferWorld, Bucket: string, Key = 'test-1.jpg') {
  const place = { Bucket, Key }
  const asked = { ...place, ContentType: 'image/jpg', CacheControl: 'max-age=2000' }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(asked))
  expect(UploadId).toBeTruthy()
  return { ...place, UploadId }
}

const part = ({ client }: TransferWorld, begun: Awaited<ReturnType<typeof begin>>, PartNumber: number) =>
  client.send(new UploadPartCommand({ ...begun, PartNumber, Body: Buffer.alloc(5 * KiB) }))

const uploads: readonly Case[] = [
  {
    from: 'S.16',
    differs: 'forms are not taken: browsers upload by signed addresses',
    async run(world) {
      const bucket = await bucketOf(world)
      const answer = await fetch(`${world.server.url}/s3/${bucket}`, { method: 'POST', body: signedForm(bucket) })
      expect(answer.status).toBe(403)
    },
  },
  { from: 'S.18', run: async (world) => void (await begin(world, await bucketOf(world))) },
  {
    from: 'S.19',
    async run(world) {
      expect((await part(world, await begin(world, await bucketOf(world)), 1)).ETag).toMatch(/./)
    },
  },
  {
    from: 'S.20',
    async run(world) {
      const begun = await begin(world, await bucketOf(world))
      const { ETag } = await part(world, begun, 1)
      const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
      const answer = await world.client.send(new CompleteMultipartUploadCommand({ ...begun, MultipartUpload }))
      expect([statusOf(answer), answer.Key]).toEqual([200, 'test-1.jpg'])
    },
  },
  {
    from: 'S.22',
    async run(world) {
      expect(statusOf(await put(world, await bucketOf(world), 'test-1-put-object.jpg', 12 * KiB))).toBe(200)
    },
  },
  {
    from: 'S.24',
    async run(world) {
      const place = { Bucket: await bucketOf(world), Key: 'test-1-put-object.jpg' }
      const Metadata = { nice: '1111', test2: 'test3' }
      await world.client.send(new PutObjectCommand({ ...place, Body: Buffer.alloc(12 * KiB), Metadata }))
      expect((await world.client.send(new HeadObjectCommand(place))).Metadata).toEqual(Metadata)
    },
  },
  {
    from: 'S.46',
    async run(world) {
      const begun = await begin(world, await bucketOf(world))
      for (const number of [1, 2, 3]) await part(world, begun, number)
      let marker: string | undefined
      for (const number of [1, 2, 3]) {
        const asked = new ListPartsCommand({ ...begun, MaxParts: 1, PartNumberMarker: marker })
        const page = await world.client.send(asked)
        expect(page.Parts?.map(({ PartNumber }) => PartNumber)).toEqual([number])
        marker = page.NextPartNumberMarker
      }
    },
  },
  {
    from: 'S.47',
    async run(world) {
      const bucket = await bucketOf(world)
      await put(world, bucket, 'source.jpg', 12 * KiB)
      const begun = await begin(world, bucket, 'new.jpg')
      const CopySource = `${bucket}/source.jpg`
      const asked = { ...begun, PartNumber: 1, CopySource, CopySourceRange: `bytes=0-${4 * KiB}` }
      const { CopyPartResult } = await world.client.send(new UploadPartCopyCommand(asked))
      expect(CopyPartResult).toEqual({ ETag: expect.stringMatching(/./), LastModified: expect.any(Date) })
      expect((await world.client.send(new ListPartsCommand(begun))).Parts).toHaveLength(1)
    },
  },
  {
    from: 'T.2',
    async run({ server }) {
      const sent = sendByClient({
        to: server,
        name: 'cat.jpeg',
        bytes: Buffer.alloc(KiB),
        options: {
          onShouldRetry: () => false,
          headers: { authorization: `Bearer ${tokenFor('service_role')}`, 'x-upsert': 'true' },
          metadata: {
            bucketName: 'doesn-exist',
            objectName: 'cat.jpeg',
            contentType: 'image/jpeg',
            cacheControl: '3600',
          },
        },
      })
      const error = await sent.then(
        () => null,
        (thrown: { originalResponse: { getBody(): string; getStatus(): number } }) => thrown.originalResponse,
      )
      expect([error?.getStatus(), error?.getBody()]).toEqual([404, 'Bucket not found'])
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
    differs: 'what is asked for with a signature is for that caller’s cache alone',
    async run(world) {
      const place = { Bucket: await bucketOf(world), Key: 'test-copy-1.jpg' }
      await put(world, place.Bucket, place.Key)
      const other = { ContentType: 'image/png', CacheControl: 'max-age=2009' }
      const CopySource = `${place.Bucket}/${place.Key}`
      const asked = new CopyObjectCommand({ ...place, ...other, CopySource, MetadataDirective: 'REPLACE' })
      expect((await world.client.send(asked)).CopyObjectResult?.ETag).toMatch(/./)
      expect(await world.client.send(new HeadObjectCommand(place))).toMatchObject({
        ...other,
        CacheControl: `private, ${other.CacheControl}`,
      })
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

export const transferCases: readonly Case[] = [...buckets, ...lists, ...uploads, ...reads]
