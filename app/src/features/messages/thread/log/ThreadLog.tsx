import type { CommissionCard } from '@product/contract'
/** The messages, by days and turns of speech: of any number, a bounded window is drawn. */
import ArrowDown from 'lucide-react/icons/arrow-down'
import Lock from 'lucide-react/icons/lock'
import { useImperativeHandle, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'

import { OrderCard } from '#entities/commission/order/OrderCard.tsx'
import { isNotice, type ThreadItem } from '#entities/message/message.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'

import { Bubble } from '../../bubble/Bubble.tsx'
import { daysAgo } from '../../days.ts'
import { useThreadFacts } from '../../thread-context.ts'
import { threadMessages } from '../../thread.i18n.ts'
import type { Aimed } from './scroll-frame.ts'
import { ThreadNotice } from './ThreadNotice.tsx'
import { cardsAmong, timelineOf } from './timeline.ts'
import { useReadWhenSeen } from './use-read-when-seen.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

export interface LogHandle {
  show: (aimed: Aimed) => boolean
  toEnd: () => void
}

export interface ThreadLogProps {
  ref: Ref<LogHandle>
  items: readonly ThreadItem[]
  /** Steps of the orders of these two, oldest first. */
  cards: readonly CommissionCard[]
  hasOlder: boolean
  isLoadingOlder: boolean
  loadOlder: () => void
  /** How far one has read. */
  readUpTo: string | null
  heardUpTo: string | null
  /** Under the last message: who types. */
  foot: ReactNode
}

export function ThreadLog({ ref, items, cards, hasOlder, isLoadingOlder, loadOlder, ...reading }: ThreadLogProps) {
  const { readUpTo, heardUpTo, foot } = reading
  const m = useMessages(threadMessages)
  const facts = useThreadFacts()
  const log = useRef<HTMLDivElement>(null)
  const scroll = useThreadScroll({ items, hasOlder, loadOlder })
  const { shown } = scroll.window
  useImperativeHandle(ref, () => ({ show: scroll.show, toEnd: scroll.toEnd }))
  const unread = useMemo(() => unreadOf(items, readUpTo), [items, readUpTo])
  const toRead = useMemo(() => toReadOf(items, unread, { readUpTo, heardUpTo }), [items, unread, readUpTo, heardUpTo])
  useReadWhenSeen(log, { conversationId: facts.conversationId, toRead, shown })
  const newFrom = useFirstNew(items, readUpTo)
  const isWhole = !hasOlder && !scroll.window.hasOlder
  const isNewest = !scroll.window.hasNewer
  const entries = useMemo(
    () => timelineOf(shown, newFrom, cardsAmong(cards, shown, { start: isWhole, end: isNewest })),
    [shown, newFrom, cards, isWhole, isNewest],
  )
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go from message to message */}
      <div
        ref={(element) => {
          log.current = element
          return scroll.frame(element)
        }}
        role="log"
        aria-live="polite"
        aria-label={m.log}
        // What was said long ago and only comes into sight now is not news.
        aria-busy={isLoadingOlder}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and its messages are gone through by arrows
        tabIndex={0}
        onKeyDown={moveAmongMessages}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="flex min-h-full flex-col justify-end gap-1.5 px-(--gutter) py-4 lg:px-8">
          {isWhole ? (
            <Secured />
          ) : (
            <Button size="sm" variant="ghost" className="self-center" disabled={isLoadingOlder} onClick={loadOlder}>
              {isLoadingOlder ? m.loadingOlder : m.loadOlder}
            </Button>
          )}
          {entries.map((entry) => {
            if (entry.kind === 'day') return <Day key={entry.key} date={entry.date} />
            if (entry.kind === 'new') return <NewMark key={entry.key} />
            if (entry.kind === 'card')
              return (
                <OrderCard
                  key={entry.key}
                  data-message={entry.key}
                  card={entry.card}
                  other={facts.partner?.display_name ?? m.somebody}
                />
              )
            const { item, isFirst, isLast } = entry
            return isNotice(item.content) ? (
              <ThreadNotice key={entry.key} item={item} content={item.content} />
            ) : (
              <Bubble key={entry.key} item={item} isFirst={isFirst} isLast={isLast} />
            )
          })}
          {foot}
        </div>
      </div>
      <ToEnd isShown={!scroll.isAtEnd} unread={unread.size} onPress={scroll.toEnd} />
    </div>
  )
}

