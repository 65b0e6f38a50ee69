/** What can be done with the conversation that is open. */
import Ban from 'lucide-react/icons/ban'
import Ellipsis from 'lucide-react/icons/ellipsis-vertical'
import Flag from 'lucide-react/icons/flag'
import Search from 'lucide-react/icons/search'
import ShieldCheck from 'lucide-react/icons/shield-check'

import { partnerOf, type Member } from '#entities/conversation/conversation.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'

import { useRowActs } from '../list/use-row-acts.tsx'
import { threadMessages } from '../thread.i18n.ts'

const icon = { 'aria-hidden': true, className: 'size-5 flex-none', strokeWidth: 1.75 } as const

export interface HeaderMenuProps {
  conversation: ListedConversation
  onFind: () => void
}

export function HeaderMenu({ conversation, onFind }: HeaderMenuProps) {
  const m = useMessages(threadMessages)
  const { items } = useRowActs(conversation)
  const partner = partnerOf(conversation)
  const away = useAway(partner)
  const all: MenuItem[] = [
    { label: m.findIn, icon: <Search {...icon} />, onPress: onFind },
    ...(partner
      ? [
          {
            label: m.compare,
            icon: <ShieldCheck {...icon} />,
            onPress: () => openModal('safety-number', { user: partner.id }),
          },
        ]
      : []),
    ...(conversation.me.state === 'accepted' && conversation.me.isActive ? items : []),
    ...away,
  ]
  return <Menu label={m.options} iconOnly icon={<Ellipsis aria-hidden="true" className="size-5.5" />} items={all} />
}

/** What keeps somebody away, of two. */
function useAway(partner: Member | null): MenuItem[] {
  const m = useMessages(threadMessages)
  const { block, report } = usePersonActions(partner ?? { id: '' })
  if (!partner) return []
  return [
    { label: m.block(partner.display_name), icon: <Ban {...icon} />, onPress: block },
    { label: m.reportPerson, icon: <Flag {...icon} />, onPress: report },
  ]
}
