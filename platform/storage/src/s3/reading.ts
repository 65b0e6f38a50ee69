/** GetObject and HeadObject: as any download, with the protocol’s own conditions and headers. */
import type { FastifyReply, FastifyRequest } from 'fastify'

import { readObject, type ObjectRecord } from '../catalog/objects.ts'
import { validatorsOf } from '../downloads/headers.ts'
import { sendObject } from '../downloads/send-object.ts'
import { storageErrors } from '../errors.ts'
import { servedType } from '../names/mime.ts'
import { addressOf, bucketOf, callerFor, type Asked, type Operate } from './asked.ts'
import { s3Errors } from './errors.ts'
import { sendXml } from './xml.ts'

export const getObject: Operate = async (asked) => {
  const { storage, request, reply, query } = asked
  if (query.has('partNumber')) throw s3Errors.notImplemented('Reading a single part')
  // Refused before anything is looked up.
  overridesOf(query)
  const find = async () => {
    const object = await findOwn(asked)
    refuseUnless(request.headers, object)
    describe(reply, object)
    return object
  }
  return sendObject(storage, { request, reply, find, audience: { kind: 'caller' }, download: undefined })
}

/** Objects carry no tags; whoever asks hears so of what they may see. */
export const getTags: Operate = async (asked) => {
  await findOwn(asked)
  return sendXml(asked.reply, 'Tagging', { TagSet: {} })
}

async function findOwn(asked: Asked): Promise<ObjectRecord> {
  const isHead = asked.request.method === 'HEAD'
  const caller = callerFor(asked, isHead ? 'storage.s3.object.head' : 'storage.s3.object.get')
  const object = await readObject(asked.storage.database, caller.session, addressOf(asked))
  if (object !== null) return object
  await bucketOf(asked, caller)
  throw storageErrors.noSuchKey()
}

export interface Conditions {
  readonly 'if-match'?: string | undefined
  readonly 'if-unmodified-since'?: string | undefined
}

/** @throws {StorageError} PreconditionFailed */
export function refuseUnless(conditions: Conditions, object: ObjectRecord): void {
  const { etag, lastModified } = validatorsOf(object)
  const match = conditions['if-match']
  const tags = match?.split(',').map((tag) => withQuotes(tag.trim()))
  if (tags !== undefined && !tags.includes('"*"') && !tags.includes(etag ?? '')) throw s3Errors.failedCondition()
  const since = Date.parse(conditions['if-unmodified-since'] ?? '')
  if (match !== undefined || Number.isNaN(since) || lastModified === null) return
  if (Math.floor(lastModified.getTime() / 1_000) * 1_000 > since) throw s3Errors.failedCondition()
}

const withQuotes = (tag: string) => (tag.startsWith('"') ? tag : `"${tag}"`)

const headerText = /^[\x20-\x7e]*$/

function describe(reply: FastifyReply, { userMetadata }: ObjectRecord): void {
  for (const [name, value] of Object.entries(userMetadata ?? {})) {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    // What was attached by another way may be no header.
    if (/^[\w-]{1,128}$/.test(name) && headerText.test(text)) reply.header(`x-amz-meta-${name.toLowerCase()}`, text)
  }
}

const overridable = {
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-content-type': 'content-type',
  'response-expires': 'expires',
} as const

/** Headers of the answer that the signed address names. @throws {StorageError} InvalidArgument */
function overridesOf(query: URLSearchParams): (readonly [header: string, value: string])[] {
  return Object.entries(overridable).flatMap(([name, header]) => {
    const value = query.get(name)
    if (value === null) return []
    if (value.length > 1_024 || !headerText.test(value)) throw s3Errors.argument(`${name} is no header`)
    return [[header, header === 'content-type' ? servedType(value) : value] as const]
  })
}

export function applyOverrides(request: FastifyRequest, reply: FastifyReply): void {
  if (request.method !== 'GET' || reply.statusCode >= 300 || !request.url.includes('response-')) return
  for (const [header, value] of overridesOf(new URL(request.url, 'http://s3').searchParams)) reply.header(header, value)
}
