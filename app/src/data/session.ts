/** Who is signed in: loading until the client's first word, known at once where the stored session answers (spec §4). */
import type { Session, User } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'

import { readStoredSession } from './stored-session.ts'

export type SessionState = { status: 'loading' } | { status: 'signed-out' } | { status: 'signed-in'; user: User }

const listeners = new Set<() => void>()
let state: SessionState = initialState()

export function getSession(): SessionState {
  return state
}

export function watchSession(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}

export function useSession(): SessionState {
  return useSyncExternalStore(watchSession, getSession)
}

/** The signed-in person's id, or `null`. */
export function useUserId(): string | null {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.id : null
}

/** Called by data/supabase.ts only, on each event of the client. */
export function receiveSession(session: Session | null): void {
  const next: SessionState = session ? { status: 'signed-in', user: session.user } : { status: 'signed-out' }
  if (next.status === state.status && next.status === 'signed-out') return
  state = next
  for (const notify of listeners) notify()
}

let isLeaving = false

/** Said around a sign-out that the person asks for, so that it is not taken for a session that ended by itself. */
export function expectSignOut(expected: boolean): void {
  isLeaving = expected
}

export function isSignOutExpected(): boolean {
  return isLeaving
}

function initialState(): SessionState {
  const stored = readStoredSession()
  if (stored.kind === 'fresh') return { status: 'signed-in', user: stored.session.user }
  return { status: stored.kind === 'none' ? 'signed-out' : 'loading' }
}
