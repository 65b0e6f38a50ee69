/** Uploads in parts by the official client of S3, over two nodes (WIRE §3.9). */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { systemSession } from '@platform/database'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { sweep } from '../../src/cleanup/sweep.ts'
import { createService } from '../../src/service.ts'
import { s3ClientFor } from '../../testing/s3-clients.ts'
import { ada, bob, startStorage, type StorageServer } from '../../testing/storage-server.ts'

const MiB = 1_048_576
let one: StorageServer
let two: StorageServer
let here: S3Client
let there: S3Client

beforeAll(async () => {
  const config = { fileSizeLimit: 13 * MiB, bytesPerOwner: 12 * MiB, resumable: { openPerOwner: 2 } }
  one = await startStorage({ speaksS3: true, config })
  two = await startStorage({ speaksS3: true, config, beside: one })
  here = s3ClientFor(one.url)
  there = s3ClientFor(two.url)
})
afterAll(async () => {
  here.destroy()
  there.destroy()
  await two[Symbol.asyncDispose]()
  await one[Symbol.asyncDispose]()
})

const refusal = (sent: Promise<unknown>) =>
  sent.then(
    () => 'accepted',
    (error: { name: string; $metadata?: { httpStatusCode?: number } }) => [error.name, error.$metadata?.httpStatusCode],
  )

async function begin(client: S3Client, Key: string, Bucket = 'shelf') {
  const place = { Bucket, Key }
  const { UploadId } = await client.send(
    new CreateMultipartUploadCommand({ ...place, ContentType: 'text/plain', Metadata: { by: 'ann' } }),
  )
  return { ...place, UploadId }
}
type Begun = Awaited<ReturnType<typeof begin>>

const send = async (client: S3Client, begun: Begun, PartNumber: number, Body: Buffer): Promise<CompletedPart> => {
  const { ETag } = await client.send(new UploadPartCommand({ ...begun, PartNumber, Body }))
  return { PartNumber, ETag }
}
const complete = (client: S3Client, begun: Begun, Parts: CompletedPart[]) =>
  client.send(new CompleteMultipartUploadCommand({ ...begun, MultipartUpload: { Parts } }))

test('parts come to either node, one of them twice and one from an object, and become one', async () => {
  const begun = await begin(here, 'long.txt')
  const first = await send(here, begun, 1, Buffer.alloc(5 * MiB, 'a'))
  await send(here, begun, 2, Buffer.alloc(5 * MiB, 'x'))
  const second = await send(there, begun, 2, Buffer.alloc(5 * MiB, 'b'))
  await there.send(new PutObjectCommand({ Bucket: 'shelf', Key: 'source', Body: '0123456789' }))
  const copy = { ...begun, PartNumber: 7, CopySource: 'shelf/source', CopySourceRange: 'bytes=3-5' }
  const { CopyPartResult } = await there.send(new UploadPartCopyCommand(copy))
  const last = { PartNumber: 7, ETag: CopyPartResult?.ETag }

  const listed = await here.send(new ListPartsCommand({ ...begun, MaxParts: 2 }))
  expect(listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
    [1, 5 * MiB],
    [2, 5 * MiB],
  ])
  expect([listed.IsTruncated, listed.NextPartNumberMarker]).toEqual([true, '2'])

  expect(await refusal(complete(there, begun, [second, first]))).toEqual(['InvalidPartOrder', 400])
  expect(await refusal(complete(there, begun, [{ ...first, ETag: '"0"' }]))).toEqual(['InvalidPart', 400])
  const { ETag } = await complete(there, begun, [first, second, last])
  expect(ETag).toMatch(/^"[0-9a-f]{32}-3"$/)
  const head = await here.send(new HeadObjectCommand({ Bucket: 'shelf', Key: 'long.txt' }))
  expect([head.ContentLength, head.ContentType, head.Metadata, head.ETag]).toEqual([
    10 * MiB + 3,
    'text/plain',
    { by: 'ann' },
    ETag,
  ])
  const range = { Bucket: 'shelf', Key: 'long.txt', Range: `bytes=${5 * MiB - 2}-${5 * MiB + 1}` }
  const { Body } = await here.send(new GetObjectCommand(range))
  expect(await Body?.transformToString()).toBe('aabb')
  const { data } = await one.as('service_role').from('shelf').download('long.txt')
  expect((await data?.text())?.endsWith('bb345')).toBe(true)
  expect(await refusal(complete(here, begun, [first, second, last]))).toEqual(['NoSuchUpload', 404])
})

