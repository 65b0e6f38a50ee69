/**
 * One channel of one connection as a pure state machine (WIRE §4.3–4.7): inputs in, effects out. Whoever runs it
 * carries the effects out in order and hands in the answer to each question.
 */

import type { ClientMessage } from '../wire/client-frames.ts'
import { ask, closeWith, refuse, shutDown } from './endings.ts'
import type { JoinWishes } from './join-wishes.ts'
import { pushBroadcast } from './push-broadcast.ts'
import { pushPresence } from './push-presence.ts'
import type { ChannelRules, Circumstances } from './rules.ts'
import type { Answer, ChannelState, Effect, Input, Question, Rights, Step } from './step.ts'
import { adoptCaller, adoptReadRights, pushToken, lookAtClock } from './token-changes.ts'

export interface ChannelOpening {
  readonly topic: string
  readonly joinRef: string | null
  readonly messageRef: string | null
  readonly wishes: JoinWishes
}

const PREFIX = 'realtime:'
const MOST_HELD = 100

const all = { read: true, write: true, writeAt: 0 }
const unknown = { read: false, write: null, writeAt: 0 }
const allRights: Rights = { broadcast: all, presence: all }
const unknownRights: Rights = { broadcast: unknown, presence: unknown }
const nothing: readonly never[] = []
const unseen = { tracked: null, trackedAs: null, calls: 0, windowEnds: 0 }
const untracked = { on: { isOn: true, ...unseen }, off: { isOn: false, ...unseen } }

export function openChannel({ topic, joinRef, messageRef, wishes }: ChannelOpening): ChannelState {
  return {
    topic,
    name: topic.slice(PREFIX.length),
    joinRef,
    joinMessageRef: messageRef,
    wishes,
    phase: 'joining',
    caller: null,
    rights: wishes.isPrivate ? unknownRights : allRights,
    asking: null,
    held: nothing,
    replayed: nothing,
    presence: wishes.presence.isOn ? untracked.on : untracked.off,
  }
}

export function advance(state: ChannelState, input: Input, rules: ChannelRules): Step {
  if (state.phase === 'closed') return { state, effects: [] }
  switch (input.is) {
    case 'started':
      return start(state, rules)
    case 'pushed':
      return push(state, input.message, { rules, now: input.now })
    case 'answered':
      return drainHeld(answered(state, input.answer, rules, input.now), { rules, now: input.now })
    case 'replaced':
      return closeWith(state, [])
    case 'clock':
      return lookAtClock(state, input.now, rules)
    case 'rights-lost':
      return shutDown(state, `You no longer have permission to read from this Channel topic: ${state.name}`)
    case 'revoked':
    case 'flooded':
      return shutDown(state, input.message)
    default:
      return { state, effects: [rowsMessage(state, input.status, input.message)] }
  }
}

function start(state: ChannelState, rules: ChannelRules): Step {
  const { isPrivate, replay, token } = state.wishes
  if (rules.privateOnly && !isPrivate) return refuse(state, 'PrivateOnly: This project only allows private channels')
  if (replay !== null && !isPrivate) {
    return refuse(state, 'UnableToReplayMessages: Replay is not allowed for public channels')
  }
  if (replay === 'malformed') return refuse(state, 'UnableToReplayMessages: Replay params are not valid')
  return ask(state, { about: 'token', token })
}

function push(state: ChannelState, message: ClientMessage, circumstances: Circumstances): Step {
  // NOTE: a client that leaves waits for nobody.
  if (message.event === 'phx_leave') {
    return closeWith(state, [{ do: 'reply', ref: message.ref, status: 'ok', response: {} }])
  }
  if (state.asking !== null) {
    if (state.held.length >= MOST_HELD) return shutDown(state, 'Too many messages per second')
    return { state: { ...state, held: [...state.held, message] }, effects: [] }
  }
  switch (message.event) {
    case 'broadcast':
      return pushBroadcast(state, message, circumstances)
    case 'presence':
      return pushPresence(state, message, circumstances)
    case 'access_token':
      return pushToken(state, message)
    default:
      return { state, effects: [] }
  }
}

