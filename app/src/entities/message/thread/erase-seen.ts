/** What the other one has looked at once is taken off the server by the devices of whoever sent it. */
import type { Opened } from '../message.ts'
import { eraseMessage } from '../outbox/erase-message.ts'
import { bodyOf, isErasedRow, type ThreadState } from './thread-machine.ts'

/** `opened`: what has just been read of a thread, in which its state holds it already. */
export function eraseSeen(state: ThreadState, opened: readonly (readonly [string, Opened])[]): void {
  const isAboutIt = ([, result]: readonly [string, Opened]) =>
    result.kind === 'open' && (result.body.opened !== undefined || result.body.once === true)
  // In a group, one who has looked is not all.
  if (!opened.some(isAboutIt) || state.readers.size !== 1) return
  for (const { id, sender_id: sender } of state.rows.values()) {
    const seen = sender === state.me ? undefined : bodyOf(state, id)?.opened
    if (seen !== undefined) eraseOwn(state, seen)
  }
}

function eraseOwn(state: ThreadState, id: string): void {
  const row = state.rows.get(id)
  const { once, att = [] } = bodyOf(state, id) ?? {}
  if (!row || row.sender_id !== state.me || isErasedRow(row) || once !== true) return
  const paths = att.map(({ p: path }) => path)
  eraseMessage(id, paths)
}
