/** Who speaks on a channel: what a verified token says, and until when. */

import type { Audience } from '../changes/row-changes.ts'

export interface Caller extends Audience {
  /** The token itself, to see whether another one comes; null for a key that is no token. */
  readonly token: string | null
  readonly subject: string | null
  /** Epoch milliseconds; null for a key that does not expire. */
  readonly expiresAt: number | null
}

/** Why a token lets nobody in, in the wire's words (WIRE §4.4). */
export interface TokenRefusal {
  readonly code: 'InvalidJWTToken' | 'MalformedJWT' | 'JwtSignatureError' | 'ConnectionRateLimitReached'
  readonly message: string
}

export const revokedRefusal = (message: string): TokenRefusal => ({ code: 'InvalidJWTToken', message })

export function expiredRefusal(expiredAt: number, now: number): TokenRefusal {
  const seconds = Math.max(0, Math.floor((now - expiredAt) / 1000))
  return { code: 'InvalidJWTToken', message: `Token has expired ${seconds} seconds ago` }
}
