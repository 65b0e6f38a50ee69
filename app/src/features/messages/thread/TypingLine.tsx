import { useMessages } from '#i18n/messages.ts'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'

/** Its room is kept: the messages do not jump when somebody begins to type. */
export function TypingLine({ typing }: { typing: readonly string[] }) {
  const m = useMessages(threadMessages)
  const { nameOf } = useThreadFacts()
  const [first] = typing
  return (
    <p aria-live="off" className="min-h-4 px-1 text-xs text-text-3">
      {first !== undefined && (typing.length === 1 ? m.typing(nameOf(first)) : m.typingMany(typing.length))}
    </p>
  )
}
