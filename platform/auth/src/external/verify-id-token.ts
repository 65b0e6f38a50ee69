/** An ID token that a client obtained itself (OpenID Connect Core §3.1.3.7), as claims that can be believed. */
import { createHash, timingSafeEqual } from 'node:crypto'

import { errors, jwtVerify, type JWTPayload } from 'jose'

import { authErrors } from '../errors.ts'
import type { Json } from '../store/users.ts'
import type { IdTokenRules } from './provider.ts'

const MAX_TOKEN_LENGTH = 16_384
const SKEW_SECONDS = 30
/** Asymmetric ones only: whoever may check must not be able to sign. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
/** Failures of the key set that say nothing about the token. */
const OUTAGES = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'])

export interface PresentedIdToken {
  readonly idToken: string
  readonly accessToken: string | null
  /** As the client chose it; the token carries its digest. */
  readonly nonce: string | null
}

/** @throws {OAuthError} for a token that is not the issuer's, not for us, or of another flow */
export async function verifyIdToken(presented: PresentedIdToken, rules: IdTokenRules): Promise<Json> {
  if (presented.idToken.length > MAX_TOKEN_LENGTH) throw authErrors.idTokenBad()
  const { claims, algorithm } = await verifySignature(presented.idToken, rules)
  const audience = [claims.aud ?? []].flat()
  if (!audience.some((name) => rules.audiences.includes(name))) throw authErrors.idTokenAudience(audience)
  if (!rules.skipNonceCheck) checkNonce(presented.nonce, claims['nonce'])
  if (presented.accessToken !== null) checkAccessToken(presented.accessToken, claims['at_hash'], algorithm)
  if (typeof claims.sub !== 'string' || claims.sub === '') throw authErrors.idTokenBad()
  return claims
}

async function verifySignature(token: string, rules: IdTokenRules): Promise<{ claims: JWTPayload; algorithm: string }> {
  const keys = await rules.keys().catch((cause: unknown) => {
    throw authErrors.providerUnreachable(cause)
  })
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: rules.issuer,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'exp', 'iat', 'aud'],
      clockTolerance: SKEW_SECONDS,
    })
    return { claims: payload, algorithm: protectedHeader.alg }
  } catch (cause) {
    const isToken = cause instanceof errors.JOSEError && !OUTAGES.has(cause.code)
    throw isToken ? authErrors.idTokenBad() : authErrors.providerUnreachable(cause)
  }
}

function checkNonce(nonce: string | null, claim: unknown): void {
  const hasClaim = typeof claim === 'string' && claim !== ''
  if (hasClaim !== (nonce !== null)) throw authErrors.idTokenNonceMissing()
  if (!hasClaim || nonce === null) return
  const expected = createHash('sha256').update(nonce).digest('hex')
  if (!isSame(expected, claim)) throw authErrors.idTokenNonceWrong()
}

/** The left half of the access token's digest (OpenID Connect Core §3.1.3.6); optional in the token. */
function checkAccessToken(accessToken: string, claim: unknown, algorithm: string): void {
  if (claim === undefined) return
  const size = /^[RPE]S(\d{3})$/.exec(algorithm)?.[1] ?? '512'
  const digest = createHash(`sha${size}`).update(accessToken).digest()
  const expected = digest.subarray(0, digest.length / 2).toString('base64url')
  if (typeof claim !== 'string' || !isSame(expected, claim)) throw authErrors.idTokenBad()
}

function isSame(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(two)]
  return left.length === right.length && timingSafeEqual(left, right)
}
