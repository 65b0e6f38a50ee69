import { isRecord, type ClientMessage } from '../wire/client-frames.ts'
import { ask, shutDown } from './endings.ts'
import { vouchedFor, type ChannelRules, type Circumstances } from './rules.ts'
import type { ChannelState, Effect, Step } from './step.ts'

const WINDOW_MS = 30_000

/** `track` and `untrack` (WIRE §4.6); every call counts, also one that changes nothing. */
export function pushPresence(state: ChannelState, message: ClientMessage, { rules, now }: Circumstances): Step {
  const { caller, rights } = state
  const called = typeof message.payload['event'] === 'string' ? message.payload['event'].toLowerCase() : null
  if (called === null) return reply(state, message)
  if (called === 'track' && rights.presence.write === null && caller !== null) {
    const waiting = { ...state, held: [message, ...state.held] }
    return ask(waiting, { about: 'write', caller, extension: 'presence' })
  }
  const counted = count(state, now)
  if (counted.presence.calls > rules.presenceCalls) return shutDown(state, 'Client presence rate limit exceeded')
  if (called === 'untrack') return untrack(counted, message)
  return called === 'track' ? track(counted, message, rules) : fail(counted, message)
}

function count(state: ChannelState, now: number): ChannelState {
  const { presence } = state
  const isNew = now >= presence.windowEnds
  const window = isNew ? { calls: 1, windowEnds: now + WINDOW_MS } : { calls: presence.calls + 1 }
  return { ...state, presence: { ...presence, ...window } }
}

function track(state: ChannelState, message: ClientMessage, rules: ChannelRules): Step {
  const { payload = {} } = message.payload
  if (state.rights.presence.write !== true) return fail(state, message)
  if (!isRecord(payload)) return fail(state, message, { reason: 'Presence track payload must be a map' })
  const tracked = JSON.stringify(payload)
  if (Buffer.byteLength(tracked) > rules.presenceBytes) return shutDown(state, 'Track message size exceeded')
  if (tracked === state.presence.tracked) return reply(state, message)
  const effects: Effect[] = [{ do: 'track', meta: stamped(payload, state, rules) }, okReply(message)]
  // NOTE: who becomes visible before asking to see others has seen no state yet, and diffs alone mean nothing to it.
  if (!state.presence.isOn && state.rights.presence.read) effects.push({ do: 'show-presence' })
  return {
    state: { ...state, presence: { ...state.presence, isOn: true, tracked, trackedAs: subjectOf(state) } },
    effects,
  }
}

function untrack(state: ChannelState, message: ClientMessage): Step {
  const silent = { ...state, presence: { ...state.presence, tracked: null } }
  if (state.presence.tracked === null) return reply(silent, message)
  return { state: silent, effects: [{ do: 'untrack' }, okReply(message)] }
}

/** The payload, with the verified subject in place of any that it claims. */
export function stamped(
  payload: Readonly<Record<string, unknown>>,
  { caller }: ChannelState,
  rules: ChannelRules,
): Readonly<Record<string, unknown>> {
  if (rules.subjectField === null) return payload
  const { [rules.subjectField]: _claimed, ...rest } = payload
  return { ...rest, ...vouchedFor(rules, caller) }
}

export const subjectOf = ({ caller }: ChannelState): string | null => caller?.subject ?? null

const okReply = ({ ref }: ClientMessage): Effect => ({ do: 'reply', ref, status: 'ok', response: {} })

const reply = (state: ChannelState, message: ClientMessage): Step => ({ state, effects: [okReply(message)] })

const fail = (state: ChannelState, { ref }: ClientMessage, response: object = {}): Step => ({
  state,
  effects: [{ do: 'reply', ref, status: 'error', response }],
})
