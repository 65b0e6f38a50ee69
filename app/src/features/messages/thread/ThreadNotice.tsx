import type { ThreadItem } from '#entities/message/message.ts'
import { useMessages } from '#i18n/messages.ts'

import { useThreadFacts } from './thread-context.ts'
import { threadMessages } from './thread-messages.ts'
import { wordDuration } from './vanish-times.ts'

/** What a member settled for all: one quiet line among the messages. */
export function ThreadNotice({ item: { id, content, isMine, senderId } }: { item: ThreadItem }) {
  const m = useMessages(threadMessages)
  const { nameOf } = useThreadFacts()
  const who = isMine ? m.you : nameOf(senderId)
  const words = () => {
    if (content.kind === 'named') return isMine ? m.namedMine(content.name) : m.named(who, content.name)
    if (content.kind !== 'vanishing') return null
    return content.seconds === null ? m.vanishingOff(who) : m.vanishing(who, wordDuration(m, content.seconds))
  }
  return (
    <p data-message={id} tabIndex={-1} className="my-1.5 max-w-108 self-center text-center text-xs text-text-3">
      {words()}
    </p>
  )
}
