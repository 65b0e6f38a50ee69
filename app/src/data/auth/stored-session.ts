/** Reads what the official client persisted, so that first requests need not wait for the client itself. */
import type { Session } from '@supabase/supabase-js'

export const sessionKey = 'cortexia.session'

/**
 * `none`: nobody is signed in. `unknown`: only the client can tell, from the URL. `expired`: the person is known, and
 * nothing is sent in their name before the client has renewed the token.
 */
export type StoredSession =
  | { kind: 'none' }
  | { kind: 'unknown' }
  | { kind: 'expired'; session: Session }
  | { kind: 'fresh'; session: Session }

const margin = 10

export function readStoredSession(now: number = Date.now()): StoredSession {
  if (carriesAuthentication(location)) return { kind: 'unknown' }
  const session = readKeptSession()
  if (!session) return localStorage.getItem(sessionKey) ? { kind: 'unknown' } : { kind: 'none' }
  return { kind: (session.expires_at ?? 0) - margin > now / 1000 ? 'fresh' : 'expired', session }
}

/** Whatever the URL says; null where there is none, or none that can be read. */
export function readKeptSession(): Session | null {
  try {
    const session = JSON.parse(localStorage.getItem(sessionKey) ?? 'null') as Partial<Session> | null
    return session?.access_token && session.refresh_token && session.user?.id ? (session as Session) : null
  } catch {
    return null
  }
}

/** A return from an e-mail link or an identity provider, which the client reads from the URL (spec §1). */
function carriesAuthentication({ hash, search }: Location): boolean {
  return /[#&](?:access_token|error_description)=/u.test(hash) || /[?&](?:code|error_description)=/u.test(search)
}
