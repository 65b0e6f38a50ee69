/**
 * Accounts that a person has on this device beside the one in use. Their sessions wait here, out of the client's reach:
 * nothing is sent or renewed in their names until they are taken up again.
 */
import type { Session } from '@supabase/supabase-js'

import { awaitsSecondFactor } from './second-factor.ts'
import { asSession, readKeptSession, sessionKey } from './stored-session.ts'

const entry = 'cortexia.accounts'

/** With the one in use. */
export const mostAccounts = 3

/** The one that was used last comes first. */
export function parkedSessions(): readonly Session[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(entry) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap((one: unknown) => asSession(one) ?? []) : []
  } catch {
    return []
  }
}

export function parkedIds(): readonly string[] {
  return parkedSessions().map(({ user }) => user.id)
}

/** Whoever has a session here: nothing of theirs goes when another account leaves. */
export function peopleWithSessions(): readonly string[] {
  const kept = readKeptSession()
  return [...(kept ? [kept.user.id] : []), ...parkedIds()]
}

export function park(session: Session): void {
  write([session, ...others(session.user.id)])
}

export function unpark(userId: string): void {
  write(others(userId))
}

/** Puts an account that waits in the place of the one in use, which waits from now on. Answers whether there is one. */
export function takeUp(userId?: string): boolean {
  const parked = parkedSessions()
  const next = userId === undefined ? parked[0] : parked.find(({ user }) => user.id === userId)
  if (!next) return false
  const held = readKeptSession()
  if (held && held.user.id !== next.user.id && !awaitsSecondFactor(held)) park(held)
  unpark(next.user.id)
  localStorage.setItem(sessionKey, JSON.stringify(next))
  return true
}

function others(userId: string): readonly Session[] {
  return parkedSessions().filter(({ user }) => user.id !== userId)
}

function write(sessions: readonly Session[]): void {
  if (sessions.length > 0) localStorage.setItem(entry, JSON.stringify(sessions))
  else localStorage.removeItem(entry)
}
