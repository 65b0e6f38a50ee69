/** Drawn cases of uploads by S3 and of resumable ones. */
import { createHmac } from 'node:crypto'

import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { expect } from 'vitest'

import { sendByClient } from '../../../../storage/testing/resumable.ts'
import { servicePair, tokenFor } from '../../../../storage/testing/storage-server.ts'
import { bucketOf, KiB, put, statusOf, type Case, type TransferWorld } from './transfer-world.ts'

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

export const transferUploads: readonly Case[] = [
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
