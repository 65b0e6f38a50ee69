/** A channel's token: refreshed, exchanged, expired (WIRE §4.3, §4.7). */

import type { ClientMessage } from '../wire/client-frames.ts'
import { expiredRefusal, type Caller } from './caller.ts'
import { ask, shutDown } from './endings.ts'
import { stamped, subjectOf } from './push-presence.ts'
import type { ChannelRules } from './rules.ts'
import type { ChannelState, Effect, Extension, ExtensionRights, Step } from './step.ts'

/** Never answered. Keys that are no tokens say nothing new. */
export function pushToken(state: ChannelState, { payload }: ClientMessage): Step {
  const token = payload['access_token']
  if (token === '') return shutDown(state, 'The token provided is not a valid JWT')
  const isNews = typeof token === 'string' && !token.startsWith('sb_') && token !== state.caller?.token
  return isNews ? ask(state, { about: 'token', token }) : { state, effects: [] }
}

/** THREATS W-04: what one person was let in for is not another's, but somebody may sign in, or out. */
export function adoptCaller(state: ChannelState, caller: Caller, rules: ChannelRules): Step {
  const before = state.caller?.subject ?? null
  if (before !== null && caller.subject !== null && caller.subject !== before) {
    return shutDown(state, 'The token is of another user')
  }
  const known = { ...state, caller }
  return state.wishes.isPrivate ? ask(known, { about: 'read', caller }) : settle(known, rules)
}

export function adoptReadRights(
  state: ChannelState,
  now: Readonly<Record<Extension, boolean>>,
  rules: ChannelRules,
): Step {
  const { rights, name, wishes } = state
  if (!now.broadcast && !(now.presence && wishes.presence.isOn)) {
    return shutDown(state, `You do not have permissions to read from this Channel topic: ${name}`)
  }
  const lost = (rights.broadcast.read && !now.broadcast) || (rights.presence.read && !now.presence)
  if (lost) return shutDown(state, `You no longer have permission to read from this Channel topic: ${name}`)
  return settle(
    {
      ...state,
      rights: {
        broadcast: { read: now.broadcast, write: null, writeAt: 0 },
        presence: { read: now.presence, write: null, writeAt: 0 },
      },
    },
    rules,
  )
}

/** Row changes and a presence go on under the new caller. */
function settle(state: ChannelState, rules: ChannelRules): Step {
  const { caller, presence, wishes } = state
  const trackedAs = subjectOf(state)
  const effects: Effect[] = []
  if (caller !== null && wishes.rows.bindings.length > 0) effects.push({ do: 'rewatch-rows', caller })
  if (presence.tracked !== null && presence.trackedAs !== trackedAs) {
    const payload = JSON.parse(presence.tracked) as Record<string, unknown>
    effects.push({ do: 'track', meta: stamped(payload, state, rules) })
  }
  return { state: { ...state, presence: { ...presence, trackedAs } }, effects }
}

/** Most have nothing that could grow old yet: ten thousand of them are asked this each second. */
export const isTimeless = ({ caller, wishes }: ChannelState, now: number): boolean =>
  !wishes.isPrivate && (caller?.expiresAt == null || now < caller.expiresAt)

export function lookAtClock(state: ChannelState, now: number, { rightsAge }: ChannelRules): Step {
  const expiresAt = state.caller?.expiresAt ?? null
  if (expiresAt !== null && now >= expiresAt) return shutDown(state, expiredRefusal(expiresAt, now).message)
  return { state: state.wishes.isPrivate ? forgetOldWrites(state, now - rightsAge) : state, effects: [] }
}

/** THREATS W-04: who is removed from a room must not go on writing into it. */
function forgetOldWrites(state: ChannelState, limit: number): ChannelState {
  const { broadcast, presence } = state.rights
  const isOld = ({ write, writeAt }: ExtensionRights) => write !== null && writeAt < limit
  if (!isOld(broadcast) && !isOld(presence)) return state
  const forget = (rights: ExtensionRights) => (isOld(rights) ? { ...rights, write: null } : rights)
  return { ...state, rights: { broadcast: forget(broadcast), presence: forget(presence) } }
}
