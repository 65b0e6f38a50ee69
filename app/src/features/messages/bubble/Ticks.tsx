import Check from 'lucide-react/icons/check'
import CheckCheck from 'lucide-react/icons/check-check'
import Clock from 'lucide-react/icons/clock-3'

import type { ItemState } from '#entities/message/message.ts'
import { useMessages } from '#i18n/messages.ts'

import { threadMessages } from '../thread.i18n.ts'

const marks = { queued: Clock, encrypting: Clock, posting: Clock, sent: Check, read: CheckCheck }

/** Clock, one tick, two: never colour alone, and in words for those who listen. */
export function Ticks({ state }: { state: ItemState }) {
  const m = useMessages(threadMessages)
  if (state === 'failed' || state === 'received') return null
  const Mark = marks[state]
  const words = wordsOfState(m, state)
  return (
    <span data-tick={state} title={words}>
      <Mark aria-hidden="true" className={`size-3.75 ${state === 'read' ? 'text-info-text' : ''}`} strokeWidth={2} />
      <span className="sr-only">{words}</span>
    </span>
  )
}

/** What a tick says. */
export function wordsOfState(
  m: { waiting: string; sent: string; read: string; failed: string },
  state: ItemState,
): string {
  if (state === 'received') return ''
  return { queued: m.waiting, encrypting: m.waiting, posting: m.waiting, sent: m.sent, read: m.read, failed: m.failed }[
    state
  ]
}
