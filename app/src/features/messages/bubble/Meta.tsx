import CircleAlert from 'lucide-react/icons/circle-alert'
import Timer from 'lucide-react/icons/timer'

import type { ThreadItem } from '#entities/message/message.ts'
import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { failureWords } from './failure-words.ts'
import { Ticks } from './Ticks.tsx'

/** When, in what way, and how far it came. */
export function Meta({ item, isLast }: { item: ThreadItem; isLast: boolean }) {
  const m = useMessages(threadMessages)
  const { state, protection, isEdited, writtenAt, expiresAt } = item
  if (state === 'failed') return <NotSent item={item} />
  if (!isLast && !isTold(item)) return null
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 px-1 text-xs leading-4 text-text-3">
      {protection === 'legacy' && <span>{m.legacy}</span>}
      {protection === 'downgrade' && <span className="font-semibold text-danger-text">{m.downgraded}</span>}
      {isEdited && <span>{m.edited}</span>}
      {writtenAt !== null && <span>{m.writtenAt(formatTime(writtenAt))}</span>}
      {expiresAt !== null && <Vanishes at={expiresAt} />}
      <time dateTime={item.at}>{formatTime(item.at)}</time>
      <Ticks state={state} />
    </p>
  )
}

/** What would not go without saying inside a turn of speech. */
function isTold({ isEdited, protection, isMine, state }: ThreadItem): boolean {
  return isEdited || protection !== 'encrypted' || (isMine && state !== 'sent' && state !== 'read')
}

function NotSent({ item }: { item: ThreadItem }) {
  const m = useMessages(threadMessages)
  const { acts } = useThreadFacts()
  return (
    <p className="flex flex-wrap items-center justify-end gap-x-2 px-1 text-xs text-danger-text">
      <CircleAlert aria-hidden="true" className="size-3.75" />
      <button
        type="button"
        onClick={() => acts.retry(item)}
        className="min-h-6 font-semibold underline-offset-3 hover:underline"
      >
        {m.fail}
      </button>
      <span className="basis-full text-right text-text-3">{failureWords(m, item.failure)}</span>
    </p>
  )
}

function Vanishes({ at }: { at: string }) {
  const m = useMessages(threadMessages)
  return <Timer role="img" aria-label={m.vanishesAt(`${formatDay(at)} ${formatTime(at)}`)} className="size-3.5" />
}
