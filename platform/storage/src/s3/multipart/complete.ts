/** From parts to one object. */
import { createHash } from 'node:crypto'

import { storageErrors } from '../../errors.ts'
import { joinAtPlace, joined } from '../../tus/finish.ts'
import { toRow } from '../../uploads/object-row.ts'
import { removeAfter } from '../../uploads/remove-after.ts'
import { storeBlob, type StoredBlob } from '../../uploads/store-blob.ts'
import type { Asked, Operate } from '../asked.ts'
import { readDocument } from '../body/open-body.ts'
import { s3Errors } from '../errors.ts'
import { mayReplace } from '../writing.ts'
import { elements, parseXml, sendXml, textOf } from '../xml.ts'
import { findUpload, type FoundUpload } from './begin.ts'
import { completeUpload as makeObject, readParts, type UploadPart } from './upload-rows.ts'

const smallestPart = 5 * 1_048_576

export const completeUpload: Operate = async (asked) => {
  const { storage, request, reply, verified, bucket, key } = asked
  const document = parseXml(await readDocument(request, verified), 'CompleteMultipartUpload')
  const found = await findUpload(asked, 'storage.s3.upload.complete')
  const { upload, rules } = found
  storage.assertWritable()
  const parts = chosenParts(document, await readParts(storage.database, upload.id))
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  if (size > rules.maximumBytes) throw storageErrors.tooLarge()
  const blob = await join(asked, found, parts)
  await keepObject(asked, found, blob)
  const { ageMs: ms, to } = upload
  storage.lookups.forget(to.bucketId, to.name)
  storage.discards.collectSoon()
  await storage.quota.begin(upload.owner, { id: upload.id }).release()
  storage.observe({ kind: 'storage.object-stored', bucket: to.bucketId, bytes: blob.size, ms })
  const Location = `${request.protocol}://${request.host}${request.url.split('?', 1)[0]}`
  return sendXml(reply, 'CompleteMultipartUploadResult', { Location, Bucket: bucket, Key: key, ETag: `"${blob.md5}"` })
}

/** Those that the document names, in its order. @throws {StorageError} */
function chosenParts(document: Record<string, unknown>, stored: readonly UploadPart[]): readonly UploadPart[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]))
  const named = elements(document, 'Part')
  if (named.length === 0) throw s3Errors.malformedXml()
  const parts = named.map((element) => {
    const part = byNumber.get(Number(textOf(element, 'PartNumber')))
    if (part === undefined || textOf(element, 'ETag').replaceAll('"', '') !== part.md5) throw s3Errors.invalidPart()
    return part
  })
  if (parts.some((part, at) => at > 0 && part.number <= (parts[at - 1]?.number ?? 0))) throw s3Errors.partOrder()
  if (parts.slice(0, -1).some((part) => part.size < smallestPart)) throw s3Errors.smallPart()
  return parts
}

async function join({ storage }: Asked, { rules }: FoundUpload, parts: readonly UploadPart[]): Promise<StoredBlob> {
  const { blobs } = storage
  const pieces = parts.map(({ size, version, md5 }) => ({ start: 0, size, version, md5 }))
  const atPlace = await joinAtPlace(blobs, pieces, rules)
  if (atPlace !== null) return atPlace
  const blob = await storeBlob(storage, joined(blobs, pieces), rules, () => {})
  // A picture may have lost where it was taken: it is not its parts any more.
  if (blob.facts !== null) return blob
  const tags = Buffer.concat(parts.map(({ md5 }) => Buffer.from(md5, 'hex')))
  return { ...blob, md5: `${createHash('md5').update(tags).digest('hex')}-${parts.length}` }
}

async function keepObject(asked: Asked, { upload, caller }: FoundUpload, blob: StoredBlob): Promise<void> {
  const { database, blobs } = asked.storage
  const { metadata, userMetadata } = upload
  const row = toRow(upload, { ...metadata, userMetadata, ...blob })
  try {
    const isUpsert = mayReplace(asked)
    if (!(await makeObject(database, caller.service, upload.id, { row, isUpsert }))) throw s3Errors.noUpload()
  } catch (error) {
    await removeAfter(error, blobs, blob.version)
    throw error
  }
}
