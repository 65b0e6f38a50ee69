/** Objects and buckets by the official client of S3, beside the official client of storage/v1 (WIRE §3.9). */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'

import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { picture } from '../../testing/pictures.ts'
import { s3ClientFor } from '../../testing/s3-clients.ts'
import { ada, bob, startStorage, type StorageServer } from '../../testing/storage-server.ts'

let storage: StorageServer
let service: S3Client
let adas: S3Client

beforeAll(async () => {
  storage = await startStorage({ speaksS3: true, config: { fileSizeLimit: 20_000_000, bytesPerOwner: 30_000 } })
  service = s3ClientFor(storage.url)
  adas = s3ClientFor(storage.url, ada)
})
afterAll(async () => {
  service.destroy()
  adas.destroy()
  await storage[Symbol.asyncDispose]()
})

const textOf = async (client: S3Client, Key: string, more: object = {}) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'shelf', Key, ...more }))
  return Body?.transformToString()
}
/** The refusal’s code and status. */
const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => 'accepted',
    (error: { name: string; $metadata?: { httpStatusCode?: number } }) => [error.name, error.$metadata?.httpStatusCode],
  )

describe('both doors open on one room', () => {
  test('what S3 puts the other client reads, with all that was said of it', async () => {
    const put = new PutObjectCommand({
      Bucket: 'shelf',
      Key: 'letters/e one.txt',
      Body: 'Dear reader',
      ContentType: 'text/plain',
      CacheControl: 'max-age=60',
      Metadata: { mood: 'fair' },
    })
    const { ETag } = await service.send(put)
    expect(ETag).toBe(`"${createHash('md5').update('Dear reader').digest('hex')}"`)
    const { data } = await storage.as('service_role').from('shelf').info('letters/e one.txt')
    expect(data).toMatchObject({ size: 11, contentType: 'text/plain', cacheControl: 'max-age=60', etag: ETag })
    expect(data?.metadata).toEqual({ mood: 'fair' })
    const got = await service.send(new GetObjectCommand({ Bucket: 'shelf', Key: 'letters/e one.txt' }))
    expect([got.ContentType, got.Metadata, got.ETag, await got.Body?.transformToString()]).toEqual([
      'text/plain',
      { mood: 'fair' },
      ETag,
      'Dear reader',
    ])
  })

  test('what the other client uploads S3 reads, in ranges too', async () => {
    await storage.as('service_role').from('shelf').upload('digits', '0123456789', { contentType: 'text/plain' })
    expect(await textOf(service, 'digits')).toBe('0123456789')
    expect(await textOf(service, 'digits', { Range: 'bytes=2-4' })).toBe('234')
    const head = await service.send(new HeadObjectCommand({ Bucket: 'shelf', Key: 'digits' }))
    expect([head.ContentLength, head.AcceptRanges]).toEqual([10, 'bytes'])
    expect(await refusal(textOf(service, 'digits', { Range: 'bytes=20-30' }))).toEqual(['InvalidRange', 416])
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const)(
    'a stream with its %s behind it',
    async (sum) => {
      const Body = Readable.from([Buffer.alloc(70_000, 'a'), Buffer.alloc(70_000, 'b')])
      const put = { Bucket: 'shelf', Key: `streamed-${sum}`, Body, ContentLength: 140_000, ChecksumAlgorithm: sum }
      await service.send(new PutObjectCommand(put))
      expect(await textOf(service, `streamed-${sum}`, { Range: 'bytes=69998-70001' })).toBe('aabb')
    },
  )
})

describe('conditions', () => {
  test('of a read', async () => {
    const { ETag } = await service.send(new PutObjectCommand({ Bucket: 'shelf', Key: 'fixed', Body: 'x' }))
    expect(await textOf(service, 'fixed', { IfMatch: ETag })).toBe('x')
    expect(await refusal(textOf(service, 'fixed', { IfMatch: '"other"' }))).toEqual(['PreconditionFailed', 412])
    expect(await refusal(textOf(service, 'fixed', { IfNoneMatch: ETag }))).toEqual(['Unknown', 304])
    const past = new Date(Date.now() - 86_400_000)
    expect(await refusal(textOf(service, 'fixed', { IfUnmodifiedSince: past }))).toEqual(['PreconditionFailed', 412])
    expect(await textOf(service, 'fixed', { IfModifiedSince: past })).toBe('x')
  })

  test('of a write: only where nothing is yet', async () => {
    const put = () => service.send(new PutObjectCommand({ Bucket: 'shelf', Key: 'once', Body: 'x', IfNoneMatch: '*' }))
    await put()
    expect(await refusal(put())).toEqual(['PreconditionFailed', 412])
  })
})

describe('copies and removals', () => {
  test('a copy keeps or replaces what is said of the object', async () => {
    const Metadata = { by: 'ann' }
    await service.send(new PutObjectCommand({ Bucket: 'shelf', Key: 'a & b+c', Body: 'copy me', Metadata }))
    const CopySource = `shelf/${encodeURIComponent('a & b+c')}`
    const kept = await service.send(new CopyObjectCommand({ Bucket: 'manuscripts', Key: 'kept', CopySource }))
    expect(kept.CopyObjectResult).toEqual({
      ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      LastModified: expect.any(Date),
    })
    const replace = { MetadataDirective: 'REPLACE', ContentType: 'text/csv', Metadata: { by: 'eve' } } as const
    await service.send(new CopyObjectCommand({ Bucket: 'shelf', Key: 'replaced', CopySource, ...replace }))
    const heads = [
      { Bucket: 'manuscripts', Key: 'kept' },
      { Bucket: 'shelf', Key: 'replaced' },
    ].map((place) => service.send(new HeadObjectCommand(place)))
    expect((await Promise.all(heads)).map((head) => [head.ContentType, head.Metadata])).toEqual([
      ['application/octet-stream', { by: 'ann' }],
      ['text/csv', { by: 'eve' }],
    ])
    const denied = new CopyObjectCommand({ Bucket: 'shelf', Key: 'x', CopySource, CopySourceIfMatch: '"other"' })
    expect(await refusal(service.send(denied))).toEqual(['PreconditionFailed', 412])
  })

  test('one at a time, many at once, and what is not there is gone', async () => {
    for (const Key of ['gone/1', 'gone/2', 'gone/3'])
      await service.send(new PutObjectCommand({ Bucket: 'shelf', Key, Body: 'x' }))
    await service.send(new DeleteObjectCommand({ Bucket: 'shelf', Key: 'gone/1' }))
    await service.send(new DeleteObjectCommand({ Bucket: 'shelf', Key: 'gone/1' }))
    const Objects = ['gone/2', 'gone/3', 'gone/4'].map((Key) => ({ Key }))
    const { Deleted, Errors } = await service.send(new DeleteObjectsCommand({ Bucket: 'shelf', Delete: { Objects } }))
    expect([Deleted?.map(({ Key }) => Key), Errors]).toEqual([['gone/2', 'gone/3', 'gone/4'], undefined])
    expect((await storage.as('service_role').from('shelf').list('gone')).data).toEqual([])
  })
})

describe('listing', () => {
  const names = ['a.txt', 'b/1.txt', 'b/2.txt', 'b/c/3.txt', 'd-e-1', 'd-e-2', 'f (e)']
  beforeAll(async () => {
    await service.send(new CreateBucketCommand({ Bucket: 'tree' }))
    for (const Key of names) await service.send(new PutObjectCommand({ Bucket: 'tree', Key, Body: Key }))
  })

  test.each([
    [{}, names, []],
    [{ Delimiter: '/' }, ['a.txt', 'd-e-1', 'd-e-2', 'f (e)'], ['b/']],
    [{ Delimiter: '/', Prefix: 'b/' }, ['b/1.txt', 'b/2.txt'], ['b/c/']],
    [{ Delimiter: '-' }, ['a.txt', 'b/1.txt', 'b/2.txt', 'b/c/3.txt', 'f (e)'], ['d-']],
    [{ Prefix: 'b/c' }, ['b/c/3.txt'], []],
    [{ StartAfter: 'b/2.txt' }, names.slice(3), []],
    [{ EncodingType: 'url', Prefix: 'f' }, ['f%20(e)'], []],
    [{ MaxKeys: 0 }, [], []],
  ] as const)('%j', async (given, keys, prefixes) => {
    const page = await service.send(new ListObjectsV2Command({ Bucket: 'tree', ...given }))
    const folders = page.CommonPrefixes?.map(({ Prefix }) => Prefix) ?? []
    expect([page.Contents?.map(({ Key }) => Key) ?? [], folders]).toEqual([keys, prefixes])
    expect([page.KeyCount, page.IsTruncated]).toEqual([keys.length + prefixes.length, false])
  })

  test('page by page, folders counted like names, in both versions', async () => {
    const pages: string[][] = []
    const options = { client: service, pageSize: 2 }
    for await (const page of paginateListObjectsV2(options, { Bucket: 'tree', Delimiter: '/' }))
      pages.push([
        ...(page.Contents ?? []).map(({ Key }) => Key!),
        ...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix!),
      ])
    expect(pages).toEqual([['a.txt', 'b/'], ['d-e-1', 'd-e-2'], ['f (e)']])
    const first = await service.send(new ListObjectsCommand({ Bucket: 'tree', Delimiter: '/', MaxKeys: 2 }))
    expect([first.IsTruncated, first.NextMarker]).toEqual([true, 'b/'])
    const rest = await service.send(
      new ListObjectsCommand({ Bucket: 'tree', Delimiter: '/', Marker: first.NextMarker }),
    )
    expect(rest.Contents?.map(({ Key, Size, ETag }) => [Key, Size, ETag?.length])).toEqual([
      ['d-e-1', 5, 34],
      ['d-e-2', 5, 34],
      ['f (e)', 5, 34],
    ])
  })

  test('a token of nobody’s', async () => {
    const page = new ListObjectsV2Command({ Bucket: 'tree', ContinuationToken: 'é' })
    expect(await refusal(service.send(page))).toEqual(['InvalidArgument', 400])
  })
})

