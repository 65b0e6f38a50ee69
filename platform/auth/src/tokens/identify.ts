/** From a request's headers to who is asking, for every wire. */
import type { IncomingHttpHeaders } from 'node:http'

import type { Claims } from '@platform/database'
import { TokenError, type Identify, type Identity } from '@platform/http'
import { LRUCache } from 'lru-cache'

import type { Keys } from './keys.ts'
import { createThirdParties } from './third-parties.ts'
import { rulesFor, strictAcceptance, type TokenAcceptance } from './token-rules.ts'
import { isStillValid, verifyToken } from './verify-token.ts'

const CACHED_TOKENS = 10_000
const BEARER = /^bearer +(\S+) *$/i

const NOBODY: Identity = { role: 'anon', claims: { role: 'anon' }, token: null }

export interface IdentifyOptions {
  readonly keys: Keys
  /** The issuer of our access tokens (`AuthConfig.apiUrl`); the wire's api key issuers are always accepted. */
  readonly issuer: string
  readonly audience?: string
  /** What is accepted beside our own. */
  readonly accepts?: TokenAcceptance
  /** Issuers whose published keys vouch for our people too. */
  readonly thirdPartyIssuers?: readonly string[]
}

/**
 * A verified token is remembered until it expires, so a busy caller costs one lookup per request. Whether the
 * session behind it still lives is for auth/v1 and the database to ask.
 */
export function createIdentify(options: IdentifyOptions): Identify {
  const { keys } = options
  const rules = rulesFor(options.issuer, options.audience ?? 'authenticated', options.accepts ?? strictAcceptance)
  const verifiers = { keys, thirdParties: createThirdParties(options.thirdPartyIssuers ?? []) }
  const verified = new LRUCache<string, Identity>({ max: CACHED_TOKENS })
  let { version } = keys

  return async function identify(headers) {
    const token = readToken(headers)
    if (token === null) return NOBODY
    if (version !== keys.version) {
      verified.clear()
      version = keys.version
    }
    const known = verified.get(token)
    if (known !== undefined && isStillValid(known.claims, Date.now() / 1000)) return known
    const opaqueRole = token.startsWith('sb_') ? keys.roleOf(token) : null
    if (opaqueRole !== null) return { role: opaqueRole, claims: { role: opaqueRole }, token: null }
    const verifiedWith = version
    const identity = toIdentity(token, ownClaims(keys, token) ?? (await verifyToken(token, verifiers, rules)))
    if (verifiedWith === keys.version) verified.set(token, identity)
    return identity
  }
}

function ownClaims(keys: Keys, token: string): Claims | null {
  const claims = keys.claimsOfOwnKey(token)
  return claims !== null && isStillValid(claims, Date.now() / 1000) ? claims : null
}

/** The Bearer token, null without one. Other schemes are not ours to read. */
export function readBearer(headers: IncomingHttpHeaders): string | null {
  return BEARER.exec(headers.authorization ?? '')?.[1] ?? null
}

/** @throws {TokenError} for credentials that are there and cannot be read: whoever sends some does not mean to be a visitor */
function readToken(headers: IncomingHttpHeaders): string | null {
  const bearer = readBearer(headers)
  if (bearer !== null) return bearer
  if (headers.authorization?.trim()) throw new TokenError('malformed', 'The Authorization header holds no Bearer token')
  const key = headers['apikey']
  return typeof key === 'string' && key !== '' ? key : null
}

function toIdentity(token: string, claims: Claims): Identity {
  const role = typeof claims['role'] === 'string' ? claims['role'] : 'anon'
  return { role, claims, token }
}
