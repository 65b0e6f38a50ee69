import Clock from 'lucide-react/icons/clock'

import { useWaitingEntries } from '#data/outbox/outbox-status.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { waitingMessages } from './waiting.i18n.ts'

/** How much has not reached the server, leading to the list of it; nothing where all has. */
export function WaitingButton({ compact = false, className }: { compact?: boolean; className?: string | undefined }) {
  const m = useMessages(waitingMessages)
  const count = useWaitingEntries().length
  if (count === 0) return null
  const words = m.count(count)
  return (
    <button
      type="button"
      title={compact ? words : undefined}
      onClick={() => openModal('waiting')}
      className={classNames(
        'flex min-h-11 items-center gap-3 rounded-md bg-credit-soft px-3 text-left text-sm text-on-credit-soft',
        className,
      )}
    >
      <Clock aria-hidden="true" className="size-5 flex-none" strokeWidth={1.75} />
      <span className={compact ? 'sr-only' : 'min-w-0 flex-1'}>{words}</span>
    </button>
  )
}
