/** Who asks: a person by their session, or a visitor who has the public key only. */
import type { SupabaseClient } from '@supabase/supabase-js'

import { bearerToken, callerClient, serviceClient } from '../_shared/clients.ts'
import { FunctionError } from '../_shared/respond.ts'
import { readSetting } from '../_shared/settings/reader.ts'
import { runtimeSettings } from '../_shared/settings/runtime.ts'

export interface Asker {
  /** Null for a visitor. */
  readonly userId: string | null
  /** Acts with the caller's own rights. */
  readonly client: SupabaseClient
  /** What quotas count by. */
  readonly key: string
}

/**
 * @throws {FunctionError} 401 for a token that is neither a session's nor the public key, 403 where the header
 *   `X-User-Id` names somebody else than the session
 */
export async function askerOf(request: Request): Promise<Asker> {
  const token = bearerToken(request)
  if (token === null || isPublicKey(token)) {
    return { userId: null, client: callerClient(publicKey()), key: `visitor:${networkOf(request)}` }
  }
  const { data, error } = await serviceClient().auth.getUser(token)
  if (error || !data.user) {
    throw new FunctionError(401, 'not_authenticated', 'User must be authenticated', { cause: error })
  }
  const userId = data.user.id
  requireSelf(request.headers.get('x-user-id'), userId, 'X-User-Id')
  return { userId, client: callerClient(token), key: `person:${userId}` }
}

/** Of a session, a request may name its own person only; a visitor's claim to be somebody means nothing. */
export function requireSelf(claimed: string | null, userId: string | null, field: string): void {
  const given = claimed?.trim().toLowerCase()
  if (given && userId !== null && given !== userId) {
    throw new FunctionError(403, 'not_allowed', 'Non autorisé', { field })
  }
}

function publicKey(): string {
  return readSetting(runtimeSettings.anonKey) ?? ''
}

/** The gateway has checked the signature already; a key of an older secret is a public one too. */
function isPublicKey(token: string): boolean {
  if (token === publicKey() || token.startsWith('sb_publishable_')) return true
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' && claims !== null && 'role' in claims && claims.role === 'anon'
  } catch {
    return false
  }
}

/**
 * NOTE: our server writes `X-Forwarded-For` itself, as one address, over what the client claims. Where proxies add to
 * it, only what the last one added is not the caller's own invention. An IPv6 customer has a whole /64.
 */
function networkOf(request: Request): string {
  const address = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const parts = head.split(':').filter(Boolean)
  const missing = address.includes('::') ? 8 - parts.length - tail.split(':').filter(Boolean).length : 0
  return [...parts, ...Array.from({ length: missing }, () => '0'), ...tail.split(':').filter(Boolean)]
    .slice(0, 4)
    .join(':')
}
