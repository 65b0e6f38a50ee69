/** ListMultipartUploads: which uploads are still open. A person hears of their own. */
import type { Caller } from '../../access/session.ts'
import { bucketOf, callerFor, numberIn, spellingOf, type Asked, type Operate } from '../asked.ts'
import { s3Errors } from '../errors.ts'
import { sendXml } from '../xml.ts'
import { listUploads, type OpenUploads } from './upload-rows.ts'

export const listOpenUploads: Operate = async (asked) => {
  const { storage, query, reply, bucket } = asked
  const caller = callerFor(asked, 'storage.s3.upload.list')
  await bucketOf(asked, caller)
  const page = pageOf(asked, caller)
  const found = await listUploads(storage.database, page)
  const shown = found.slice(0, page.limit)
  const last = found.length > page.limit ? shown.at(-1) : undefined
  const spell = spellingOf(query)
  return sendXml(reply, 'ListMultipartUploadsResult', {
    Bucket: bucket,
    Prefix: spell(page.prefix),
    KeyMarker: spell(page.after.key),
    UploadIdMarker: page.after.id ?? '',
    NextKeyMarker: last && spell(last.to.name),
    NextUploadIdMarker: last?.id,
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxUploads: page.limit,
    IsTruncated: last !== undefined,
    Upload: shown.map(({ id, to, createdAt }) => ({
      Key: spell(to.name),
      UploadId: id,
      Initiated: createdAt,
      StorageClass: 'STANDARD',
    })),
  })
}

function pageOf({ query, bucket }: Asked, { session, owner }: Caller): OpenUploads {
  if (query.get('delimiter')) throw s3Errors.notImplemented('Folding open uploads')
  const id = query.get('upload-id-marker') ?? ''
  return {
    bucketId: bucket,
    prefix: query.get('prefix') ?? '',
    after: {
      key: query.get('key-marker') ?? '',
      id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null,
    },
    limit: numberIn(query, 'max-uploads', { least: 1, most: 1_000, unset: 1_000 }),
    owner: session.role === 'service_role' ? null : (owner.text ?? ''),
  }
}
