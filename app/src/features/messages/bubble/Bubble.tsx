/** One message: who, when, what, and what became of it. */
import Ellipsis from 'lucide-react/icons/ellipsis'
import Reply from 'lucide-react/icons/reply'
import { Suspense, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'

import type { ThreadItem } from '#entities/message/message.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'
import { useLongPress } from '#ui/input/use-long-press.ts'
import { lazy } from '#ui/lazy.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { useSwipe } from '../use-swipe.ts'
import { BubbleBody } from './BubbleBody.tsx'
import { Meta } from './Meta.tsx'
import { Quote } from './Quote.tsx'
import { speakMessage } from './speak-message.ts'
import { isSpeakable } from './speakable.ts'

const MessageMenu = lazy(async () => (await import('./MessageMenu.tsx')).MessageMenu)

/** A finger to the right answers it. */
const farEnough = 56

export interface BubbleProps {
  item: ThreadItem
  /** Of a turn of speech: the first names who speaks, the last tells when. */
  isFirst: boolean
  isLast: boolean
}

export function Bubble({ item, isFirst, isLast }: BubbleProps) {
  const m = useMessages(threadMessages)
  const { isGroup, nameOf, foundId } = useThreadFacts()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const { gestures, press } = useMenuGestures(open)
  const { isMine, senderId } = item
  const name = nameOf(senderId)
  const isNamed = isGroup && !isMine
  return (
    <article
      data-message={item.id}
      data-unread={item.state === 'received' || undefined}
      tabIndex={-1}
      aria-label={speakMessage(m, item, name)}
      {...gestures}
      className={classNames(
        'group/bubble flex scroll-my-16 items-end gap-2 rounded-md focus-visible:outline-2 focus-visible:outline-offset-4',
        isFirst && 'mt-2.5',
        isMine && 'justify-end',
        item.id === foundId && 'outline-2 outline-offset-4 outline-focus',
      )}
    >
      {isNamed && <Face id={senderId} isShown={isLast} />}
      <div className={classNames('grid max-w-[min(78%,30rem)] gap-0.75', isMine && 'justify-items-end')}>
        {isNamed && isFirst && <p className="px-1 text-xs font-semibold text-text-2">{name}</p>}
        <Said item={item} onMenu={open}>
          <div ref={box} {...press} className="min-w-0">
            {item.replyTo !== null && <Quote id={item.replyTo} isMine={isMine} />}
            <BubbleBody item={item} />
          </div>
        </Said>
        <Reactions item={item} />
        <Meta item={item} isLast={isLast} />
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <MessageMenu item={item} anchorOf={() => box.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}

interface SaidProps {
  item: ThreadItem
  onMenu: () => void
  children: ReactNode
}

/** What was said, drawn aside by a finger that answers it; where there is a pointer, the menu's button beside it. */
function Said({ item, onMenu, children }: SaidProps) {
  const m = useMessages(threadMessages)
  const { mayWrite, acts } = useThreadFacts()
  const line = useRef<HTMLDivElement>(null)
  const canAnswer = isSpeakable(item, mayWrite)
  const swipe = useSwipe(line, { onRight: canAnswer ? () => acts.reply(item) : null, far: farEnough })
  return (
    <div
      ref={line}
      {...swipe}
      className={classNames(
        'relative flex touch-pan-y touch-pinch-zoom items-center',
        item.isMine && 'flex-row-reverse',
      )}
    >
      {canAnswer && <AnswerMark />}
      {children}
      <button
        type="button"
        tabIndex={-1}
        aria-label={m.actions}
        aria-haspopup="menu"
        onClick={onMenu}
        className="grid size-9 flex-none place-items-center rounded-sm text-text-3 opacity-0 group-focus-within/bubble:opacity-100 group-hover/bubble:opacity-100 hover:bg-surface-2 hover:text-text focus-visible:opacity-100 max-md:hidden"
      >
        <Ellipsis aria-hidden="true" className="size-4.5" />
      </button>
    </div>
  )
}

/** Drawn in from the side with the bubble. */
function AnswerMark() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-1/2 -left-10 grid size-8 -translate-y-1/2 place-items-center rounded-full bg-surface-2 text-text-2 opacity-(--swiped,0) md:hidden"
    >
      <Reply className="size-4.5" />
    </span>
  )
}

/** Of whom a turn of speech is, beside its last bubble. */
function Face({ id, isShown }: { id: string; isShown: boolean }) {
  const { personOf } = useThreadFacts()
  return (
    <span className="w-8 flex-none">
      {isShown && <Avatar id={id} src={personOf(id)?.avatar_url} size="sm" className="mb-5" />}
    </span>
  )
}

/** A right click, a finger that stays, or Entrée where the focus is. */
function useMenuGestures(open: () => void) {
  const { onContextMenu, ...press } = useLongPress(open)
  const gestures = {
    onContextMenu: (event: MouseEvent) => {
      onContextMenu(event)
      // Over a selection or a link the browser's own menu has more to offer.
      if (event.defaultPrevented || !getSelection()?.isCollapsed || (event.target as Element).closest('a')) return
      event.preventDefault()
      open()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || event.key !== 'Enter') return
      event.preventDefault()
      open()
    },
  }
  return { gestures, press }
}

/** Under the bubble; pressing one's own takes it back, pressing another's joins in. */
function Reactions({ item }: { item: ThreadItem }) {
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
