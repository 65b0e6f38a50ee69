/** The client's storage, where an account that another one replaces is put aside, and a page reaches its own alone. */
import { park, unpark } from './parked-sessions.ts'
import { awaitsSecondFactor } from './second-factor.ts'
import { asSession, isAnothers, readKeptSession, sessionKey } from './stored-session.ts'

export const clientStorage = {
  getItem: (key: string): string | null => (isOutOfReach(key) ? null : (globalThis.localStorage?.getItem(key) ?? null)),
  setItem: (key: string, value: string): void => {
    if (key !== sessionKey || makesRoom(value)) globalThis.localStorage?.setItem(key, value)
  },
  removeItem: (key: string): void => {
    if (!isOutOfReach(key)) globalThis.localStorage?.removeItem(key)
  },
}

/** Another tab has gone on as somebody else. */
function isOutOfReach(key: string): boolean {
  const held = key === sessionKey ? readKeptSession() : null
  return held !== null && isAnothers(held)
}

/** Whether the session may be stored as the one in use. */
function makesRoom(value: string): boolean {
  const next = asSession(JSON.parse(value))
  const held = readKeptSession()
  if (!next || held?.user.id === next.user.id) return true
  if (held && isAnothers(held) && !isAnothers(next)) {
    // A renewal that was under way when another tab changed to another account.
    park(next)
    return false
  }
  if (held && !awaitsSecondFactor(held)) park(held)
  unpark(next.user.id)
  return true
}
