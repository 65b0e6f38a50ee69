/** From a request's headers to who is asking. Implemented by auth, used by every wire. */

import type { IncomingHttpHeaders } from 'node:http'

import type { Claims } from '@platform/database'

export interface Identity {
  /** Database role: `anon`, `authenticated`, `service_role` or another role the token names. */
  readonly role: string
  readonly claims: Claims
  /** The JWT itself, or null for a request without a token or with an opaque key. */
  readonly token: string | null
}

export type TokenProblem =
  | 'malformed'
  | 'no-key'
  | 'signature'
  | 'expired'
  | 'not-yet-valid'
  | 'issued-in-future'
  | 'audience'
  | 'claims'
  /** It was good, and its session or its person may not act any more. */
  | 'revoked'

/** A token that was sent but cannot be accepted. Each wire renders it in its own words. */
export class TokenError extends Error {
  override readonly name = 'TokenError'
  readonly problem: TokenProblem

  constructor(problem: TokenProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

/**
 * Reads `Authorization: Bearer …`, else `apikey`; neither means role `anon`.
 * Opaque `sb_publishable_…` and `sb_secret_…` keys map to `anon` and `service_role`.
 * @throws {TokenError} when a token is there and is not valid
 */
export type Identify = (headers: IncomingHttpHeaders) => Promise<Identity>
