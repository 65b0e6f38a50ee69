import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import BellOff from 'lucide-react/icons/bell-off'
import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import LinkIcon from 'lucide-react/icons/link'
import Pencil from 'lucide-react/icons/pencil'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { relationQuery } from '#entities/profile/relation-queries.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { MenuList, type MenuItem } from '#ui/MenuList.tsx'

import { menuMessages } from './menu-messages.ts'
import { WhyDialog } from './WhyDialog.tsx'

export interface PostMenuProps {
  post: Post
  anchor: HTMLElement
  onClose: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const

/** What one does less often with a post: about itself, about why it is there, about who made it. */
export function PostMenu({ post, anchor, onClose }: PostMenuProps) {
  const m = useMessages(menuMessages)
  const [asksWhy, setAsksWhy] = useState(false)
  const others = useOthersItems(post)
  const { copyLink, copyPrompt } = usePostActions(post)
  const isOwn = useUserId() === post.creator.id
  if (asksWhy) return <WhyDialog post={post} onClose={onClose} />
  const items: MenuItem[] = [
    { label: m.copyLink, icon: <LinkIcon {...icon} />, onPress: copyLink },
    { label: m.copyPrompt, icon: <Copy {...icon} />, onPress: copyPrompt },
    { label: m.why, icon: <CircleHelp {...icon} />, onPress: () => setAsksWhy(true) },
    ...(isOwn
      ? [{ label: m.edit, icon: <Pencil {...icon} />, onPress: () => openModal('edit-post', { post: post.id }) }]
      : others),
  ]
  return <MenuList label={m.actions} items={items} anchorOf={() => anchor} onClose={() => !asksWhy && onClose()} />
}

function useOthersItems(post: Post): MenuItem[] {
  const m = useMessages(menuMessages)
  const userId = useUserId()
  const { creator } = post
  const { hide, report } = usePostActions(post)
  const person = usePersonActions({
    id: creator.id,
    username: creator.username,
    display_name: creator.displayName,
    avatar_url: creator.avatarUrl,
  })
  const { data: relation } = useQuery({ ...relationQuery(userId ?? '', creator.id), enabled: userId !== null })
  const name = creator.username === null ? creator.displayName : `@${creator.username}`
  const follow = { label: m.follow(name), icon: <UserPlus {...icon} />, onPress: person.follow }
  return [
    ...(relation?.follow === 'active' || relation?.follow === 'requested' ? [] : [follow]),
    { label: m.notInterested, icon: <EyeOff {...icon} />, onPress: () => hide() },
    { label: m.mute(name), icon: <BellOff {...icon} />, onPress: person.mute },
    { label: m.block(name), icon: <Ban {...icon} />, onPress: person.block },
    { label: m.report, icon: <Flag {...icon} />, onPress: report },
  ]
}
