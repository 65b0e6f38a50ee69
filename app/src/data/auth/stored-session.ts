/** Reads what the official client persisted, so that first requests need not wait for the client itself. */
import type { Session } from '@supabase/supabase-js'

export const sessionKey = 'cortexia.session'

/**
 * `none`: nobody is signed in. `unknown`: only the client can tell, from the URL. `expired`: the person is known, and
 * nothing is sent in their name before the client has renewed the token; nor is anything in a page of somebody else.
 */
export type StoredSession =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'expired'; session: Session }
  | { kind: 'fresh'; session: Session }

const margin = 10

/** Whose page this is. What another tab stores for another account is none of its business: it is about to start over. */
let pageOwner: string | null = null

export function ownPage(userId: string | null): void {
  pageOwner = userId
}

export function isAnothers({ user }: Session): boolean {
  return pageOwner !== null && user.id !== pageOwner
}

export function readStoredSession(now: number = Date.now()): StoredSession {
  if (carriesAuthentication(location)) return { kind: 'unknown' }
  const session = readKeptSession()
  if (!session) return localStorage.getItem(sessionKey) ? { kind: 'unknown' } : { kind: 'none' }
  const isFresh = (session.expires_at ?? 0) - margin > now / 1000 && !isAnothers(session)
  return { kind: isFresh ? 'fresh' : 'expired', session }
}

/** Whatever the URL says; null where there is none, or none that can be read. */
export function readKeptSession(): Session | null {
  try {
    return asSession(JSON.parse(localStorage.getItem(sessionKey) ?? 'null'))
  } catch {
    return null
  }
}

export function asSession(stored: unknown): Session | null {
  const session = stored as Partial<Session> | null
  return session?.access_token && session.refresh_token && session.user?.id ? (session as Session) : null
}

/** A return from an e-mail link or an identity provider, which the client reads from the URL (spec §1). */
function carriesAuthentication({ hash, search }: Location): boolean {
  return /[#&](?:access_token|error_description)=/u.test(hash) || /[?&](?:code|error_description)=/u.test(search)
}
