/** What can be done with a message: by a long press, a right click, Entrée, or its button. */
import Copy from 'lucide-react/icons/copy'
import Flag from 'lucide-react/icons/flag'
import FolderHeart from 'lucide-react/icons/folder-heart'
import ImagePlus from 'lucide-react/icons/image-plus'
import Pencil from 'lucide-react/icons/pencil'
import Reply from 'lucide-react/icons/reply'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'

import { hasVoice, isEditable, type ThreadItem } from '#entities/message/message.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import type { MenuItem } from '#ui/menu/Menu.tsx'
import { MenuList } from '#ui/menu/MenuList.tsx'
import { toast } from '#ui/toast/toast.ts'

import { useThreadFacts, type ThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'
import { useBackKey } from '../use-back-key.ts'
import { takeAsReference } from './keep/attachment-acts.ts'
import { isKeepable, keepPicture } from './keep/keep-picture.ts'
import { keepMessages } from './keep/keep.i18n.ts'
import { isSpeakable, isThere } from './speakable.ts'

const icon = { 'aria-hidden': true, className: 'size-5 flex-none', strokeWidth: 1.75 } as const
const emojis = ['❤️', '👍', '😂', '😮', '😢', '🙏'] as const

export interface MessageMenuProps {
  item: ThreadItem
  anchorOf: () => HTMLElement | null
  onClose: () => void
}

export function MessageMenu({ item, anchorOf, onClose }: MessageMenuProps) {
  const m = useMessages(threadMessages)
  const facts = useThreadFacts()
  useBackKey(onClose)
  const mine = item.reactions.find(({ userIds }) => userIds.includes(facts.userId))?.emoji
  const faces = emojis.map((emoji) => ({
    label: emoji === mine ? m.takeBack(emoji) : m.reactWith(emoji),
    icon: <span aria-hidden="true">{emoji}</span>,
    onPress: () => facts.acts.react(item, emoji === mine ? '' : emoji),
  }))
  return (
    <MenuList
      label={m.actions}
      row={isSpeakable(item, facts.mayWrite) ? { label: m.react, items: faces } : undefined}
      items={itemsFor(m, item, facts)}
      anchorOf={anchorOf}
      onClose={onClose}
    />
  )
}

type Words = ReturnType<typeof useMessages<(typeof threadMessages)['fr']>>

function itemsFor(m: Words, item: ThreadItem, facts: ThreadFacts): MenuItem[] {
  const { acts, userId } = facts
  const { isMine } = item
  const { content } = item
  const text = content.kind === 'open' ? content.text : ''
  const hasPicture =
    content.kind === 'open' && content.once === null && content.attachments.length > 0 && !hasVoice(item)
  const canAnswer = isSpeakable(item, facts.mayWrite)
  const wasSent = isThere(item)
  const may: [boolean, MenuItem][] = [
    [item.state === 'failed', { label: m.retry, icon: <RotateCw {...icon} />, onPress: () => acts.retry(item) }],
    [canAnswer, { label: m.reply, icon: <Reply {...icon} />, onPress: () => acts.reply(item) }],
    [text !== '', { label: m.copy, icon: <Copy {...icon} />, onPress: () => void copy(m, text) }],
    [
      canAnswer && item.type === 'text' && isEditable(item),
      { label: m.edit, icon: <Pencil {...icon} />, onPress: () => acts.edit(item) },
    ],
    [
      hasPicture,
      { label: m.asReference, icon: <ImagePlus {...icon} />, onPress: () => void takeAsReference(userId, item, 0) },
    ],
    [
      isKeepable(item) && !facts.isVeiled,
      {
        label: currentMessages(keepMessages).keep,
        icon: <FolderHeart {...icon} />,
        onPress: () => void keepPicture(userId, item, 0),
      },
    ],
    [wasSent, { label: m.removeForMe, icon: <Trash {...icon} />, onPress: () => acts.removeForMe(item) }],
    [canAnswer && isMine, { label: m.removeForAll, icon: <Trash {...icon} />, onPress: () => acts.removeForAll(item) }],
    [!wasSent && isMine, { label: m.discard, icon: <X {...icon} />, onPress: () => acts.removeForMe(item) }],
    [
      !isMine,
      {
        label: m.report,
        icon: <Flag {...icon} />,
        onPress: () => openModal('report', { kind: 'message', id: item.id }),
      },
    ],
  ]
  return may.flatMap(([isPossible, entry]) => (isPossible ? [entry] : []))
}

async function copy(m: Words, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: m.copied })
  } catch {
    toast({ tone: 'danger', title: m.actFailed })
  }
}
