/** Beginning an upload in parts, finding it again, and ending it without an object. */
import { randomUUID } from 'node:crypto'

import type { Operation } from '../../access/operations.ts'
import type { Caller } from '../../access/session.ts'
import { rehearseStoring } from '../../catalog/objects.ts'
import { storageErrors } from '../../errors.ts'
import { toRow } from '../../uploads/object-row.ts'
import { rulesFor, type Rules } from '../../uploads/rules.ts'
import { addressOf, bucketOf, callerFor, type Asked, type Operate } from '../asked.ts'
import { fieldsOf } from '../body/open-body.ts'
import { s3Errors } from '../errors.ts'
import { sendXml } from '../xml.ts'
import { deleteUpload, insertUpload, readUpload, type NewUpload, type PartUpload } from './upload-rows.ts'

export const createUpload: Operate = async (asked) => {
  const { storage, request, reply, bucket, key } = asked
  const caller = callerFor(asked, 'storage.s3.upload.create')
  storage.assertWritable()
  const { userMetadata, ...metadata } = fieldsOf(request, storage.config)
  const upload: NewUpload = { to: addressOf(asked), owner: caller.owner, metadata, userMetadata }
  await admit(asked, caller, upload)
  const terms = { seconds: storage.config.s3.uploadSeconds, openPerOwner: storage.config.resumable.openPerOwner }
  const id = await insertUpload(storage.database, upload, terms)
  if (id === null) throw storageErrors.tooManyUploads()
  return sendXml(reply, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id })
}

export const abortUpload: Operate = async (asked) => {
  const { storage, reply } = asked
  const { upload } = await findUpload(asked, 'storage.s3.upload.abort')
  await deleteUpload(storage.database, upload.id)
  await storage.quota.begin(upload.owner, { id: upload.id }).release()
  storage.discards.collectSoon()
  return reply.code(204).send()
}

export interface FoundUpload {
  readonly upload: PartUpload
  readonly caller: Caller
  readonly rules: Rules
}

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The upload that the query names, to whoever began it, while they may still store what it is. */
export async function findUpload(asked: Asked, operation: Operation): Promise<FoundUpload> {
  const { storage, query } = asked
  const caller = callerFor(asked, operation)
  const to = addressOf(asked)
  const id = query.get('uploadId') ?? ''
  const upload = idPattern.test(id) ? await readUpload(storage.database, id) : null
  const isOwn = upload?.owner.text === caller.owner.text || caller.session.role === 'service_role'
  if (upload === null || !isOwn || upload.to.bucketId !== to.bucketId || upload.to.name !== to.name)
    throw s3Errors.noUpload()
  return { upload, caller, rules: await admit(asked, caller, upload) }
}

/** @throws {StorageError} what the bucket does not take @throws {DatabaseError} what the policies say */
async function admit(asked: Asked, caller: Caller, upload: NewUpload): Promise<Rules> {
  const { storage } = asked
  const { type } = upload.metadata
  const rules = rulesFor(storage, await bucketOf(asked, caller), upload.to, type)
  const row = toRow(upload, { version: randomUUID(), type, size: null, md5: null })
  await rehearseStoring(storage.database, caller.session, row, true)
  return rules
}
