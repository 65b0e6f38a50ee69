/** Large blobs come and are copied in parts, which become one object when all of them are there. */
import { Readable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

export interface Place {
  readonly Bucket: string
  readonly Key: string
}

/** A part of an object that is there. */
export interface Section {
  readonly from: Place
  readonly start: number
  readonly size: number
}

// Two parts on their way and one filling: some 20 MB of an upload are in memory, and 50 GB fit into 10 000 parts.
const partBytes = 5 * 1_048_576
const partsAtOnce = 2

export const copySource = ({ Bucket, Key }: Place): string =>
  `${Bucket}/${Key.split('/').map(encodeURIComponent).join('/')}`

export async function writeInParts(client: S3Client, place: Place, source: AsyncIterable<Uint8Array>): Promise<void> {
  let failure: unknown
  async function* watched() {
    try {
      yield* source
    } catch (error) {
      failure = error
      throw error
    }
  }
  const ending = new AbortController()
  // One part that fails ends them all: the others would go on for as long as bytes come.
  const send = client.send.bind(client) as (command: object) => Promise<object>
  const strict = Object.create(client, {
    send: {
      value: async (command: object) => {
        try {
          return await send(command)
        } catch (error) {
          failure ??= error
          ending.abort()
          throw error
        }
      },
    },
  }) as S3Client
  const params = { ...place, Body: Readable.from(watched(), { objectMode: false }) }
  const options = { partSize: partBytes, queueSize: partsAtOnce, leavePartsOnError: true, abortController: ending }
  const upload = new Upload({ client: strict, params, ...options })
  try {
    await upload.done()
  } catch (error) {
    const isTheirs = ending.signal.aborted
    const forgetting = forget(client, place, upload.uploadId)
    // A server that fails is not waited for; the sweeper sees to what it keeps.
    if (!isTheirs) await forgetting
    throw failure ?? error
  }
}

const copiesAtOnce = 8
const mostParts = 10_000
const smallestPart = 5 * 1_048_576
// What one request copies while we wait for it, on a slow server too.
const sectionBytes = 128 * 1_048_576

/** Whether one object can be made of them as they are: only the last may be small. */
export function areJoinable(sizes: readonly number[]): boolean {
  return sizes.length > 0 && sizes.length <= mostParts && sizes.slice(0, -1).every((size) => size >= smallestPart)
}

export function sectionsOf(from: Place, size: number): Section[] {
  const count = Math.ceil(size / sectionBytes)
  return Array.from({ length: count }, (_, index) => {
    const start = index * sectionBytes
    return { from, start, size: Math.min(sectionBytes, size - start) }
  })
}

/** Makes one object of parts of others, without their bytes coming here. */
export async function copyParts(client: S3Client, to: Place, sections: readonly Section[]): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(to))
  try {
    const Parts: { PartNumber: number; ETag: string }[] = []
    const waiting = sections.entries()
    const copyNext = async () => {
      for (const [index, { from, start, size }] of waiting) {
        const PartNumber = index + 1
        const CopySourceRange = `bytes=${start}-${start + size - 1}`
        const range = { CopySource: copySource(from), CopySourceRange }
        const copied = await client.send(new UploadPartCopyCommand({ ...to, UploadId, PartNumber, ...range }))
        // NOTE: a server that overlooks the source stores an empty part, and tells of none that was copied.
        const ETag = copied.CopyPartResult?.ETag
        if (ETag === undefined) throw new Error('The server did not copy a part')
        Parts.push({ PartNumber, ETag })
      }
    }
    await Promise.all(Array.from({ length: copiesAtOnce }, copyNext))
    Parts.sort((one, other) => one.PartNumber - other.PartNumber)
    await client.send(new CompleteMultipartUploadCommand({ ...to, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    void forget(client, to, UploadId)
    throw error
  }
}

/** What a server keeps nevertheless the sweeper finds. */
async function forget(client: S3Client, place: Place, UploadId: string | undefined): Promise<void> {
  if (UploadId === undefined) return
  await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {})
}
