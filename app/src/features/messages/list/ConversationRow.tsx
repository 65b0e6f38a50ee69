import Archive from 'lucide-react/icons/archive'
import BellOff from 'lucide-react/icons/bell-off'
import CheckCheck from 'lucide-react/icons/check-check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ImageIcon from 'lucide-react/icons/image'
import Images from 'lucide-react/icons/images'
import Lock from 'lucide-react/icons/lock'
import Mic from 'lucide-react/icons/mic'
import Pin from 'lucide-react/icons/pin'
import { useRef, useState, type MouseEvent } from 'react'

import { isMuted, partnerOf } from '#entities/conversation/conversation.ts'
import { useDraft } from '#entities/message/previews/drafts.ts'
import type { ListedConversation, Preview } from '#entities/message/use-conversations.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages, type currentMessages } from '#i18n/messages.ts'
import { isPlainClick, Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { classNames } from '#ui/class-names.ts'
import { useLongPress } from '#ui/input/use-long-press.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { MenuList, type MenuListProps } from '#ui/menu/MenuList.tsx'

import { threadMessages } from '../thread.i18n.ts'
import { useBackKey } from '../use-back-key.ts'
import { useSwipe } from '../use-swipe.ts'
import { VerifiedMark } from '../VerifiedMark.tsx'
import { ConversationFace } from './ConversationFace.tsx'
import { listMessages } from './list.i18n.ts'
import { shortMoment } from './short-moment.ts'
import { useRowActs } from './use-row-acts.tsx'

const most = 9
const farEnough = 88
const kindIcons = { image: ImageIcon, voice: Mic, post_share: Images, encrypted: Lock } as const
const icon = { 'aria-hidden': true, className: 'size-3.75 flex-none', strokeWidth: 1.75 } as const

export interface ConversationRowProps {
  conversation: ListedConversation
  isOpen: boolean
  /** The filter stays in the address. */
  filter: string | undefined
  onOpen: (id: string) => void
}

export function ConversationRow({ conversation, isOpen, filter, onOpen }: ConversationRowProps) {
  const m = useMessages(listMessages)
  const row = useRef<HTMLDivElement>(null)
  const { id, me, title } = conversation
  const { items, archive, read } = useRowActs(conversation)
  const isUnread = me.unread > 0
  const [isHeld, setHeld] = useState(false)
  const press = useLongPress(() => setHeld(true))
  const canRead = isUnread && me.state === 'accepted'
  const swipe = useSwipe(row, { onLeft: archive, onRight: canRead ? read : null, far: farEnough })
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    onOpen(id)
  }
  return (
    <li {...press} className="group/row relative overflow-hidden">
      <SwipeMarks canRead={canRead} isArchived={me.archivedAt !== null} />
      <div ref={row} {...swipe} className="relative flex touch-pan-y touch-pinch-zoom items-stretch bg-bg">
        <Link
          to={paths.messages}
          search={{ conversation: id, filter }}
          onClick={open}
          data-conversation={id}
          draggable={false}
          aria-current={isOpen ? 'true' : undefined}
          className="relative flex min-w-0 flex-1 items-center gap-3 py-2.75 pl-(--gutter) hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current=true]:bg-surface-2 aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:left-0 aria-[current=true]:before:w-0.75 aria-[current=true]:before:bg-accent pr-(--gutter) lg:px-5 md:group-focus-within/row:pr-15! md:group-hover/row:pr-15!"
        >
          <ConversationFace conversation={conversation} size="lg" />
          <span className="min-w-0 flex-1">
            <Head conversation={conversation} title={title} isUnread={isUnread} />
            <LastLine conversation={conversation} isUnread={isUnread} />
          </span>
        </Link>
        <Menu
          label={m.more(title)}
          icon={<Ellipsis aria-hidden="true" className="size-5" />}
          iconOnly
          className="absolute! top-1/2 right-2 -translate-y-1/2 bg-surface-2 opacity-0 group-focus-within/row:opacity-100 group-hover/row:opacity-100 focus-visible:opacity-100 max-md:not-focus-visible:sr-only"
          items={items}
        />
      </div>
      {isHeld && (
        <HeldMenu label={m.more(title)} items={items} anchorOf={() => row.current} onClose={() => setHeld(false)} />
      )}
    </li>
  )
}

