import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { wordsOf } from './speak-message.ts'

/** The message that this one answers: leads to it. */
export function Quote({ id, isMine }: { id: string; isMine: boolean }) {
  const m = useMessages(threadMessages)
  const { itemOf, nameOf, acts } = useThreadFacts()
  const original = itemOf(id)
  return (
    <button
      type="button"
      disabled={!original}
      onClick={() => acts.show(id)}
      className={classNames(
        'mb-0.5 block max-w-full rounded-sm border-l-3 border-line-strong bg-surface px-2.5 py-1.5 text-left text-xs text-text-2',
        isMine && 'ml-auto',
      )}
    >
      {original ? (
        <>
          <span className="sr-only">{original.isMine ? m.replyToYou : m.replyTo(nameOf(original.senderId))}. </span>
          <b aria-hidden="true" className="block truncate">
            {original.isMine ? m.you : nameOf(original.senderId)}
          </b>
          <span className="line-clamp-2 wrap-anywhere">{wordsOf(m, original)}</span>
        </>
      ) : (
        m.originalGone
      )}
    </button>
  )
}
