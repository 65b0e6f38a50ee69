/** Proof Key for Code Exchange (RFC 7636), S256 only: a plain challenge protects nothing that it travels with. */
import { createHash, timingSafeEqual } from 'node:crypto'

import { authErrors } from '../errors.ts'
import { optionalText } from '../requests/read-body.ts'

const CHALLENGE = /^[\w.~-]{43,128}$/

/** The fields of a call that may begin a PKCE flow. */
export const pkceFields = { code_challenge: optionalText, code_challenge_method: optionalText } as const

interface PkceFields {
  readonly code_challenge?: string | null | undefined
  readonly code_challenge_method?: string | null | undefined
}

/** The challenge, or null without one. @throws {AuthError} `validation_failed` */
export function parseChallenge(body: PkceFields): string | null {
  const challenge = body.code_challenge ?? ''
  const method = (body.code_challenge_method ?? '').toLowerCase()
  if (challenge === '' && method === '') return null
  if (challenge === '' || method === '') {
    throw authErrors.invalid('PKCE flow requires code_challenge_method and code_challenge')
  }
  if (method !== 's256') throw authErrors.invalid('code_challenge_method must be s256')
  if (!CHALLENGE.test(challenge)) throw authErrors.invalid('code_challenge must be 43 to 128 unreserved characters')
  return challenge
}

export function verifierMatches(verifier: string, challenge: string): boolean {
  const actual = createHash('sha256').update(verifier).digest('base64url')
  // NOTE: clients without padding rules of their own may have sent `=`.
  const expected = Buffer.from(challenge.replace(/=+$/, ''))
  return expected.length === actual.length && timingSafeEqual(Buffer.from(actual), expected)
}
