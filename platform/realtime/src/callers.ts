/** From a token or key to a caller, or to the wire's words for what is wrong with it. */

import { TokenError, type Identify } from '@platform/http'

import { expiredRefusal, revokedRefusal, type Caller, type TokenRefusal } from './channel/caller.ts'

export type FindCaller = (token: string) => Promise<Caller | TokenRefusal>

export const isRefusal = (found: Caller | TokenRefusal): found is TokenRefusal => 'code' in found

/** Whether a key is a token decides what it must say: `role` and `exp` (WIRE §4.1). */
export function createFindCaller(identify: Identify): FindCaller {
  // Connections that come with the same key share one caller, as `identify` lets them share the claims.
  const callers = new WeakMap<object, Caller>()
  return async (token) => {
    try {
      const { role, claims, token: jwt } = await identify({ authorization: `Bearer ${token}` })
      const { exp, sub } = claims
      const isWhole = typeof claims['role'] === 'string' && typeof exp === 'number'
      if (jwt !== null && !isWhole) return refusals.claims
      // NOTE: `identify` forgives some seconds of skew; a channel would be shut at its next look at the clock.
      if (typeof exp === 'number' && exp * 1000 <= Date.now()) return expiredRefusal(exp * 1000, Date.now())
      const known = callers.get(claims)
      if (known !== undefined) return known
      const caller: Caller = {
        role,
        claims,
        token: jwt,
        subject: typeof sub === 'string' && sub !== '' ? sub : null,
        expiresAt: typeof exp === 'number' ? exp * 1000 : null,
      }
      callers.set(claims, caller)
      return caller
    } catch (error) {
      if (!(error instanceof TokenError)) throw error
      return refusalOf(error, token)
    }
  }
}

const refusals = {
  claims: { code: 'InvalidJWTToken', message: 'Fields `role` and `exp` are required in JWT' },
  malformed: { code: 'MalformedJWT', message: 'The token provided is not a valid JWT' },
  signature: { code: 'JwtSignatureError', message: 'Failed to validate JWT signature' },
} as const satisfies Record<string, TokenRefusal>

function refusalOf({ problem, message }: TokenError, token: string): TokenRefusal {
  switch (problem) {
    case 'revoked':
      return revokedRefusal(message)
    case 'expired':
      return expiredRefusal(expiryOf(token), Date.now())
    case 'malformed':
      return refusals.malformed
    case 'signature':
    case 'no-key':
      return refusals.signature
    default:
      return refusals.claims
  }
}

/** Of a token that was found expired: nothing is decided by what stands there. */
function expiryOf(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp?: unknown }
    return typeof claims.exp === 'number' ? claims.exp * 1000 : Date.now()
  } catch {
    return Date.now()
  }
}
