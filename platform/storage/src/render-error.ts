/** From anything thrown to the envelope of WIRE §3.1. */
import { DatabaseError, DatabaseUnavailableError } from '@platform/database'
import { TokenError, type TokenProblem } from '@platform/http'
import type { FastifyReply } from 'fastify'

import { BlobMissingError, BlobStoreAwayError, BlobStoreFullError } from './blobs/blob-store.ts'
import { StorageError, storageErrors } from './errors.ts'
import { ImageError } from './images/decode.ts'
import { QueueFullError } from './images/job-queue.ts'

export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  if (error instanceof DatabaseError) return fromDatabase(error)
  if (error instanceof DatabaseUnavailableError) return fromSilence(error)
  if (error instanceof TokenError) return fromToken(error)
  if (error instanceof BlobMissingError) return storageErrors.blobMissing(error)
  if (error instanceof BlobStoreFullError) return storageErrors.full(error)
  if (error instanceof BlobStoreAwayError) return storageErrors.storeAway(error)
  if (error instanceof ImageError) return fromImage(error)
  if (error instanceof QueueFullError) return storageErrors.slowDown()
  return fromFramework(error) ?? storageErrors.internal(error)
}

/** The words of the hosted service's token library, which clients look for. */
const tokenMessages: Partial<Record<TokenProblem, string>> = {
  malformed: 'Invalid Compact JWS',
  signature: 'signature verification failed',
  'no-key': 'signature verification failed',
  expired: 'jwt expired',
}

function fromToken(error: TokenError): StorageError {
  return storageErrors.accessDenied(tokenMessages[error.problem] ?? error.message, error)
}

function fromSilence(error: DatabaseUnavailableError): StorageError {
  if (error.reason === 'read-only') return storageErrors.readOnly()
  return error.reason === 'timeout' ? storageErrors.databaseTimeout(error) : storageErrors.unavailable(error)
}

function fromImage({ reason, message }: ImageError): StorageError {
  return reason === 'size' ? storageErrors.tooLarge(message) : storageErrors.unreadableImage(message)
}

const fromSqlState: Record<string, (cause: DatabaseError) => StorageError> = {
  '42501': (cause) => storageErrors.accessDenied(accessMessage(cause), cause),
  '23505': (cause) =>
    storageErrors.alreadyExists(cause.table === 'buckets' ? 'BucketAlreadyExists' : 'KeyAlreadyExists', cause),
  '23503': () => storageErrors.noSuchBucket(),
  '55P03': (cause) => storageErrors.lockTimeout(cause),
  '57014': (cause) => storageErrors.databaseTimeout(cause),
  '53100': (cause) => storageErrors.full(cause),
  // A character that no text of PostgreSQL can hold.
  '22021': (cause) => storageErrors.invalidRequest('The request holds a character that cannot be stored', cause),
}

function fromDatabase(error: DatabaseError): StorageError {
  return (fromSqlState[error.code] ?? storageErrors.database)(error)
}

/** Clients and fixtures know this one sentence, without the table's name that PostgreSQL adds. */
function accessMessage(error: DatabaseError): string {
  return error.message.includes('row-level security') ? 'new row violates row-level security policy' : error.message
}

function fromFramework(error: unknown): StorageError | null {
  if (!(error instanceof Error)) return null
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (typeof statusCode !== 'number' || statusCode >= 500) return null
  if (code === 'FST_ERR_VALIDATION') return storageErrors.invalidRequest(error.message, error)
  if (statusCode === 413) return storageErrors.tooLarge()
  return new StorageError({ code: 'InvalidRequest', status: statusCode, title: 'Error', message: error.message }, error)
}

/** All refusals travel as HTTP 400 with the true status inside; only 429 and 5xx keep their own. */
export function sendError(reply: FastifyReply, error: StorageError): FastifyReply {
  return sendErrorAs(error.status === 429 || error.status >= 500 ? error.status : 400, reply, error)
}

export function sendErrorAs(status: number, reply: FastifyReply, error: StorageError): FastifyReply {
  // What was said about the content before it failed.
  for (const name of ['etag', 'last-modified', 'expires', 'vary', 'x-transformations']) reply.removeHeader(name)
  if (status === 429 || status === 503) reply.header('retry-after', '1')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ statusCode: String(error.status), error: error.title, message: error.message, code: error.code })
}
