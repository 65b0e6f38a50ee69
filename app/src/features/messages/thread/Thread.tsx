/** One conversation: its messages, and where one writes. */
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState, useCallback } from 'react'

import { useOrderCards } from '#entities/commission/order/use-order-cards.ts'
import { partnerOf } from '#entities/conversation/conversation.ts'
import { isEditable, type ItemState, type ThreadItem } from '#entities/message/message.ts'
import { useTyping } from '#entities/message/thread/use-typing.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import { useThread, type ThreadView } from '#entities/message/use-thread.ts'
import { mySettingsQuery } from '#entities/profile/my-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { lazy } from '#ui/lazy.ts'

import { ThreadContext, useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { Composer } from './composer/Composer.tsx'
import { useComposer } from './composer/use-composer.ts'
import { useDropImages } from './composer/use-drop-images.ts'
import { FindBar } from './FindBar.tsx'
import { ThreadLog, type LogHandle } from './log/ThreadLog.tsx'
import { useShow } from './log/use-show.ts'
import { CardsUnread, ClosedLine, ConnectionBar, HoldBanner, RequestBar } from './ThreadBanners.tsx'
import { ThreadHeader, type Protection } from './ThreadHeader.tsx'
import { useFactsOf } from './use-thread-facts.ts'
import { useThreadKeys } from './use-thread-keys.ts'
import { useUnexpired } from './use-unexpired.ts'

const WhyDialog = lazy(async () => (await import('./WhyDialog.tsx')).WhyDialog)

export interface ThreadProps {
  conversation: ListedConversation
  userId: string
  /** Found by a search: shown as soon as it is there. */
  wanted: string | null
  onBack: () => void
  /** The list is another view, to which a button leads back. */
  isAlone: boolean
  onDetails: () => void
  /** Deleted, left or refused: there is nothing to show here any more. */
  onGone: () => void
}

export function Thread(props: ThreadProps) {
  const { conversation, userId, wanted, onBack, isAlone, onDetails, onGone } = props
  const m = useMessages(threadMessages)
  const view = useThread(conversation.id)
  const items = useUnexpired(view.items)
  const thread = { ...view, items }
  const tellsTyping = useQuery(mySettingsQuery(userId)).data?.typing_indicators ?? true
  const { typing, present, tellTyping } = useTyping(conversation.id, {
    isSilent: conversation.me.state === 'requested' || !tellsTyping,
  })
  const log = useRef<LogHandle>(null)
  const [asked, setAsked] = useState<ThreadItem | null>(null)
  const composer = useComposer(conversation.id, { tellTyping, onSent: () => log.current?.toEnd() })
  const show = useShow(thread, log, wanted)
  const find = useFind(show)
  const facts = useFactsOf({ conversation, thread, userId, composer, show, foundId: find.foundId, onAsk: setAsked })
  const drop = useDropImages(conversation.id, facts.mayWrite)
  useThreadKeys({ onFind: find.open, onBack })
  const isOnline = facts.isGroup ? false : present.some((id) => id !== userId)
  return (
    <ThreadContext value={facts}>
      <section aria-label={m.conversationWith(conversation.title)} {...drop} className="flex h-full min-h-0 flex-col">
        <ThreadHeader
          conversation={conversation}
          protection={protectionOf(thread)}
          presence={isOnline ? m.online : null}
          onBack={isAlone ? onBack : null}
          onFind={find.isFinding ? find.close : find.open}
          onDetails={onDetails}
        />
        {find.isFinding && <FindBar conversationId={conversation.id} onStand={find.stand} onClose={find.close} />}
        <Messages thread={thread} conversation={conversation} log={log} typing={typing} />
        <ConnectionBar connection={thread.connection} />
        <Foot thread={thread} conversation={conversation} composer={composer} onGone={onGone} />
        {asked && (
          <Suspense fallback={null}>
            <WhyDialog
              item={asked}
              name={facts.nameOf(asked.senderId)}
              onReopen={thread.reopen}
              onClose={() => setAsked(null)}
            />
          </Suspense>
        )}
      </section>
    </ThreadContext>
  )
}

interface MessagesProps {
  thread: ThreadView
  conversation: ListedConversation
  log: React.RefObject<LogHandle | null>
  typing: readonly string[]
}

function Messages({ thread, conversation, log, typing }: MessagesProps) {
  const m = useMessages(threadMessages)
  const { cards, readAgain } = useOrderCards(partnerOf(conversation)?.id ?? null, {
    since: conversation.me.readsFrom,
    from: thread.hasOlder ? (thread.items[0]?.at ?? null) : null,
  })
  if (thread.state === 'ready' || thread.items.length > 0) {
    return (
      <>
        {readAgain && <CardsUnread onRetry={readAgain} />}
        <ThreadLog
          ref={log}
          items={thread.items}
          cards={cards}
          hasOlder={thread.hasOlder}
          isLoadingOlder={thread.isLoadingOlder}
          loadOlder={thread.loadOlder}
          readUpTo={conversation.me.lastReadAt}
          heardUpTo={thread.heardUpTo}
          foot={<TypingLine typing={typing} />}
        />
      </>
    )
  }
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-4">
      {thread.state === 'loading' ? (
        <Spinner />
      ) : (
        <Alert
          tone="danger"
          title={m.loadFailed}
          action={
            <Button size="sm" variant="line" onClick={thread.reload}>
              {m.retry}
            </Button>
          }
        >
          {m.loadFailedText}
        </Alert>
      )}
    </div>
  )
}

