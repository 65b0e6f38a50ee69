/** Messages: the list, the conversation that is open, and what there is to know of it (SCREENS §3.10). */
import { useCallback, useRef, useState, type ReactNode, useEffect } from 'react'

import { useUserId } from '#data/session.ts'
import { conversationFilters, type ConversationFilter } from '#entities/conversation/conversation.ts'
import { watchFailures } from '#entities/message/send.ts'
import { useConversations } from '#entities/message/use-conversations.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'
import { toast } from '#ui/toast/toast.ts'

import { failureWords } from './bubble/failure-words.ts'
import { Inbox } from './list/Inbox.tsx'
import { threadMessages } from './thread.i18n.ts'
import { NoThread, OpenThread } from './thread/OpenThread.tsx'
import { useScreenKeys } from './use-screen-keys.ts'

/** From here on the details stand beside the conversation; below they lie over it. */
const wideFrom = 1280

export interface MessagesViewProps {
  userId: string
  /** What the keys of the messages ask for, if anything. */
  banner: ReactNode
  /** Whether it is to be there is not known yet: nothing is shown that it would push away. */
  isBannerAwaited: boolean
}

export function MessagesView({ userId, banner, isBannerAwaited }: MessagesViewProps) {
  const { conversation: openId = null, filter, message = null } = usePlace().search
  const shown = conversationFilters.find((known) => known === filter) ?? 'all'
  const { isMobile, width } = useScreenSize()
  const [hasDetails, setDetails] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const list = useConversations(shown)
  const open = useOpen(shown)
  const leave = useCallback(() => goBackToList(shown), [shown])
  const ids = list.conversations.map(({ id }) => id)
  useScreenKeys({ ids, openId, field, open })
  useFailedActs()
  const thread = openId !== null && (
    <OpenThread
      // Found by a search, a message is gone to in a thread that is open already as well.
      key={`${openId} ${message ?? ''}`}
      conversationId={openId}
      userId={userId}
      wanted={message}
      onLeave={leave}
      isAlone={isMobile}
      details={hasDetails ? (width >= wideFrom ? 'beside' : 'over') : null}
      onDetails={setDetails}
    />
  )
  const inbox = <Inbox {...{ list, openId, field, banner, isBannerAwaited }} filter={shown} onOpen={open} />
  const rest = isMobile ? null : <NoThread hasOthers={list.conversations.length > 0} />
  return <Columns isMobile={isMobile} inbox={inbox} thread={thread || null} rest={rest} />
}

interface ColumnsProps {
  isMobile: boolean
  inbox: ReactNode
  thread: ReactNode
  /** Where no thread is. */
  rest: ReactNode
}

/** The thread keeps its place among these at any width: what is being written, and where one is, stay as they are. */
function Columns({ isMobile, inbox, thread, rest }: ColumnsProps) {
  const isCovered = isMobile && thread !== null
  const shown = thread ?? rest
  return (
    // The room under other screens' last lines is not needed here.
    <div
      className={
        isMobile ? 'contents' : '-mb-12 grid h-[calc(100svh-var(--said-h))] grid-cols-[21.25rem_minmax(0,1fr)]'
      }
    >
      {isCovered ? null : (
        <div className={isMobile ? 'contents' : 'flex min-h-0 flex-col border-r border-line'}>{inbox}</div>
      )}
      {shown !== null && (
        <div
          className={
            isMobile ? 'fixed inset-0 top-(--said-h) z-(--z-sticky) h-[calc(100dvh-var(--said-h))] bg-bg' : 'min-h-0'
          }
        >
          {shown}
        </div>
      )}
    </div>
  )
}

/** Opened from the list, a conversation is one step ahead of it; from another one it takes its place. */
function useOpen(filter: ConversationFilter) {
  return useCallback(
    (id: string, messageId?: string) => {
      const { search: before, state } = getPlace()
      const search = { conversation: id, filter: filter === 'all' ? undefined : filter, message: messageId }
      if (before['conversation'] === undefined) navigate({ to: paths.messages, search }, { state: { fromList: true } })
      else navigate({ to: paths.messages, search }, { replace: true, state })
    },
    [filter],
  )
}

function goBackToList(filter: ConversationFilter): void {
  if (getPlace().state.fromList) history.back()
  else navigate({ to: paths.messages, search: { filter: filter === 'all' ? undefined : filter } }, { replace: true })
}

/** A reaction, a change or a deletion has no bubble of its own to say that it did not go. */
function useFailedActs(): void {
  const userId = useUserId()
  useEffect(() => {
    if (userId === null) return undefined
    return watchFailures(userId, (failure) => {
      const m = currentMessages(threadMessages)
      toast({ tone: 'danger', title: m.actFailed, description: failureWords(m, failure) })
    })
  }, [userId])
}
