import type { Auth } from '../auth.ts'
/** What a redirect tells the page it leads to (WIRE §1.5). Pure but for signing. */
import { tokenResponse, type OpenSession } from '../tokens/access-token.ts'

/** OAuth 2's names of what went wrong, where it has one (RFC 6749 §4.1.2.1). */
export const OAUTH_ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

export type Fields = Readonly<Record<string, string>>

export function withQuery(target: string, fields: Fields): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** Keys in alphabetical order, as the original writes them. */
export function withFragment(target: string, fields: Fields): string {
  const url = new URL(target)
  const sorted = Object.entries(fields).sort(([one], [two]) => one.localeCompare(two))
  url.hash = new URLSearchParams(sorted).toString()
  return url.href
}

const SESSION_FIELDS = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type']

/** A session for an implicit flow; `more` goes beside it. */
export async function withSession(auth: Auth, target: string, open: OpenSession, more: Fields): Promise<string> {
  const session = await tokenResponse(open, auth)
  const fields = SESSION_FIELDS.map((name) => [name, String(session[name])])
  return withFragment(target, { ...Object.fromEntries(fields), sb: '', ...more })
}
