/** What a browser is told that comes back from an external provider and cannot be signed in (WIRE §1.5). */
import type { Auth } from '../auth.ts'
import { AuthError } from '../errors.ts'
import { toAuthError } from '../requests/render-error.ts'
import { OAUTH_ERRORS, withFragment, withQuery, type Fields } from './redirect-answer.ts'

const DENIALS = new Set(['signup_disabled', 'user_banned'])

export function describeRefusal(thrown: unknown): Fields {
  const error = toAuthError(thrown)
  const { status, code } = error instanceof AuthError ? error : { status: 400, code: 'validation_failed' }
  const name = DENIALS.has(code) ? 'access_denied' : (OAUTH_ERRORS[status] ?? 'server_error')
  return { error: name, error_code: code, error_description: error.message }
}

/** Clients read either place. */
export function explainRefusal(target: string, fields: Fields): string {
  return withFragment(withQuery(target, fields), { ...fields, sb: '' })
}

export function reportRefusal(auth: Auth, thrown: unknown): void {
  const error = toAuthError(thrown)
  if (!(error instanceof AuthError) || error.status < 500) return
  auth.observe({ kind: 'auth.failed', code: error.code, status: error.status, error: error.cause ?? error })
}
