/** Above the conversations: that people whom one does not know yet wrote. */
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark'

import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'

import { listMessages } from './list.i18n.ts'

export function RequestsRow({ count }: { count: number }) {
  const m = useMessages(listMessages)
  return (
    <button
      type="button"
      onClick={() => changeSearch({ filter: 'requests' }, { replace: true })}
      className="flex w-full items-center gap-3 px-(--gutter) py-2.75 text-left hover:bg-surface-2 lg:px-5"
    >
      <span className="grid size-11 flex-none place-items-center rounded-full bg-surface-2 text-text-2">
        <MessageCircleQuestion aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </span>
      <span className="min-w-0 flex-1 font-semibold">{m.requestsWaiting(count)}</span>
      <span aria-hidden="true" className="size-2 flex-none rotate-45 bg-accent" />
    </button>
  )
}
