/** Reads what the official client persisted, so that first requests need not wait for the client itself. */
import type { Session } from '@supabase/supabase-js'

export const sessionKey = 'cortexia.session'

/** `none`: nobody is signed in. `stale`: only the client can tell, after a refresh or from the URL. */
export type StoredSession = { kind: 'none' } | { kind: 'stale' } | { kind: 'fresh'; session: Session }

const margin = 10

export function readStoredSession(now: number = Date.now()): StoredSession {
  if (carriesAuthentication(location)) return { kind: 'stale' }
  const text = localStorage.getItem(sessionKey)
  if (!text) return { kind: 'none' }
  try {
    const session = JSON.parse(text) as Session
    const fresh = session.access_token && (session.expires_at ?? 0) - margin > now / 1000
    return fresh ? { kind: 'fresh', session } : { kind: 'stale' }
  } catch {
    return { kind: 'stale' }
  }
}

/** A return from an e-mail link or an identity provider, which the client reads from the URL (spec §1). */
function carriesAuthentication({ hash, search }: Location): boolean {
  return /[#&](?:access_token|error_description)=/u.test(hash) || /[?&](?:code|error_description)=/u.test(search)
}
