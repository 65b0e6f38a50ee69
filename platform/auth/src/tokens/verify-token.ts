/** From a JWT to its claims, or a TokenError that says what is wrong with it. */
import type { Claims } from '@platform/database'
import { TokenError } from '@platform/http'
import { compactVerify, decodeProtectedHeader, errors } from 'jose'

import type { Keys, VerificationKey } from './keys.ts'
import type { ThirdParties, TokenHeader } from './third-parties.ts'
import type { TokenRules } from './token-rules.ts'
import { isUuid } from './uuid.ts'

/** A request's header block is smaller; longer texts are not worth parsing. */
const MAX_TOKEN_LENGTH = 16_384
const SKEW_SECONDS = 30
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/

export interface Verifiers {
  readonly keys: Pick<Keys, 'find'>
  readonly thirdParties: ThirdParties
}

/** @throws {TokenError} */
export async function verifyToken(
  token: string,
  { keys, thirdParties }: Verifiers,
  rules: TokenRules,
): Promise<Claims> {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT_JWS.test(token)) {
    throw new TokenError('malformed', 'The token is not a compact JWS')
  }
  const now = Math.floor(Date.now() / 1000)
  const header = checkHeader(readHeader(token))
  const own = keys.find(header.kid)
  if (own !== null && own.algorithm === header.alg) {
    const claims = parseClaims(await verifySignature(token, own.key))
    checkClaims(claims, rules, now)
    checkSubject(claims)
    return claims
  }
  const foreign = await thirdParties.find(token, header)
  if (foreign === null) throw new TokenError('no-key', 'No suitable key was found to decode the token')
  const claims = parseClaims(await verifySignature(token, foreign.key))
  // NOTE: the key was chosen by the issuer that these claims name, so the issuer needs no further look.
  checkClaims(claims, { ...rules, issuers: null, withoutExpiry: false }, now)
  if (isMember(rules.ownRoles, claims['role'])) refuse('The token names a role that its issuer may not give')
  return claims
}

function checkHeader(header: Record<string, unknown>): TokenHeader {
  // NOTE: RFC 7797 payloads and critical extensions have no use here, only ways to disagree about what was signed.
  if (header['crit'] !== undefined || header['b64'] !== undefined) {
    throw new TokenError('malformed', 'The token asks for an extension')
  }
  const { typ, kid, alg } = header
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) {
    throw new TokenError('malformed', 'The token is of another type')
  }
  if (kid !== undefined && typeof kid !== 'string') throw new TokenError('malformed', 'The key id is not a text')
  if (typeof alg !== 'string') throw new TokenError('malformed', 'The token names no algorithm')
  return { kid, alg }
}

function readHeader(token: string): Record<string, unknown> {
  try {
    return decodeProtectedHeader(token)
  } catch (cause) {
    throw new TokenError('malformed', 'The token has no readable header', cause)
  }
}

async function verifySignature(token: string, key: VerificationKey['key']): Promise<Uint8Array> {
  try {
    return (await compactVerify(token, key)).payload
  } catch (cause) {
    const isSignature = cause instanceof errors.JWSSignatureVerificationFailed
    throw new TokenError(isSignature ? 'signature' : 'malformed', 'The signature does not verify', cause)
  }
}

function parseClaims(payload: Uint8Array): Claims {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch (cause) {
    throw new TokenError('malformed', 'The claims are not JSON', cause)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TokenError('malformed', 'The claims are not an object')
  }
  return value as Claims
}

/** Pure: `now` in epoch seconds. */
function checkClaims(claims: Claims, rules: TokenRules, now: number): void {
  if (claims['exp'] === undefined && !rules.withoutExpiry) refuse('The token never expires')
  checkTimes(claims, now)
  const { iss, aud, role, sub } = claims
  if (!isMeantFor(aud, rules.audiences)) throw new TokenError('audience', 'JWT not in audience')
  if (iss !== undefined && !isMember(rules.issuers, iss)) refuse('The token comes from another issuer')
  if (role !== undefined && !isMember(rules.roles, role)) refuse('The token names an unknown role')
  if (sub !== undefined && typeof sub !== 'string') refuse('The subject is not a text')
}

/** NOTE: policies compare it with ids: what is none would be an error of theirs, or nobody with a person's role. */
function checkSubject({ sub, role }: Claims): void {
  if (sub !== undefined && role === 'authenticated' && !isUuid(sub)) refuse('The subject is not the id of a person')
}

function checkTimes(claims: Claims, now: number): void {
  if (now - SKEW_SECONDS >= readTime(claims, 'exp', Infinity)) throw new TokenError('expired', 'JWT expired')
  if (readTime(claims, 'nbf', 0) > now + SKEW_SECONDS) throw new TokenError('not-yet-valid', 'JWT not yet valid')
  if (readTime(claims, 'iat', 0) > now + SKEW_SECONDS) throw new TokenError('issued-in-future', 'JWT issued at future')
}

function isMember(set: ReadonlySet<string> | null, value: unknown): boolean {
  return typeof value === 'string' && (set === null || set.has(value))
}

function refuse(message: string): never {
  throw new TokenError('claims', message)
}

/** True while a token that was accepted once may be accepted again. */
export function isStillValid(claims: Claims, now: number): boolean {
  return now - SKEW_SECONDS < readTime(claims, 'exp', Infinity)
}

function readTime(claims: Claims, name: 'exp' | 'nbf' | 'iat', missing: number): number {
  const value = claims[name]
  if (value === undefined) return missing
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(`"${name}" is not a time`)
  return value
}

/** NOTE: api keys carry no audience; a token that names one must name ours. */
function isMeantFor(audience: unknown, ours: TokenRules['audiences']): boolean {
  if (audience === undefined || ours === null) return true
  return Array.isArray(audience) ? audience.some((name) => isMember(ours, name)) : isMember(ours, audience)
}
