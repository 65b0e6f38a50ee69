/** Who is signed in: loading until the client's first word, known at once where the stored session answers (spec §4). */
import type { Session, User } from '@supabase/supabase-js'
import { create } from 'zustand'

import { awaitsSecondFactor } from './auth/second-factor.ts'
import { readStoredSession } from './auth/stored-session.ts'

export type SessionState =
  | { status: 'loading' }
  /** `halfway`: the password was right, and the second factor is still to come. */
  | { status: 'signed-out'; halfway: User | null }
  | { status: 'signed-in'; user: User }

export const useSession = create<SessionState>()(initialState)

export function getSession(): SessionState {
  return useSession.getState()
}

export const watchSession: (notify: () => void) => () => void = useSession.subscribe

/** The signed-in person's id, or `null`. */
export function useUserId(): string | null {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.id : null
}

/** Called by data/supabase.ts only, on each event of the client. */
export function receiveSession(session: Session | null): void {
  const state = getSession()
  const next = stateOf(session)
  if (state.status === 'signed-out' && next.status === 'signed-out' && state.halfway?.id === next.halfway?.id) return
  useSession.setState(next, true)
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
  if (stored.kind === 'stale') return { status: 'loading' }
  return stateOf(stored.kind === 'fresh' ? stored.session : null)
}

function stateOf(session: Session | null): SessionState {
  if (!session) return { status: 'signed-out', halfway: null }
  const { user } = session
  return awaitsSecondFactor(session) ? { status: 'signed-out', halfway: user } : { status: 'signed-in', user }
}
