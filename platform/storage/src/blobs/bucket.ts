/** Objects of a bucket by names of one's own: for what is no blob of the storage service, e.g. its backups. */
import type { Readable } from 'node:stream'

import { DeleteObjectsCommand, GetObjectCommand } from '@aws-sdk/client-s3'

import { answered, createClient, type S3Settings } from './s3-client.ts'
import { listAll } from './s3-list.ts'
import { writeInParts } from './s3-parts.ts'

export interface Bucket extends Disposable {
  /** Appears whole or not at all. */
  write(name: string, source: AsyncIterable<Uint8Array>): Promise<void>
  /** @throws {BlobMissingError} */
  read(name: string): Promise<Readable>
  list(below: string): AsyncIterable<{ readonly name: string; readonly size: number }>
  remove(names: readonly string[]): Promise<void>
}

const namesPerRequest = 1_000

export function bucketOf(settings: S3Settings): Bucket {
  const { bucket: Bucket, prefix = '' } = settings
  const client = createClient(settings)
  const at = (name: string) => ({ Bucket, Key: `${prefix}${name}` })
  return {
    write: (name, source) => answered(name, () => writeInParts(client, at(name), source)),
    read: (name) => answered(name, async () => (await client.send(new GetObjectCommand(at(name)))).Body as Readable),
    async *list(below) {
      for await (const { Key, size } of listAll(client, Bucket, `${prefix}${below}`)) {
        yield { name: Key.slice(prefix.length), size }
      }
    },
    async remove(names) {
      for (let from = 0; from < names.length; from += namesPerRequest) {
        const Objects = names.slice(from, from + namesPerRequest).map((name) => ({ Key: at(name).Key }))
        await answered('to remove', () =>
          client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })),
        )
      }
    },
    [Symbol.dispose]: () => client.destroy(),
  }
}