/** Opened by a finger that stays. */
function HeldMenu(props: MenuListProps & { onClose: () => void }) {
  useBackKey(props.onClose)
  return <MenuList {...props} />
}

function Head({
  conversation,
  title,
  isUnread,
}: {
  conversation: ListedConversation
  title: string
  isUnread: boolean
}) {
  const m = useMessages(listMessages)
  const t = useMessages(threadMessages)
  const { lastMessageAt, me } = conversation
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-1.5">
        <bdi className={classNames('truncate text-[0.9375rem]', isUnread ? 'font-bold' : 'font-semibold')}>{title}</bdi>
        <VerifiedMark userId={partnerOf(conversation)?.id} />
        {me.pinnedAt !== null && <Pin role="img" aria-label={m.pinned} className="size-3.5 flex-none text-text-3" />}
        {isMuted(conversation) && (
          <BellOff role="img" aria-label={m.muted} className="size-3.5 flex-none text-text-3" />
        )}
      </span>
      {lastMessageAt !== null && (
        <time dateTime={lastMessageAt} className="flex-none text-xs text-text-3">
          {shortMoment(lastMessageAt, t.yesterday)}
        </time>
      )}
    </span>
  )
}

/** What was said last, or what one has begun to say. */
function LastLine({ conversation, isUnread }: { conversation: ListedConversation; isUnread: boolean }) {
  const m = useMessages(listMessages)
  const draft = useDraft(conversation.id)
  const { preview, me } = conversation
  const Icon = preview.kind in kindIcons ? kindIcons[preview.kind as keyof typeof kindIcons] : null
  return (
    <span className="flex items-center justify-between gap-2">
      <span
        className={classNames(
          'flex min-w-0 items-center gap-1.25 text-sm',
          isUnread ? 'font-medium text-text' : 'text-text-3',
        )}
      >
        {draft === '' && Icon && <Icon {...icon} />}
        <span className="truncate">{draft === '' ? previewWords(m, preview) : m.draft(draft)}</span>
      </span>
      {isUnread && (
        <>
          <span
            aria-hidden="true"
            className="grid h-4.5 min-w-4.5 flex-none place-items-center rounded-full bg-badge px-1 text-2xs leading-none font-bold text-on-badge"
          >
            {me.unread > most ? `${most}+` : formatNumber(me.unread)}
          </span>
          <span className="sr-only">{m.unreadCount(me.unread)}</span>
        </>
      )}
    </span>
  )
}

/** Under the row, seen while a finger draws it aside. */
function SwipeMarks({ canRead, isArchived }: { canRead: boolean; isArchived: boolean }) {
  const m = useMessages(listMessages)
  return (
    <span
      aria-hidden="true"
      className="absolute inset-0 flex items-center justify-between bg-surface-3 px-(--gutter) text-xs font-semibold text-text-2 md:hidden"
    >
      <span className="flex items-center gap-2">
        {canRead && (
          <>
            <CheckCheck className="size-5" /> {m.markRead}
          </>
        )}
      </span>
      <span className="flex items-center gap-2">
        {isArchived ? m.unarchive : m.archive} <Archive className="size-5" />
      </span>
    </span>
  )
}

type Words = ReturnType<typeof currentMessages<(typeof listMessages)['fr']>>

/** The last line of a conversation. */
function previewWords(m: Words, preview: Preview): string {
  const words = wordsOf(m, preview)
  const isSaid = preview.isMine && !['none', 'encrypted', 'named'].includes(preview.kind)
  return isSaid ? m.you(words) : words
}

function wordsOf(m: Words, preview: Preview): string {
  if (preview.kind === 'text') return preview.text.replaceAll(/\s+/gu, ' ')
  if (preview.kind === 'reaction') return m.reacted(preview.text)
  if (preview.kind === 'named') return m.named(preview.text)
  return {
    image: m.image,
    voice: m.voice,
    post_share: m.post,
    deleted: m.deleted,
    encrypted: m.encrypted,
    act: m.acted,
    none: m.nothingYet,
  }[preview.kind]
}