interface FootProps {
  thread: ThreadView
  conversation: ListedConversation
  composer: ReturnType<typeof useComposer>
  onGone: () => void
}

/** The field, or what stands in its place. */
function Foot({ thread, conversation, composer, onGone }: FootProps) {
  const m = useMessages(threadMessages)
  const { me } = conversation
  if (me.state === 'requested') return <RequestBar conversation={conversation} onGone={onGone} />
  if (me.state === 'blocked') return <ClosedLine>{m.blocked}</ClosedLine>
  if (!me.isActive || me.state === 'left') return <ClosedLine>{m.left}</ClosedLine>
  if (conversation.isClosed) return <ClosedLine>{m.blocked}</ClosedLine>
  const partner = partnerOf(conversation)
  const isWaiting =
    partner?.state === 'requested' &&
    thread.items.some(({ isMine, state }) => isMine && (state === 'sent' || state === 'read'))
  const editLast = () => {
    const last = thread.items.findLast((item) => item.type === 'text' && isEditable(item))
    if (last) composer.edit(last)
  }
  return (
    <>
      {isWaiting && (
        <p role="status" className="flex-none px-4 pb-2 text-center text-xs text-text-3">
          {m.requestSent}
        </p>
      )}
      {thread.hold && <HoldBanner hold={thread.hold} />}
      <Composer
        conversationId={conversation.id}
        text={composer.text}
        aim={composer.aim}
        link={composer.link}
        vanishAfter={conversation.vanishAfter}
        onText={composer.write}
        onSend={composer.send}
        onCancelAim={composer.cancel}
        onEditLast={editLast}
      />
    </>
  )
}

const arrived: ReadonlySet<ItemState> = new Set(['sent', 'read', 'received'])

/** The open padlock is for conversations from before encryption, until the first protected message, and for whoever has no keys. */
function protectionOf({ items, hold }: ThreadView): Protection {
  if (items.some(({ protection, state }) => protection === 'encrypted' && arrived.has(state))) return 'secured'
  if (hold?.kind === 'no_recipient_key') return 'awaitsKey'
  return items.length === 0 || items.some(({ protection }) => protection === 'encrypted') ? 'secured' : 'unsecured'
}

/** Its room is kept: the messages do not jump when somebody begins to type. */
function TypingLine({ typing }: { typing: readonly string[] }) {
  const m = useMessages(threadMessages)
  const { nameOf } = useThreadFacts()
  const [first] = typing
  return (
    <p aria-live="off" className="min-h-4 px-1 text-xs text-text-3">
      {first !== undefined && (typing.length === 1 ? m.typing(nameOf(first)) : m.typingMany(typing.length))}
    </p>
  )
}

/** The search in a thread: whether it is open, and where it stands. */
function useFind(show: (id: string, takesFocus?: boolean) => void) {
  const [isFinding, setFinding] = useState(false)
  const [foundId, setFound] = useState<string | null>(null)
  const stand = useCallback(
    (id: string | null) => {
      setFound(id)
      if (id !== null) show(id, false)
    },
    [show],
  )
  const close = useCallback(() => {
    setFinding(false)
    setFound(null)
  }, [])
  return { isFinding, foundId, stand, open: () => setFinding(true), close }
}
