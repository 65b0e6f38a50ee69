import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import BellOff from 'lucide-react/icons/bell-off'
import CheckCheck from 'lucide-react/icons/check-check'
import Pin from 'lucide-react/icons/pin'
import PinOff from 'lucide-react/icons/pin-off'

import { isMuted } from '#entities/conversation/conversation.ts'
import { markRead } from '#entities/conversation/mark-read.ts'
import { archiveConversation, muteConversation, pinConversation } from '#entities/message/conversation-acts.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import { useMessages } from '#i18n/messages.ts'
import type { MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { tryToAct } from '../act.ts'
import { forGood } from '../mute-times.ts'
import { listMessages } from './list.i18n.ts'

const undoMs = 6000
const icon = { 'aria-hidden': true, className: 'size-5 flex-none', strokeWidth: 1.75 } as const

/** What can be done with a conversation without opening it: by its menu, and the two that a swipe does. */
export function useRowActs(conversation: ListedConversation) {
  const m = useMessages(listMessages)
  const { id, me, lastMessageAt } = conversation
  const muted = isMuted(conversation)
  const setArchived = (isArchived: boolean) => {
    void tryToAct(() => archiveConversation(id, isArchived))
    if (!isArchived) return
    const undo = () => void tryToAct(() => archiveConversation(id, false))
    toast({ title: m.archivedToast, duration: undoMs, action: { label: m.undo, onPress: undo } })
  }
  const archive = () => setArchived(me.archivedAt === null)
  const read = () => {
    if (lastMessageAt !== null) markRead(id, lastMessageAt)
  }
  const items: MenuItem[] = [
    ...(me.unread > 0 && me.state === 'accepted'
      ? [{ label: m.markRead, icon: <CheckCheck {...icon} />, onPress: read }]
      : []),
    me.pinnedAt === null
      ? { label: m.pin, icon: <Pin {...icon} />, onPress: () => void tryToAct(() => pinConversation(id, true)) }
      : { label: m.unpin, icon: <PinOff {...icon} />, onPress: () => void tryToAct(() => pinConversation(id, false)) },
    {
      label: muted ? m.unmute : m.mute,
      icon: <BellOff {...icon} />,
      onPress: () => void tryToAct(() => muteConversation(id, muted ? null : forGood)),
    },
    {
      label: me.archivedAt === null ? m.archive : m.unarchive,
      icon: me.archivedAt === null ? <Archive {...icon} /> : <ArchiveRestore {...icon} />,
      onPress: archive,
    },
  ]
  return { items, archive, read }
}
