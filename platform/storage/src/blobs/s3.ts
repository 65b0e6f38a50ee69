/** Blobs in a bucket of any S3 API: a blob appears whole or not at all, as parts become one object only when all are there. */
import type { Readable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type S3Client,
} from '@aws-sdk/client-s3'

import {
  BlobMissingError,
  isBlobKey,
  versionOf,
  type BlobEntry,
  type BlobFamily,
  type BlobKey,
  type BlobStore,
  type ByteRange,
  type OpenBlob,
} from './blob-store.ts'
import { answered, createClient, inTime, isUnknownToServer, patienceOf, type S3Settings } from './s3-client.ts'
import { listAll, type Listed } from './s3-list.ts'
import { areJoinable, copyParts, copySource, sectionsOf, writeInParts, type Place } from './s3-parts.ts'

export interface S3BlobStore extends BlobStore, Disposable {}

const smallBytes = 262_144
const keysPerRequest = 1_000
// AWS copies five times as much by one command, and takes longer for it than anybody waits.
const copiedAtOnce = 256 * 1_048_576

export function s3BlobStore(settings: S3Settings): S3BlobStore {
  const { bucket: Bucket, prefix = '' } = settings
  const client = createClient(settings)
  const { total } = patienceOf(settings)
  const at = (key: BlobKey) => {
    if (!isBlobKey(key)) throw new BlobMissingError(key)
    return { Bucket, Key: `${prefix}${key}` }
  }
  const removeAll = async (keys: readonly string[]) => {
    for (let from = 0; from < keys.length; from += keysPerRequest) {
      const Objects = keys.slice(from, from + keysPerRequest).map((Key) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
    }
  }
  const list = (below: string) => listAll(client, Bucket, `${prefix}${below}`)
  return {
    write: (key, source) => answered(key, () => writeInParts(client, at(key), source)),
    read: async (key, range) => answered(key, () => readBlob(client, at(key), { range, total })),
    copy: async (from, to) => answered(from, () => copyBlob(client, at(from), at(to))),
    join: async (parts, to) => {
      if (!areJoinable(parts.map(({ size }) => size))) return false
      const sections = parts.map(({ key, size }) => ({ from: at(key), start: 0, size }))
      try {
        await answered(to, () => copyParts(client, at(to), sections))
        return true
      } catch (error) {
        if (isUnknownToServer(error)) return false
        throw error
      }
    },
    remove: async (keys) =>
      answered('to remove', async () => {
        const doomed = keys.filter(isBlobKey)
        const derived: string[] = []
        for (const key of doomed.filter((candidate) => candidate.startsWith('objects/'))) {
          for await (const { Key } of list(`variants/${versionOf(key)}/`)) derived.push(Key)
        }
        await removeAll([...doomed.map((key) => `${prefix}${key}`), ...derived])
      }),
    entries: (family, version) => {
      const below = version === undefined ? `${family}/` : `${family}/${version}/`
      return entriesOf(list(below), family, prefix)
    },
    discardUnfinished: async (before) => answered('unfinished', () => discardOlder(client, { Bucket, prefix, before })),
    [Symbol.dispose]: () => client.destroy(),
  }
}

async function copyBlob(client: S3Client, from: Place, to: Place): Promise<void> {
  const { ContentLength: size = 0 } = await client.send(new HeadObjectCommand(from))
  if (size > copiedAtOnce) await copyParts(client, to, sectionsOf(from, size))
  else await client.send(new CopyObjectCommand({ ...to, CopySource: copySource(from) }))
}

async function readBlob(
  client: S3Client,
  place: Place,
  { range, total }: { range: ByteRange | undefined; total: number },
): Promise<OpenBlob> {
  const Range = range && `bytes=${range.start}-${range.end}`
  const answer = await client.send(new GetObjectCommand({ ...place, ...(Range !== undefined && { Range }) }))
  const length = answer.ContentLength ?? 0
  const size = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? length)
  const body = answer.Body as Readable
  if (length > smallBytes) return { body, size }
  return { body: Buffer.from(await inTime(total, answer.Body!.transformToByteArray())), size }
}

async function* entriesOf(listed: AsyncIterable<Listed>, family: BlobFamily, prefix: string): AsyncIterable<BlobEntry> {
  for await (const { Key, size, storedAt } of listed) {
    const key = Key.slice(prefix.length)
    if (isBlobKey(key) && key.startsWith(`${family}/`)) yield { key, size, storedAt }
  }
}

async function discardOlder(
  client: S3Client,
  { Bucket, prefix, before }: { Bucket: string; prefix: string; before: number },
): Promise<number> {
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
    .catch((error: unknown) => (isUnknownToServer(error) ? { Uploads: [] } : Promise.reject(error)))
  const old = Uploads.filter(({ Initiated }) => Initiated !== undefined && Initiated.getTime() < before)
  for (const { Key, UploadId } of old) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  return old.length
}
