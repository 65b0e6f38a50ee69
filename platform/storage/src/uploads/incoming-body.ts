/** The two ways in which an object's bytes arrive (WIRE §3.5): a form with one file, or the bare body. */
import type { Readable } from 'node:stream'

import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import type { UserMetadata } from '../catalog/objects.ts'
import type { StorageConfig } from '../config.ts'
import { storageErrors } from '../errors.ts'
import { checkRobotsTag } from './robots.ts'

export interface IncomingBody {
  readonly stream: Readable
  /** What the client says that it sends. */
  readonly type: string
  /** Null where only the end will tell. */
  readonly length: number | null
  /** To be called when `stream` has ended: a form may name some of it behind the file. */
  readFields(): Promise<BodyFields>
}

export interface BodyFields {
  readonly type: string
  readonly cacheControl: string
  readonly contentEncoding: string | null
  readonly userMetadata: UserMetadata | null
  readonly robotsTag?: string
}

const encodings = new Set(['gzip', 'br', 'deflate', 'zstd'])

export async function readIncomingBody(request: FastifyRequest, config: StorageConfig): Promise<IncomingBody> {
  const header = config.answersAsUpstream ? request.headers['x-robots-tag'] : undefined
  if (typeof header !== 'string') return readBody(request, config)
  const robotsTag = checkRobotsTag(header)
  const body = await readBody(request, config)
  return { ...body, readFields: async () => ({ ...(await body.readFields()), robotsTag }) }
}

async function readBody(request: FastifyRequest, config: StorageConfig): Promise<IncomingBody> {
  if (!request.isMultipart()) return readRaw(request, config)
  if (!/;\s*boundary=/i.test(request.headers['content-type'] ?? '')) {
    throw storageErrors.invalidRequest('multipart/form-data needs a boundary')
  }
  return readForm(request, config)
}

function readRaw(request: FastifyRequest, config: StorageConfig): IncomingBody {
  const { headers } = request
  const type = headers['content-type'] ?? 'application/octet-stream'
  const encoded = headers['x-metadata']
  const fields = {
    type,
    cacheControl: checkCacheControl(headers['cache-control'] ?? 'no-cache'),
    contentEncoding: checkEncoding(headers['content-encoding']),
    userMetadata: typeof encoded === 'string' ? readUserMetadata(fromBase64(encoded), config) : null,
  }
  const length = headers['content-length']
  return {
    stream: request.raw,
    type,
    length: length === undefined ? null : Number(length),
    readFields: () => Promise.resolve(fields),
  }
}

export function readCopyMetadata(encoded: string | string[] | undefined, config: StorageConfig): UserMetadata | null {
  return typeof encoded === 'string' ? readUserMetadata(fromBase64(encoded), config) : null
}

const fromBase64 = (encoded: string) => Buffer.from(encoded, 'base64').toString()

async function readForm(request: FastifyRequest, config: StorageConfig): Promise<IncomingBody> {
  const limits = { fileSize: Infinity, files: 1, fields: 20, fieldSize: config.userMetadataLimit + 1, headerPairs: 50 }
  const parts = request.parts({ limits })
  const texts = new Map<string, string>()
  for (let part = await parts.next(); !part.done; part = await parts.next()) {
    const { value } = part
    if (value.type === 'field') {
      keepText(texts, value)
      continue
    }
    const { file, mimetype } = value
    const readFields = async () => {
      for await (const later of parts) if (later.type === 'field') keepText(texts, later)
      return toFields(texts, mimetype, config)
    }
    return { stream: file, type: texts.get('contentType') ?? mimetype, length: null, readFields }
  }
  throw storageErrors.invalidRequest('No content provided')
}

function keepText(
  texts: Map<string, string>,
  field: { fieldname: string; value: unknown; valueTruncated: boolean },
): void {
  if (field.valueTruncated) throw storageErrors.tooLarge('The user_metadata exceeded the maximum allowed size')
  const { value } = field
  texts.set(field.fieldname, typeof value === 'string' ? value : JSON.stringify(value))
}

function toFields(texts: ReadonlyMap<string, string>, mimetype: string, config: StorageConfig): BodyFields {
  const seconds = texts.get('cacheControl')
  const metadata = texts.get('metadata') ?? texts.get('userMetadata')
  return {
    type: texts.get('contentType') ?? mimetype,
    cacheControl: checkCacheControl(seconds ? `max-age=${seconds}` : 'no-cache'),
    contentEncoding: checkEncoding(texts.get('contentEncoding')),
    userMetadata: metadata === undefined ? null : readUserMetadata(metadata, config),
  }
}

/** It will be a header of every download. */
export function checkCacheControl(value: string): string {
  if (value.length > 200 || !/^[\w =,."-]*$/.test(value))
    throw storageErrors.invalidRequest('cacheControl is malformed')
  return value
}

export function checkEncoding(value: string | undefined): string | null {
  if (value === undefined || value === '' || value === 'identity') return null
  if (!encodings.has(value))
    throw storageErrors.invalidRequest(`contentEncoding ${value.slice(0, 40)} is not supported`)
  return value
}

/** What is no JSON object is ignored, as the hosted service does. */
export function readUserMetadata(json: string, config: StorageConfig): UserMetadata | null {
  if (Buffer.byteLength(json) > config.userMetadataLimit)
    throw storageErrors.tooLarge('The user_metadata exceeded the maximum allowed size')
  try {
    const parsed: unknown = JSON.parse(json)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? (parsed as UserMetadata) : null
  } catch {
    return null
  }
}
