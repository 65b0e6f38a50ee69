/** The bytes of a signed request, as whoever signed it meant them. */
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { FastifyRequest } from 'fastify'

import type { UserMetadata } from '../../catalog/objects.ts'
import type { StorageConfig } from '../../config.ts'
import { checkCacheControl, checkEncoding, type IncomingBody } from '../../uploads/incoming-body.ts'
import { s3Errors } from '../errors.ts'
import type { Verified } from '../signature/verify.ts'
import { ChunkDecoder } from './chunk-decoder.ts'
import { ClaimCheck, claimsOf } from './claims.ts'

export interface OpenBody {
  readonly stream: Readable
  /** Null where only the end will tell. */
  readonly length: number | null
}

/** @throws {StorageError} NotImplemented for ways of sending that nobody here knows */
export function openBody({ headers, raw }: FastifyRequest, { payloadHash, signer, signature }: Verified): OpenBody {
  const isChunked = payloadHash.startsWith('STREAMING-')
  const isSigned = payloadHash.startsWith('STREAMING-AWS4-HMAC-SHA256-PAYLOAD')
  if (isChunked && !isSigned && payloadHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER')
    throw s3Errors.notImplemented(`x-amz-content-sha256 ${payloadHash.slice(0, 60)}`)
  const length = lengthOf(headers[isChunked ? 'x-amz-decoded-content-length' : 'content-length'])
  const decoder = isChunked ? new ChunkDecoder(isSigned ? { signer, seed: signature } : null) : null
  const claims = claimsOf(headers, payloadHash, decoder?.trailers ?? new Map())
  const check = new ClaimCheck(claims, length)
  const stages = decoder === null ? [check] : [decoder, check]
  let from: Readable = raw
  for (const stage of stages) {
    from.pipe(stage)
    from.on('error', (error) => stage.destroy(error))
    stage.on('error', () => {
      // What is left is read away, so that the client hears the answer.
      raw.unpipe()
      raw.resume()
    })
    from = stage
  }
  raw.once('close', () => {
    if (!raw.readableEnded) check.destroy(s3Errors.incomplete())
  })
  return { stream: check, length }
}

function lengthOf(header: string | string[] | undefined): number | null {
  if (header === undefined) return null
  const length = Number(header)
  if (!Number.isSafeInteger(length) || length < 0) throw s3Errors.incomplete()
  return length
}

/** An object’s body with what the headers say of it. */
export function openObjectBody(request: FastifyRequest, verified: Verified, config: StorageConfig): IncomingBody {
  const fields = fieldsOf(request, config)
  const { stream, length } = openBody(request, verified)
  return { stream, length, type: fields.type, readFields: () => Promise.resolve(fields) }
}

export function fieldsOf({ headers }: FastifyRequest, config: StorageConfig) {
  const encodings = (headers['content-encoding'] ?? '').split(',').map((name) => name.trim())
  return {
    type: headers['content-type'] ?? 'application/octet-stream',
    cacheControl: checkCacheControl(headers['cache-control'] ?? 'no-cache'),
    // How it travels, and not what it is.
    contentEncoding: checkEncoding(encodings.filter((name) => name !== 'aws-chunked').join(',')),
    userMetadata: userMetadataOf(headers, config),
  }
}

const metadataPrefix = 'x-amz-meta-'

function userMetadataOf(headers: FastifyRequest['headers'], config: StorageConfig): UserMetadata | null {
  const own = Object.entries(headers).filter(([name]) => name.startsWith(metadataPrefix))
  if (own.length === 0) return null
  const metadata = Object.fromEntries(own.map(([name, value]) => [name.slice(metadataPrefix.length), String(value)]))
  if (Buffer.byteLength(JSON.stringify(metadata)) > config.userMetadataLimit) throw s3Errors.metadataTooLarge()
  return metadata
}

const longestDocument = 2 * 1_048_576

/** A body that is a document of the protocol. */
export async function readDocument(
  request: FastifyRequest,
  verified: Verified,
  { mayBeEmpty = false }: { mayBeEmpty?: boolean } = {},
): Promise<string> {
  if (mayBeEmpty && (request.headers['content-length'] ?? '0') === '0') return ''
  const { stream, length } = openBody(request, verified)
  if (length === null) throw s3Errors.noLength()
  if (length > longestDocument) throw s3Errors.malformedXml()
  return (await buffer(stream)).toString('utf8')
}
