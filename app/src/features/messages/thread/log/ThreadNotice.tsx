import TriangleAlert from 'lucide-react/icons/triangle-alert'

import type { NoticeContent, ThreadItem } from '#entities/message/message.ts'
import { useMessages, type currentMessages } from '#i18n/messages.ts'

import { useThreadFacts } from '../../thread-context.ts'
import { threadMessages } from '../../thread.i18n.ts'
import { wordDuration } from '../../vanish-times.ts'

/** What a member settled for all, or what happened to the thread: one quiet line among the messages. */
export function ThreadNotice({
  item: { id, isMine, senderId },
  content,
}: {
  item: ThreadItem
  content: NoticeContent
}) {
  const m = useMessages(threadMessages)
  const { nameOf } = useThreadFacts()
  const isMissing = content.kind === 'missing'
  return (
    <p
      data-message={id}
      tabIndex={-1}
      className="my-1.5 flex max-w-108 items-start gap-1.5 self-center text-center text-xs text-text-3"
    >
      {isMissing && <TriangleAlert aria-hidden="true" className="mt-px size-3.5 flex-none text-danger-text" />}
      {words(m, content, { isMine, who: isMine ? m.you : nameOf(senderId), nameOf })}
    </p>
  )
}

type Words = ReturnType<typeof currentMessages<(typeof threadMessages)['fr']>>

interface Said {
  isMine: boolean
  who: string
  nameOf: (id: string) => string
}

function words(m: Words, content: NoticeContent, { isMine, who, nameOf }: Said): string {
  switch (content.kind) {
    case 'named':
      return isMine ? m.namedMine(content.name) : m.named(who, content.name)
    case 'vanishing':
      return content.seconds === null ? m.vanishingOff(who) : m.vanishing(who, wordDuration(m, content.seconds))
    case 'added': {
      const names = content.userIds.map(nameOf).join(', ')
      return isMine ? m.addedMine(names) : m.added(who, names)
    }
    case 'dropped': {
      const names = content.userIds.map(nameOf).join(', ')
      return isMine ? m.droppedMine(names) : m.dropped(who, names)
    }
    case 'gone':
      return m.gone(who)
    default:
      return m.missingFrom(who)
  }
}
