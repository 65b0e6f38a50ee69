/** PutObject, CopyObject, DeleteObject and DeleteObjects. */
import { deleteObjects, visibleNames, type ObjectAddress } from '../catalog/objects.ts'
import { storageErrors } from '../errors.ts'
import { checkBucketName, checkKey } from '../names/names.ts'
import { copyObject } from '../routes/copy.ts'
import { afterRemoval } from '../routes/objects.ts'
import { receiveObject } from '../uploads/receive-object.ts'
import { addressOf, bucketOf, callerFor, type Asked, type Operate } from './asked.ts'
import { fieldsOf, openObjectBody, readDocument } from './body/open-body.ts'
import { s3Errors } from './errors.ts'
import { refuseUnless } from './reading.ts'
import { decodeLeniently } from './signature/canonical.ts'
import { elements, parseXml, sendXml, textOf } from './xml.ts'

export const putObject: Operate = async (asked) => {
  const { storage, request, reply, verified } = asked
  const { owner, service, session: judge } = callerFor(asked, 'storage.s3.object.put')
  const upload = { to: addressOf(asked), owner, isUpsert: mayReplace(asked), service, judge }
  const read = async () => openObjectBody(request, verified, storage.config)
  const { eTag } = await receiveObject(storage, upload, request, read)
  return reply.header('etag', eTag).send()
}

/** `If-None-Match: *` asks for a name that nothing has. @throws {StorageError} NotImplemented for other conditions */
export function mayReplace({ request }: Asked): boolean {
  const { 'if-none-match': none, 'if-match': match } = request.headers
  if (match !== undefined || (none !== undefined && none !== '*'))
    throw s3Errors.notImplemented('This condition of a write')
  return none === undefined
}

export const putCopy: Operate = async (asked) => {
  const { storage, request, reply } = asked
  const caller = callerFor(asked, 'storage.s3.object.copy')
  const { headers } = request
  const isReplaced = headers['x-amz-metadata-directive'] === 'REPLACE'
  const given = isReplaced ? fieldsOf(request, storage.config) : null
  const { metadata } = await copyObject(storage, caller, {
    from: sourceOf(asked),
    to: addressOf(asked),
    isUpsert: true,
    replaced: given && {
      metadata: { mimetype: given.type, cacheControl: given.cacheControl },
      userMetadata: given.userMetadata,
    },
    admit: (source) => refuseUnless(sourceConditions(asked), source),
  })
  const { eTag = '', lastModified = '' } = metadata
  return sendXml(reply, 'CopyObjectResult', { ETag: eTag, LastModified: lastModified })
}

/** What `x-amz-copy-source` names. @throws {StorageError} InvalidArgument, InvalidKey */
export function sourceOf({ request }: Asked): ObjectAddress {
  const [path = '', version = ''] = String(request.headers['x-amz-copy-source']).split(/\?(.*)/s)
  if (version !== '') throw s3Errors.notImplemented('Copying an older version')
  const [bucketId = '', ...key] = path.replace(/^\//, '').split('/').map(decodeLeniently).join('/').split('/')
  if (key.length === 0) throw s3Errors.argument('x-amz-copy-source must be bucket/key')
  return { bucketId: checkBucketName(bucketId), name: checkKey(key.join('/')) }
}

/** @throws {StorageError} NotImplemented */
export function sourceConditions({ request }: Asked) {
  const named = (name: string) => {
    const value = request.headers[`x-amz-copy-source-${name}`]
    return typeof value === 'string' ? value : undefined
  }
  if (named('if-none-match') !== undefined || named('if-modified-since') !== undefined)
    throw s3Errors.notImplemented('This condition of a copy')
  return { 'if-match': named('if-match'), 'if-unmodified-since': named('if-unmodified-since') }
}

/** What is not there is gone already; what somebody sees and may not remove is refused. */
export const removeObject: Operate = async (asked) => {
  const caller = callerFor(asked, 'storage.s3.object.delete')
  const { name } = addressOf(asked)
  const denied = await remove(asked, caller.session, [name])
  if (denied.has(name)) throw storageErrors.accessDenied('Access Denied')
  await bucketOf(asked, caller)
  return asked.reply.code(204).send()
}

const mostAtOnce = 1_000

export const removeObjects: Operate = async (asked) => {
  const { request, reply, verified } = asked
  const caller = callerFor(asked, 'storage.s3.object.delete_many')
  const document = parseXml(await readDocument(request, verified), 'Delete')
  const keys = elements(document, 'Object').map((object) => textOf(object, 'Key'))
  if (keys.length === 0 || keys.length > mostAtOnce) throw s3Errors.malformedXml()
  await bucketOf(asked, caller)
  const denied = await remove(asked, caller.session, keys)
  const isQuiet = document['Quiet'] === 'true'
  return sendXml(reply, 'DeleteResult', {
    Deleted: isQuiet ? [] : keys.filter((key) => !denied.has(key)).map((Key) => ({ Key })),
    Error: [...denied].map((Key) => ({ Key, Code: 'AccessDenied', Message: 'Access Denied' })),
  })
}

/** Answers which of them the caller sees and could not remove. */
async function remove(
  { storage, bucket }: Asked,
  session: Parameters<typeof deleteObjects>[1],
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { count } = await deleteObjects(storage.database, session, bucket, names)
  afterRemoval(storage, { bucket, names, count })
  if (count === names.length) return new Set()
  return visibleNames(storage.database, session, bucket, names)
}
