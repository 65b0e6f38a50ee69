/** What drawn cases of transfers are asked with. */
import { randomUUID } from 'node:crypto'

import { CreateBucketCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'

import type { StorageServer } from '../../../../storage/testing/storage-server.ts'
import type { DrawnCase } from '../../drawn.ts'

export interface TransferWorld {
  readonly server: StorageServer
  readonly client: S3Client
}

export type Case = DrawnCase<TransferWorld>

export const KiB = 1024

export async function bucketOf({ client }: TransferWorld): Promise<string> {
  const Bucket = `TestBucket-${randomUUID()}`
  await client.send(new CreateBucketCommand({ Bucket, ACL: 'public-read' }))
  return Bucket
}

export const put = ({ client }: TransferWorld, Bucket: string, Key: string, size = KiB) =>
  client.send(new PutObjectCommand({ Bucket, Key, ContentType: 'image/jpg', Body: Buffer.alloc(size) }))

export const statusOf = ({ $metadata }: { $metadata: { httpStatusCode?: number } }) => $metadata.httpStatusCode
