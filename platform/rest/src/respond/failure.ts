/** Anything thrown → the error body of four keys, and its headers. */
import { DatabaseError, DatabaseUnavailableError } from '@platform/database'
import { TokenError, type TokenProblem } from '@platform/http'

import { requestErrors, RestError, serverErrors } from '../errors.ts'
import type { HttpAnswer } from './respond.ts'
import { fromDatabaseError } from './sqlstate.ts'

export function toRestError(error: unknown, isAnonymous: boolean): RestError {
  if (error instanceof RestError) return error
  if (error instanceof TokenError) return fromTokenError(error)
  if (error instanceof DatabaseError) return fromDatabaseError(error, isAnonymous)
  if (error instanceof DatabaseUnavailableError) return fromUnavailable(error)
  if (isFramework(error, 'FST_ERR_CTP_INVALID_MEDIA_TYPE')) return requestErrors.body('Content-Type not acceptable')
  if (isFramework(error, 'FST_ERR_CTP_BODY_TOO_LARGE'))
    return requestErrors.bodyTooLarge('The body is larger than this server accepts.')
  return serverErrors.unexpected(error)
}

/** What passes by itself: the official client waits as long as it is told before it reads again (WIRE §0). */
const WORTH_A_RETRY: ReadonlySet<number> = new Set([503, 504, 507])

export function failureAnswer(error: RestError): HttpAnswer {
  const { code, details, hint, message } = error
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'proxy-status': `PostgREST; error=${code}`,
      ...(WORTH_A_RETRY.has(error.status) ? { 'retry-after': '2' } : {}),
      ...error.headers,
    },
    statusText: error.statusText,
    body: JSON.stringify({ code, details, hint, message }),
  }
}

const claimMessages: Partial<Record<TokenProblem, string>> = {
  expired: 'JWT expired',
  'not-yet-valid': 'JWT not yet valid',
  'issued-in-future': 'JWT issued at future',
  audience: 'JWT not in audience',
}

/** Claims that do not hold are PGRST303, tokens that cannot be read PGRST301. */
function fromTokenError(error: TokenError): RestError {
  const isAboutClaims = error.problem in claimMessages || error.problem === 'claims' || error.problem === 'revoked'
  const message = claimMessages[error.problem] ?? error.message
  const described = message.replaceAll(/[^\x20-\x7e]|["\\]/g, ' ')
  return new RestError(isAboutClaims ? 'PGRST303' : 'PGRST301', 401, message, {
    headers: { 'www-authenticate': `Bearer error="invalid_token", error_description="${described}"` },
    cause: error,
  })
}

function fromUnavailable(error: DatabaseUnavailableError): RestError {
  switch (error.reason) {
    case 'connection':
      return serverErrors.connection(error)
    case 'timeout':
      return serverErrors.client(error)
    case 'pool':
      return serverErrors.pool(error)
    default:
      return serverErrors.readOnly(error)
  }
}

const isFramework = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
