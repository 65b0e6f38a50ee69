import type { ThreadItem } from '#entities/message/message.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'

/** Under the bubble; pressing one's own takes it back, pressing another's joins in. */
export function Reactions({ item }: { item: ThreadItem }) {
  const m = useMessages(threadMessages)
  const { userId, mayWrite, acts } = useThreadFacts()
  if (item.reactions.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1">
      {item.reactions.map(({ emoji, userIds }) => {
        const isOwn = userIds.includes(userId)
        return (
          <li key={emoji}>
            <button
              type="button"
              disabled={!mayWrite}
              aria-pressed={isOwn}
              aria-label={`${m.reactedBy(emoji, userIds.length)}. ${isOwn ? m.takeBack(emoji) : m.reactWith(emoji)}`}
              onClick={() => acts.react(item, isOwn ? '' : emoji)}
              className={classNames(
                'flex min-h-7 items-center gap-1 rounded-full border px-2 text-sm',
                isOwn ? 'border-line-strong bg-surface-3' : 'border-line bg-surface',
              )}
            >
              <span>{emoji}</span>
              {userIds.length > 1 && <span className="text-xs text-text-2">{userIds.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
