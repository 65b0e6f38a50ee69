import ChevronLeft from 'lucide-react/icons/chevron-left'
import Info from 'lucide-react/icons/info'
import Lock from 'lucide-react/icons/lock'
import LockOpen from 'lucide-react/icons/lock-open'
import Search from 'lucide-react/icons/search'

import { partnerOf } from '#entities/conversation/conversation.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'

import { ConversationFace } from '../list/ConversationFace.tsx'
import { threadMessages } from '../thread.i18n.ts'
import { VerifiedMark } from '../VerifiedMark.tsx'
import { HeaderMenu } from './HeaderMenu.tsx'

/** `awaitsKey`: nothing is sealed, nor sent, before the other one has keys. */
export type Protection = 'secured' | 'unsecured' | 'awaitsKey'

const colours: Record<Protection, string> = {
  secured: 'text-info-text',
  unsecured: 'text-danger-text',
  awaitsKey: 'text-text-2',
}

export interface ThreadHeaderProps {
  conversation: ListedConversation
  protection: Protection
  /** « En ligne », or nothing. */
  presence: string | null
  /** On phones the list is another view. */
  onBack: (() => void) | null
  onFind: () => void
  onDetails: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5.5', strokeWidth: 1.75 } as const

export function ThreadHeader(props: ThreadHeaderProps) {
  const { conversation, protection, presence, onBack, onFind, onDetails } = props
  const m = useMessages(threadMessages)
  const partner = partnerOf(conversation)
  const Padlock = protection === 'secured' ? Lock : LockOpen
  return (
    <header className="flex min-h-16 flex-none items-center gap-2.5 border-b border-line bg-bg py-2 pr-2 pl-(--gutter) lg:pl-6">
      {onBack && (
        <IconButton
          label={m.back}
          icon={<ChevronLeft aria-hidden="true" className="size-6" />}
          className="-ml-3"
          onClick={onBack}
        />
      )}
      <span className="relative flex-none">
        <ConversationFace conversation={conversation} size="md" />
        {presence !== null && (
          <span
            aria-hidden="true"
            className="absolute -right-0.5 -bottom-0.5 size-3 rotate-45 rounded-[2px] border-2 border-bg bg-success-text"
          />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex min-w-0 items-center gap-1.5 text-[1.0625rem] leading-5">
          {partner ? (
            <Link to="/profile/$handle" params={{ handle: handleOf(partner) }} className="truncate hover:underline">
              {conversation.title}
            </Link>
          ) : (
            <span className="truncate">{conversation.title}</span>
          )}
          <VerifiedMark userId={partner?.id} />
        </h2>
        <p className="flex min-w-0 items-center gap-1 text-xs">
          <span className={`flex min-w-0 items-center gap-1 ${colours[protection]}`}>
            <Padlock aria-hidden="true" className="size-3.5 flex-none" strokeWidth={1.75} />
            <span className="truncate">{m[protection]}</span>
          </span>
          {presence !== null && <span className="flex-none text-text-3 max-md:sr-only">· {presence}</span>}
        </p>
      </div>
      <span className="flex flex-none max-md:*:first:hidden">
        <IconButton label={m.findIn} icon={<Search {...icon} />} onClick={onFind} />
        <IconButton label={m.details} icon={<Info {...icon} />} onClick={onDetails} />
        <HeaderMenu conversation={conversation} onFind={onFind} />
      </span>
    </header>
  )
}