function answered(state: ChannelState, answer: Answer, rules: ChannelRules, now: number): Step {
  const asked = state.asking
  const settled: ChannelState = { ...state, asking: null }
  switch (answer.about) {
    case 'token':
      return 'refusal' in answer ? refuseToken(settled, answer.refusal) : afterCaller(settled, answer, { rules, now })
    case 'read':
      return settled.phase === 'joining' ? afterFirstRights(settled, answer) : adoptReadRights(settled, answer, rules)
    case 'write': {
      const { extension, isAllowed } = answer
      const known = { ...settled.rights[extension], write: isAllowed, writeAt: now }
      return { state: { ...settled, rights: { ...settled.rights, [extension]: known } }, effects: [] }
    }
    case 'replay':
      return afterReplay({ ...settled, replayed: answer.messages })
    case 'rows':
      return answer.refusal === null ? finishJoin(settled, true) : refuse(settled, answer.refusal)
    default:
      return undecided(settled, asked)
  }
}

function refuseToken(state: ChannelState, { code, message }: { code: string; message: string }): Step {
  return state.phase === 'joining' ? refuse(state, `${code}: ${message}`) : shutDown(state, message)
}

function afterCaller(
  state: ChannelState,
  { caller }: Extract<Answer, { readonly caller: object }>,
  { rules }: Circumstances,
): Step {
  if (state.phase === 'joined') return adoptCaller(state, caller, rules)
  const known = { ...state, caller }
  return state.wishes.isPrivate ? ask(known, { about: 'read', caller }) : afterRights(known)
}

function afterFirstRights(
  state: ChannelState,
  { broadcast, presence }: { broadcast: boolean; presence: boolean },
): Step {
  const { name, rights, wishes } = state
  const mayRead = broadcast || (wishes.presence.isOn && presence)
  if (!mayRead || (wishes.replay !== null && !broadcast)) {
    return refuse(state, `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
  }
  return afterRights({
    ...state,
    rights: {
      broadcast: { ...rights.broadcast, read: broadcast },
      presence: { ...rights.presence, read: presence },
    },
  })
}

function afterRights(state: ChannelState): Step {
  const { replay } = state.wishes
  return replay === null || replay === 'malformed' ? afterReplay(state) : ask(state, { about: 'replay', ...replay })
}

function afterReplay(state: ChannelState): Step {
  const { bindings, waitMs } = state.wishes.rows
  if (waitMs === null || bindings.length === 0 || state.caller === null) return finishJoin(state, false)
  return ask(state, { about: 'rows', caller: state.caller, withinMs: waitMs })
}

function finishJoin(state: ChannelState, isWatching: boolean): Step {
  const { caller, wishes, replayed } = state
  const effects: Effect[] = [{ do: 'answer-join', ref: state.joinMessageRef }, { do: 'enter' }]
  if (state.presence.isOn && state.rights.presence.read) effects.push({ do: 'show-presence' })
  if (replayed.length > 0) effects.push({ do: 'replay', messages: replayed })
  if (isWatching) effects.push(rowsMessage(state, 'ok', 'Subscribed to PostgreSQL'))
  else if (wishes.rows.bindings.length > 0 && caller !== null) effects.push({ do: 'watch-rows', caller })
  if (wishes.replicationReady) {
    const fields = { extension: 'system', status: 'ok', message: 'Replication connection established' }
    effects.push({ do: 'push', event: 'system', payload: { ...fields, channel: state.name } })
  }
  return { state: { ...state, phase: 'joined', replayed: nothing }, effects }
}

/** Who may do what could not be found out: nobody is let in, and what asked for it is dropped. */
function undecided(state: ChannelState, asked: Question['about'] | null): Step {
  const message = 'Realtime was unable to connect to the project database'
  if (state.phase === 'joining') return refuse(state, `UnableToConnectToProject: ${message}`)
  if (asked !== 'write') return shutDown(state, message)
  const [dropped, ...held] = state.held
  const failed = dropped?.event === 'presence'
  return {
    state: { ...state, held },
    effects: failed ? [{ do: 'reply', ref: dropped?.ref ?? null, status: 'error', response: {} }] : [],
  }
}

/** What was held takes its turn, until something is asked again. */
function drainHeld(step: Step, circumstances: Circumstances): Step {
  let { state } = step
  const effects = [...step.effects]
  while (state.phase === 'joined' && state.asking === null) {
    const [next, ...held] = state.held
    if (next === undefined) break
    const taken = push({ ...state, held }, next, circumstances)
    state = taken.state
    effects.push(...taken.effects)
  }
  return { state, effects }
}

function rowsMessage({ name }: ChannelState, status: 'ok' | 'error', message: string): Effect {
  return {
    do: 'push',
    event: 'system',
    payload: { extension: 'postgres_changes', status, message, channel: name },
  }
}
