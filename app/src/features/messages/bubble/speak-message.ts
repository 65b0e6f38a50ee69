/** What a message says to those who listen: « {name}, {time}, {text}, lu » (SCREENS §3.10). */
import { hasVoice, isNotice, type ThreadItem } from '#entities/message/message.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { currentMessages } from '#i18n/messages.ts'

import { onceMessages } from '../once/once.i18n.ts'
import type { threadMessages } from '../thread.i18n.ts'
import { wordsOfState } from './Ticks.tsx'
import { voiceMessages } from './voice.i18n.ts'

type Words = ReturnType<typeof currentMessages<(typeof threadMessages)['fr']>>

export function speakMessage(m: Words, item: ThreadItem, name: string): string {
  const parts = [
    item.isMine ? m.you : name,
    formatTime(item.at),
    wordsOf(m, item),
    item.isEdited && m.edited,
    item.protection === 'legacy' && m.legacy,
    item.protection === 'downgrade' && m.downgraded,
    wordsOfState(m, item.state),
  ]
  return parts.filter(Boolean).join(', ')
}

/** In one line, as the list, a quote or a spoken message has it. */
export function wordsOf(m: Words, item: ThreadItem): string {
  const { content, isMine, type } = item
  if (hasVoice(item)) return currentMessages(voiceMessages).voice
  if (content.kind === 'open' && content.once !== null) {
    const once = currentMessages(onceMessages)
    return content.once === 'opened' ? once.opened : once.closed
  }
  if (content.kind === 'open') return content.text || (type === 'post_share' ? m.sharedPost : m.image)
  if (isNotice(content)) return content.kind === 'named' ? m.namedMine(content.name) : ''
  return {
    deleted: isMine ? m.deletedMine : m.deleted,
    masked: m.masked,
    locked: m.encrypted,
    failed: m.undecryptable,
  }[content.kind]
}
