/** Who is signed in: known at once where a session is stored, loading where only the client can tell (spec §4). */
import type { Session, User } from '@supabase/supabase-js'
import { create } from 'zustand'

import { awaitsSecondFactor } from './auth/second-factor.ts'
import { ownPage, readKeptSession, readStoredSession } from './auth/stored-session.ts'

export type SessionState =
  | { status: 'loading' }
  /** `halfway`: the password was right, and the second factor is still to come. */
  | { status: 'signed-out'; halfway: User | null }
  /** `isStale`: as stored, and the token has ended: nothing is sent in their name before it is renewed. */
  | { status: 'signed-in'; user: User; isStale: boolean }

/** The last one who was signed in here: a page is one person's for as long as it lives. */
let person: string | null = null

export const useSession = create<SessionState>()(initialState)

export function getSession(): SessionState {
  return useSession.getState()
}

export const watchSession: (notify: () => void) => () => void = useSession.subscribe

/** The signed-in person's id, or `null`. */
export function useUserId(): string | null {
  return idOf(useSession())
}

export function idOf(session: SessionState): string | null {
  return session.status === 'signed-in' ? session.user.id : null
}

/**
 * Called on each event of the client. It also says `null` when nobody answers it: the session then still lies in the
 * storage, from where only a refusal by the server or the person takes it.
 */
export function receiveSession(session: Session | null): void {
  const state = getSession()
  const kept = session ? null : readKeptSession()
  if (kept && state.status === 'signed-in' && state.user.id === kept.user.id) return
  const next = stateOf(kept ?? session, kept !== null)
  // It keeps nothing of the one before, in memory either. Whoever still owes a second factor is nobody yet.
  if (person !== null && (idOf(next) ?? person) !== person) return location.replace('/')
  if (isSameVisitor(state, next)) return
  setOwner(next)
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

function isSameVisitor(state: SessionState, next: SessionState): boolean {
  return state.status === 'signed-out' && next.status === 'signed-out' && state.halfway?.id === next.halfway?.id
}

function initialState(): SessionState {
  const stored = readStoredSession()
  if (stored.kind === 'unknown') return { status: 'loading' }
  const state = stored.kind === 'none' ? stateOf(null, false) : stateOf(stored.session, stored.kind === 'expired')
  setOwner(state)
  return state
}

function setOwner(state: SessionState): void {
  const userId = idOf(state)
  person = userId ?? person
  ownPage(userId)
}

function stateOf(session: Session | null, isStale: boolean): SessionState {
  if (!session) return { status: 'signed-out', halfway: null }
  const { user } = session
  return awaitsSecondFactor(session) ? { status: 'signed-out', halfway: user } : { status: 'signed-in', user, isStale }
}
