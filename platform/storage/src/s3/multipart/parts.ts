/** Parts of an upload: sent, copied from an object, listed. */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'

import { BlobMissingError, BlobStoreFullError, objectBlob } from '../../blobs/blob-store.ts'
import { readObject, type ObjectRecord } from '../../catalog/objects.ts'
import { storageErrors } from '../../errors.ts'
import { meter } from '../../uploads/meter.ts'
import { removeAfter } from '../../uploads/remove-after.ts'
import { numberIn, type Asked, type Operate } from '../asked.ts'
import { openBody, type OpenBody } from '../body/open-body.ts'
import { s3Errors } from '../errors.ts'
import { refuseUnless } from '../reading.ts'
import { sourceConditions, sourceOf } from '../writing.ts'
import { sendXml } from '../xml.ts'
import { findUpload, type FoundUpload } from './begin.ts'
import { putPart, readParts } from './upload-rows.ts'

const mostParts = 10_000

export const uploadPart: Operate = async (asked) => {
  const found = await findUpload(asked, 'storage.s3.upload.part')
  const eTag = await storePart(asked, found, openBody(asked.request, asked.verified))
  return asked.reply.header('etag', eTag).send()
}

export const copyPart: Operate = async (asked) => {
  const found = await findUpload(asked, 'storage.s3.upload.part_copy')
  const { storage } = asked
  const source = await readObject(storage.database, found.caller.session, sourceOf(asked))
  if (source === null) throw storageErrors.noSuchKey()
  refuseUnless(sourceConditions(asked), source)
  if (source.version === null) throw new BlobMissingError(source.name)
  const range = rangeOf(asked, source)
  const { body } = await storage.blobs.read(objectBlob(source.version), range)
  const stream = Buffer.isBuffer(body) ? Readable.from([body]) : body
  const eTag = await storePart(asked, found, { stream, length: range.end - range.start + 1 })
  return sendXml(asked.reply, 'CopyPartResult', { ETag: eTag, LastModified: new Date().toISOString() })
}

function rangeOf({ request }: Asked, { metadata }: ObjectRecord) {
  const size = metadata?.size ?? 0
  const header = request.headers['x-amz-copy-source-range']
  if (header === undefined) return { start: 0, end: size - 1 }
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(String(header)) ?? []
  const range = { start: Number(start), end: Number(end) }
  if (start === undefined || range.start > range.end || range.end >= size)
    throw s3Errors.argument('x-amz-copy-source-range lies outside the object')
  return range
}

/** Durable and known when it resolves. Answers its tag. */
async function storePart(asked: Asked, { upload, rules }: FoundUpload, body: OpenBody): Promise<string> {
  const { storage, query } = asked
  const { blobs, database, quota, config } = storage
  try {
    storage.assertWritable()
    const number = numberIn(query, 'partNumber', { least: 1, most: mostParts + 1, unset: 0 })
    if (number < 1 || number > mostParts) throw s3Errors.argument(`partNumber must lie between 1 and ${mostParts}`)
    if (body.length === null) throw s3Errors.noLength()
    const others = (await readParts(database, upload.id)).filter((part) => part.number !== number)
    const before = others.reduce((sum, { size }) => sum + size, 0)
    if (before + body.length > rules.maximumBytes) throw storageErrors.tooLarge()
    const room = quota.begin(upload.owner, { id: upload.id, seconds: config.s3.uploadSeconds })
    await room.cover(before + body.length)
    const version = randomUUID()
    const metered = meter(body.stream, { maximumBytes: body.length, expected: null, cover: () => {} })
    await blobs.write(objectBlob(version), metered.bytes)
    const { size, md5 } = metered.total()
    await keepPart(asked, upload.id, { number, size, version, md5 })
    return `"${md5}"`
  } catch (error) {
    if (body.stream === asked.request.raw && asked.request.raw.readableAborted) throw storageErrors.cutOff(error)
    body.stream.resume()
    if (error instanceof BlobStoreFullError) storage.observe({ kind: 'storage.full' })
    throw error
  }
}

async function keepPart({ storage }: Asked, id: string, part: Parameters<typeof putPart>[2]): Promise<void> {
  const { blobs, database, discards } = storage
  try {
    // When the connection breaks, the row may be there: the sweeper finds out.
    if (!(await putPart(database, id, part))) throw s3Errors.noUpload()
  } catch (error) {
    await removeAfter(error, blobs, part.version)
    throw error
  }
  discards.collectSoon()
}

export const listParts: Operate = async (asked) => {
  const { storage, query, reply, bucket, key } = asked
  const { upload } = await findUpload(asked, 'storage.s3.upload.list_parts')
  const limit = numberIn(query, 'max-parts', { least: 1, most: 1_000, unset: 1_000 })
  const after = numberIn(query, 'part-number-marker', { least: 0, most: mostParts, unset: 0 })
  const found = await readParts(storage.database, upload.id, { after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return sendXml(reply, 'ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.id,
    PartNumberMarker: after,
    NextPartNumberMarker: found.length > limit ? shown.at(-1)?.number : undefined,
    MaxParts: limit,
    IsTruncated: found.length > limit,
    StorageClass: 'STANDARD',
    Part: shown.map(({ number, size, md5, createdAt }) => ({
      PartNumber: number,
      LastModified: createdAt,
      ETag: `"${md5}"`,
      Size: size,
    })),
  })
}