test('buckets are made, told, found and removed', async () => {
  await service.send(new CreateBucketCommand({ Bucket: 'attic' }))
  expect(await refusal(service.send(new CreateBucketCommand({ Bucket: 'attic' })))).toEqual([
    'BucketAlreadyExists',
    409,
  ])
  const { Buckets } = await service.send(new ListBucketsCommand())
  expect(Buckets).toContainEqual({ Name: 'attic', CreationDate: expect.any(Date) })
  const { data } = await storage.as('service_role').getBucket('attic')
  expect(data).toMatchObject({ public: false })
  await service.send(new HeadBucketCommand({ Bucket: 'attic' }))
  await service.send(new GetBucketLocationCommand({ Bucket: 'attic' }))
  await service.send(new PutObjectCommand({ Bucket: 'attic', Key: 'x', Body: 'x' }))
  expect(await refusal(service.send(new DeleteBucketCommand({ Bucket: 'attic' })))).toEqual(['BucketNotEmpty', 409])
  await service.send(new DeleteObjectCommand({ Bucket: 'attic', Key: 'x' }))
  await service.send(new DeleteBucketCommand({ Bucket: 'attic' }))
  expect(await refusal(service.send(new HeadBucketCommand({ Bucket: 'attic' })))).toEqual(['NotFound', 404])
  expect(await refusal(service.send(new ListObjectsV2Command({ Bucket: 'attic' })))).toEqual(['NoSuchBucket', 404])
})

