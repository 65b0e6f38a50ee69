/** From anything thrown to the answer of WIRE §1.1. */
import { DatabaseUnavailableError } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { AuthError, authErrors, OAuthError } from '../errors.ts'

const API_VERSION_HEADER = 'x-supabase-api-version'
const API_VERSION = '2024-01-01'

export interface RenderedError {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

/** Clients of before 2024-01-01 read the code as `error_code` beside a numeric `code`. */
export function renderError(error: AuthError | OAuthError, version: string | undefined): RenderedError {
  if (error instanceof OAuthError) {
    const headers = error.status === 401 ? { 'www-authenticate': 'Basic realm="auth/v1"' } : {}
    return { status: error.status, headers, body: { error: error.error, error_description: error.message } }
  }
  const isDated = isAtLeastDated(version)
  const weak = error.reasons === null ? {} : { weak_password: { reasons: error.reasons } }
  const body = isDated
    ? { code: error.code, message: error.message, ...weak }
    : { code: error.status, error_code: error.code, msg: error.message, ...weak }
  return {
    status: error.status,
    headers: {
      ...(error.reasons === null ? { 'x-sb-error-code': error.code } : {}),
      ...(isDated ? { [API_VERSION_HEADER]: API_VERSION } : {}),
      ...(error.retryAfter === null ? {} : { 'retry-after': String(error.retryAfter) }),
    },
    body,
  }
}

function isAtLeastDated(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION
}

/** Whatever was thrown, as a member of the catalogue. */
export function toAuthError(error: unknown): AuthError | OAuthError {
  if (error instanceof AuthError || error instanceof OAuthError) return error
  if (error instanceof DatabaseUnavailableError) {
    return error.reason === 'read-only' ? authErrors.readOnly(error) : authErrors.databaseUnavailable(error)
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return authErrors.bodyTooLarge()
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return authErrors.badJson('the content type is not application/json')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return authErrors.badJson(error instanceof Error ? error.message : 'unreadable')
  }
  return authErrors.unexpected(error)
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AuthError | OAuthError): FastifyReply {
  const version = request.headers[API_VERSION_HEADER]
  const { status, headers, body } = renderError(error, typeof version === 'string' ? version : undefined)
  return reply.code(status).headers(headers).send(body)
}
