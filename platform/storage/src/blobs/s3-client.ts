/** How an S3 API is spoken to: patience, repetition, and answers that others can act upon. */
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'

import { BlobMissingError, BlobStoreAwayError, BlobStoreFullError } from './blob-store.ts'

export interface S3Settings {
  /** Null for AWS itself, whose address follows from the region. */
  readonly endpoint: string | null
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Before every key, where several systems share a bucket: `shop/`. */
  readonly prefix?: string
  readonly patience?: Patience
}

/** Milliseconds. */
export interface Patience {
  /** For a connection. */
  readonly connect: number
  /** For one attempt to be answered. */
  readonly answer: number
  /** For a command, however often it is tried (RELIABILITY D-18: an upload hears of it within 15 s). */
  readonly total: number
}

const defaultPatience: Patience = { connect: 3_000, answer: 12_000, total: 14_000 }

export const patienceOf = ({ patience = defaultPatience }: S3Settings): Patience => patience

export function createClient(settings: S3Settings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const { connect, answer, total } = patienceOf(settings)
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    // NOTE: newer checksums are AWS's own; other servers refuse them, or store their framing as if it were the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connect, requestTimeout: answer, throwOnRequestTimeout: true },
  })
  limitCommands(client, total)
  return client
}

/** Attempts have an end each, and so have all of a command together. */
function limitCommands({ middlewareStack }: S3Client, totalMs: number): void {
  const deadlines = new WeakMap<object, number>()
  middlewareStack.add(
    (next, context) => (args) => {
      deadlines.set(context, performance.now() + totalMs)
      return inTime(totalMs, next(args))
    },
    { step: 'initialize', name: 'deadline', priority: 'high' },
  )
  middlewareStack.add(
    (next, context) => (args) => {
      // A further attempt that nobody waits for any more.
      if (performance.now() > (deadlines.get(context) ?? Infinity)) throw new BlobStoreAwayError()
      return next(args)
    },
    { step: 'finalizeRequest', name: 'refuseLate', priority: 'low' },
  )
}

/** @throws {BlobStoreAwayError} when it takes longer; what is under way then ends unheard */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new BlobStoreAwayError()), milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Answers that others can act upon: not there, full, or away for now. */
export async function answered<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toBlobError(error, name)
  }
}

function toBlobError(error: unknown, name: string): unknown {
  if (error instanceof S3ServiceException) return fromService(error, name)
  return isSilence(error) ? new BlobStoreAwayError(error) : error
}

const fullCodes = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull', 'StorageFull'])
const missingCodes = new Set(['NoSuchKey', 'NotFound'])

function fromService(error: S3ServiceException, name: string): unknown {
  const status = error.$metadata.httpStatusCode ?? 0
  if (fullCodes.has(error.name) || status === 507) return new BlobStoreFullError(error)
  if (missingCodes.has(error.name)) return new BlobMissingError(name, error)
  return (status >= 500 && status !== 501) || status === 429 ? new BlobStoreAwayError(error) : error
}

/** What a server has not learned: some clear up by rules of their own and list nothing, some copy no parts. */
export function isUnknownToServer(error: unknown): boolean {
  return error instanceof S3ServiceException && /^(?:MethodNotAllowed|NotImplemented)$/.test(error.name)
}

const silences = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'TimeoutError'])

function isSilence(error: unknown): boolean {
  const { code = '', name = '' } = (error ?? {}) as { code?: string; name?: string }
  return silences.has(code) || silences.has(name)
}
