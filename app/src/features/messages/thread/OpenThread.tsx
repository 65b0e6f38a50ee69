/** The conversation of the address, with its details; or why there is none. */
import Lock from 'lucide-react/icons/lock'
import { Suspense } from 'react'

import { useConversation } from '#entities/message/use-conversations.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { lazy } from '#ui/lazy.ts'

import { listMessages } from '../list/list.i18n.ts'
import { threadMessages } from '../thread.i18n.ts'
import { Thread } from './Thread.tsx'

const Details = lazy(async () => (await import('../details/Details.tsx')).Details)

export interface OpenThreadProps {
  conversationId: string
  userId: string
  wanted: string | null
  /** On phones it is all that there is. */
  isAlone: boolean
  details: 'beside' | 'over' | null
  onDetails: (isShown: boolean) => void
  onLeave: () => void
}

export function OpenThread(props: OpenThreadProps) {
  const { conversationId, userId, wanted, isAlone, details, onDetails, onLeave } = props
  const m = useMessages(threadMessages)
  const { conversation, isPending, error, retry } = useConversation(conversationId)
  if (!conversation) {
    return (
      <div className="grid h-full place-items-center">
        {isPending ? (
          <Spinner />
        ) : (
          <EmptyState
            title={error ? m.loadFailed : m.missing}
            text={error ? m.loadFailedText : ''}
            action={<Button onClick={error ? retry : onLeave}>{error ? m.retry : m.back}</Button>}
          />
        )}
      </div>
    )
  }
  const panel = details !== null && (
    <Suspense fallback={<Spinner className="m-8" />}>
      <Details conversation={conversation} userId={userId} onGone={onLeave} />
    </Suspense>
  )
  return (
    <div className="flex h-full min-h-0">
      <div className="min-w-0 flex-1">
        <Thread
          conversation={conversation}
          userId={userId}
          wanted={wanted}
          onBack={onLeave}
          isAlone={isAlone}
          onDetails={() => onDetails(details === null)}
          onGone={onLeave}
        />
      </div>
      {details === 'beside' && (
        <aside aria-label={m.details} className="w-80 flex-none overflow-y-auto border-l border-line p-5">
          {panel}
        </aside>
      )}
      {details === 'over' && (
        <Dialog title={m.details} onClose={() => onDetails(false)}>
          {panel}
        </Dialog>
      )}
    </div>
  )
}

/** Beside the list; where the list has nothing to choose from yet, what these messages are. */
export function NoThread({ hasOthers }: { hasOthers: boolean }) {
  const m = useMessages(threadMessages)
  const l = useMessages(listMessages)
  return (
    <div className="grid h-full place-items-center">
      {hasOthers ? (
        <EmptyState
          title={m.choose}
          text={m.chooseText}
          action={<Button onClick={() => openModal('write')}>{l.write}</Button>}
        />
      ) : (
        <div className="grid max-w-88 justify-items-center gap-3 p-6 text-center">
          <span className="grid size-14 place-items-center rounded-full bg-info-soft text-on-info-soft">
            <Lock aria-hidden="true" className="size-6" strokeWidth={1.75} />
          </span>
          <h2 className="text-lg">{m.secured}</h2>
          <p className="text-sm text-text-2">{m.securedPromise}</p>
          <button type="button" className="link min-h-6 text-sm" onClick={() => openModal('what-we-see')}>
            {m.whatWeSee}
          </button>
        </div>
      )}
    </div>
  )
}
