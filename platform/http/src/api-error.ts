import { DatabaseUnavailableError } from '@platform/database'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is an error: what is shown is `code`, `message` and `details`; the cause stays inside. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly status: number
  readonly details: Readonly<Record<string, unknown>> | null

  constructor(code: string, status: number, message: string, rest: ApiErrorRest = {}) {
    super(message, { cause: rest.cause })
    this.code = code
    this.status = status
    this.details = rest.details ?? null
  }
}

export interface ApiErrorRest {
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

export const httpErrors = {
  notFound: () => new ApiError('not_found', 404, 'Nothing answers at this address'),
  urlTooLong: (limit: number) => new ApiError('url_too_long', 414, `The address is longer than ${limit} bytes`),
  bodyTooLarge: (cause: unknown) => new ApiError('body_too_large', 413, 'The body is larger than allowed', { cause }),
  malformed: (message: string, status: number, cause: unknown) =>
    new ApiError('bad_request', status, message, { cause }),
  overloaded: () => new ApiError('overloaded', 503, 'The server is busy, try again shortly'),
  databaseAway: (cause: unknown) =>
    new ApiError('database_unavailable', 503, 'The database does not answer, try again shortly', { cause }),
  databaseBusy: (cause: unknown) => new ApiError('database_busy', 504, 'No database connection in time', { cause }),
  internal: (cause: unknown) => new ApiError('internal', 500, 'Internal error', { cause }),
} satisfies Record<string, (...facts: never[]) => ApiError>

/** From whatever was thrown to what may be told. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailableError) {
    return error.reason === 'pool' ? httpErrors.databaseBusy(error) : httpErrors.databaseAway(error)
  }
  if (!isFrameworkError(error)) return httpErrors.internal(error)
  if (error.statusCode === 413) return httpErrors.bodyTooLarge(error)
  return httpErrors.malformed(error.message, error.statusCode, error)
}

export function sendApiError(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.status === 503 || error.status === 504) reply.header('retry-after', '2')
  const body = { code: error.code, message: error.message, ...(error.details && { details: error.details }) }
  return reply.code(error.status).send(error.status === 500 ? { ...body, request_id: request.id } : body)
}

/** Fastify's own refusals (FST_…) below 500 describe the request, so their text may be shown. */
function isFrameworkError(error: unknown): error is FastifyError & { statusCode: number } {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return false
  const { code, statusCode } = error
  return typeof code === 'string' && code.startsWith('FST_') && typeof statusCode === 'number' && statusCode < 500
}