describe('a person’s own token', () => {
  test('opens what their policies open, and nothing else', async () => {
    const own = { Bucket: 'manuscripts', Key: `${ada}/poem.txt` }
    await adas.send(new PutObjectCommand({ ...own, Body: 'mine' }))
    const { data } = await storage.as(ada).from('manuscripts').download(own.Key)
    expect(await data?.text()).toBe('mine')
    const bobs = s3ClientFor(storage.url, bob)
    expect(await refusal(bobs.send(new GetObjectCommand(own)))).toEqual(['NoSuchKey', 404])
    expect(await refusal(bobs.send(new PutObjectCommand({ ...own, Body: 'his' })))).toEqual(['AccessDenied', 403])
    await bobs.send(new DeleteObjectCommand(own))
    expect((await bobs.send(new ListObjectsV2Command({ Bucket: 'manuscripts' }))).KeyCount).toBe(0)
    expect((await bobs.send(new ListBucketsCommand())).Buckets).toEqual([])
    expect(await refusal(bobs.send(new CreateBucketCommand({ Bucket: 'his' })))).toEqual(['AccessDenied', 403])
    const listed = await adas.send(new ListObjectsV2Command({ Bucket: 'manuscripts' }))
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual([own.Key])
    bobs.destroy()
  })

  test('counts against what one person may store', async () => {
    const put = new PutObjectCommand({ Bucket: 'manuscripts', Key: `${ada}/long`, Body: Buffer.alloc(30_000) })
    expect(await refusal(adas.send(put))).toEqual(['EntityTooLarge', 400])
  })

  test('a bucket’s size and types hold', async () => {
    const cover = (Body: Buffer, ContentType: string) =>
      service.send(new PutObjectCommand({ Bucket: 'covers', Key: 'c', Body, ContentType }))
    expect(await refusal(cover(Buffer.from('x'), 'text/plain'))).toEqual(['InvalidMimeType', 400])
    expect(await refusal(cover(Buffer.from('no picture at all'), 'image/png'))).toEqual(['InvalidMimeType', 400])
    expect(await refusal(cover(Buffer.alloc(2_200_000), 'image/png'))).toEqual(['EntityTooLarge', 400])
    await cover(await picture(20, 10).png().toBuffer(), 'image/png')
  })
})
