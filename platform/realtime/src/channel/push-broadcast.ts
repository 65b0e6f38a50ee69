import { jsonBroadcast, type Broadcast } from '../wire/broadcast.ts'
import type { ClientMessage } from '../wire/client-frames.ts'
import { ask } from './endings.ts'
import { vouchedFor, type Circumstances } from './rules.ts'
import type { ChannelState, Effect, Step } from './step.ts'

/** Without the right to write nothing happens, and only who asked for an acknowledgement is told (WIRE §4.5). */
export function pushBroadcast(state: ChannelState, message: ClientMessage, { rules }: Circumstances): Step {
  const { caller, rights, wishes } = state
  if (rights.broadcast.write === null && caller !== null) {
    const waiting = { ...state, held: [message, ...state.held] }
    return ask(waiting, { about: 'write', caller, extension: 'broadcast' })
  }
  if (rights.broadcast.write !== true) return { state, effects: wishes.acknowledge ? [answer(message, 'error')] : [] }
  const broadcast = message.broadcast ?? fromText(message.payload)
  const effects: Effect[] = [{ do: 'publish', broadcast, meta: vouchedFor(rules, caller) }]
  if (wishes.acknowledge) effects.push(answer(message, 'ok'))
  return { state, effects }
}

const answer = ({ ref }: ClientMessage, status: 'ok' | 'error'): Effect => ({ do: 'reply', ref, status, response: {} })

const usualKeys = new Set(['type', 'event', 'payload', 'meta'])

/** What says no more than an event and its payload can travel as bytes; anything else is passed on as it came. */
function fromText(payload: ClientMessage['payload']): Broadcast {
  const { event, payload: content = {} } = payload
  const isUsual = typeof event === 'string' && Object.keys(payload).every((key) => usualKeys.has(key))
  return isUsual ? jsonBroadcast(event, JSON.stringify(content)) : { kind: 'whole', json: JSON.stringify(payload) }
}
