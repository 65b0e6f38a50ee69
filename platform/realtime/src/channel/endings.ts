/** How questions begin and how channels end. */

import type { ChannelState, Effect, Question, Step } from './step.ts'

export function ask(state: ChannelState, question: Question): Step {
  return { state: { ...state, asking: question.about }, effects: [{ do: 'ask', question }] }
}

/** @param reason `<Code>: <message>` (WIRE §4.4) */
export function refuse(state: ChannelState, reason: string): Step {
  const reply: Effect = { do: 'reply', ref: state.joinMessageRef, status: 'error', response: { reason } }
  return { state: { ...state, phase: 'closed', held: [] }, effects: [reply] }
}

/** Says why, and closes. */
export function shutDown(state: ChannelState, message: string): Step {
  const payload = { extension: 'system', status: 'error', message, channel: state.name }
  return closeWith(state, [{ do: 'push', event: 'system', payload }])
}

export function closeWith(state: ChannelState, lastWords: readonly Effect[]): Step {
  const close: Effect = { do: 'push', event: 'phx_close', payload: {}, ref: state.joinRef }
  return { state: { ...state, phase: 'closed', held: [] }, effects: [...lastWords, close, { do: 'exit' }] }
}