test('small parts, parts that were not sent, and more than a file may have', async () => {
  const begun = await begin(here, 'refused')
  const parts = [await send(here, begun, 1, Buffer.from('a')), await send(here, begun, 2, Buffer.from('b'))]
  expect(await refusal(complete(here, begun, parts))).toEqual(['EntityTooSmall', 400])
  expect(await refusal(send(here, begun, 10_001, Buffer.from('c')))).toEqual(['InvalidArgument', 400])
  expect(await refusal(send(here, begun, 3, Buffer.alloc(14 * MiB)))).toEqual(['EntityTooLarge', 400])
  await here.send(new AbortMultipartUploadCommand(begun))
  expect(await refusal(send(there, begun, 1, Buffer.from('a')))).toEqual(['NoSuchUpload', 404])
})

test('a person’s uploads are theirs, few at a time, and within their room', async () => {
  const adas = s3ClientFor(one.url, ada)
  const bobs = s3ClientFor(two.url, bob)
  const begun = await begin(adas, `${ada}/album`, 'manuscripts')
  expect(await refusal(begin(bobs, `${ada}/album`, 'manuscripts'))).toEqual(['AccessDenied', 403])
  expect(await refusal(send(bobs, begun, 1, Buffer.from('b')))).toEqual(['NoSuchUpload', 404])
  const second = await begin(adas, `${ada}/another`, 'manuscripts')
  expect(await refusal(begin(adas, `${ada}/third`, 'manuscripts'))).toEqual(['SlowDown', 503])
  await send(adas, begun, 1, Buffer.alloc(7 * MiB))
  expect(await refusal(send(adas, second, 1, Buffer.alloc(6 * MiB)))).toEqual(['EntityTooLarge', 400])
  const own = await adas.send(new ListMultipartUploadsCommand({ Bucket: 'manuscripts' }))
  expect(own.Uploads?.map(({ Key }) => Key)).toEqual([`${ada}/album`, `${ada}/another`])
  expect((await bobs.send(new ListMultipartUploadsCommand({ Bucket: 'manuscripts' }))).Uploads).toBeUndefined()
  for (const upload of [begun, second]) await adas.send(new AbortMultipartUploadCommand(upload))
  await adas.send(new PutObjectCommand({ Bucket: 'manuscripts', Key: `${ada}/now`, Body: Buffer.alloc(10 * MiB) }))
  adas.destroy()
  bobs.destroy()
})

test('the client’s own way of sending what is large', async () => {
  const params = { Bucket: 'shelf', Key: 'by-itself', Body: Buffer.alloc(11 * MiB, 'z') }
  const { ETag } = await new Upload({ client: here, params, queueSize: 3, partSize: 5 * MiB }).done()
  expect(ETag).toMatch(/-3"$/)
  const { ContentLength } = await there.send(new HeadObjectCommand({ Bucket: 'shelf', Key: 'by-itself' }))
  expect(ContentLength).toBe(11 * MiB)
})

test('what nobody ended goes by itself, and nothing of it stays', async () => {
  const begun = await begin(here, 'forgotten')
  await send(here, begun, 1, Buffer.from('left behind'))
  const { gateway, system } = one.database.databases
  await system.write(systemSession, (tx) =>
    tx.execute("update storage.s3_multipart_uploads set expires_at = now() - interval '1 second'"),
  )
  const databases = { gateway, system, isReadOnly: () => false, [Symbol.asyncDispose]: async () => {} }
  const identify = () => Promise.reject(new Error('nobody asks'))
  const signingSecret = 'a secret for no address at all, long enough'
  const service = createService({ databases, identify, signingSecret, blobs: one.blobs, observe: () => {} })
  await sweep(service)
  expect(await refusal(send(here, begun, 2, Buffer.from('x')))).toEqual(['NoSuchUpload', 404])
  const count = await system.read(systemSession, (tx) =>
    tx.query<{ n: number }>('select count(*)::int as n from storage.objects'),
  )
  expect((await one.keysOf('objects')).length).toBe(count[0]?.n)
})