function Secured() {
  const m = useMessages(threadMessages)
  const { partner, awaitsKey } = useThreadFacts()
  if (awaitsKey) return null
  return (
    <p className="mb-2 flex max-w-108 items-start gap-2 self-center rounded-md bg-info-soft px-3.5 py-2.5 text-xs text-on-info-soft">
      <Lock aria-hidden="true" className="mt-px size-4 flex-none" strokeWidth={1.75} />
      {partner ? m.securedNote(partner.display_name) : m.securedGroup}
    </p>
  )
}

function Day({ date }: { date: string }) {
  const m = useMessages(threadMessages)
  const ago = daysAgo(date)
  return (
    <p className="my-2.5 self-center text-xs text-text-3">
      <time dateTime={date}>{ago === 0 ? m.today : ago === 1 ? m.yesterday : formatDay(date)}</time>
    </p>
  )
}

function NewMark() {
  const m = useMessages(threadMessages)
  return (
    <p className="my-2 flex items-center gap-3 text-xs font-semibold text-danger-text before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {m.unreadMark}
    </p>
  )
}

function ToEnd({ isShown, unread, onPress }: { isShown: boolean; unread: number; onPress: () => void }) {
  const m = useMessages(threadMessages)
  if (!isShown) return null
  return (
    <button
      type="button"
      aria-label={unread > 0 ? m.newMessagesLong(unread) : m.toEnd}
      onClick={onPress}
      className={classNames(
        'absolute bottom-3 left-1/2 flex min-h-11 -translate-x-1/2 items-center gap-1.5 rounded-full px-4 text-sm font-semibold shadow-float',
        unread > 0 ? 'bg-ink text-on-ink' : 'border border-line bg-surface text-text',
      )}
    >
      <ArrowDown aria-hidden="true" className="size-4.5" />
      {unread > 0 && m.newMessages(unread)}
    </button>
  )
}

/** Of others, later than what one had read: their times, by id. */
function unreadOf(items: readonly ThreadItem[], readUpTo: string | null): ReadonlyMap<string, string> {
  const isUnread = ({ isMine, at, content }: ThreadItem) =>
    !isMine && content.kind !== 'missing' && (readUpTo === null || at > readUpTo)
  return new Map(items.filter(isUnread).map(({ id, at }) => [id, at]))
}

/** With the last one, whatever others did without a bubble of their own has been seen: a reaction, a change. */
function toReadOf(
  items: readonly ThreadItem[],
  unread: ReadonlyMap<string, string>,
  { readUpTo, heardUpTo }: Pick<ThreadLogProps, 'readUpTo' | 'heardUpTo'>,
): ReadonlyMap<string, string> {
  const last = items.at(-1)
  const isAllRead = heardUpTo === null || (readUpTo !== null && heardUpTo <= readUpTo)
  return last && !isAllRead ? new Map(unread).set(last.id, heardUpTo) : unread
}

/** Before what had come when the thread was opened; it stays there while one reads on. */
function useFirstNew(items: readonly ThreadItem[], readUpTo: string | null): string | null {
  const [{ since, until }] = useState(() => ({ since: readUpTo, until: new Date().toISOString() }))
  return useMemo(() => {
    const isNew = ({ isMine, at }: ThreadItem) => !isMine && (since === null || at > since) && at < until
    const first = items.find(isNew)
    // A conversation that one sees for the first time is new as a whole: a mark would say nothing.
    return first && first !== items[0] ? first.id : null
  }, [items, since, until])
}

function moveAmongMessages(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  const messages = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')]
  const at = messages.findIndex((message) => message.contains(document.activeElement))
  const next = at === -1 ? messages.at(-1) : messages[Math.max(0, Math.min(messages.length - 1, at + step))]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'nearest' })
}
