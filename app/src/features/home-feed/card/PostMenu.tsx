import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import BellOff from 'lucide-react/icons/bell-off'
import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import LinkIcon from 'lucide-react/icons/link'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { hiddenWords } from '#entities/post/hidden-words.ts'
import { isPinnedQuery } from '#entities/post/own/own-post.ts'
import { OwnPostSteps, useOwnPostItems, type OwnPostStep } from '#entities/post/own/OwnPostSteps.tsx'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { WhyDialog } from '#entities/post/WhyDialog.tsx'
import { relationQuery } from '#entities/profile/relation/relation-queries.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { useMessages, defineMessages } from '#i18n/messages.ts'
import { MenuList, type MenuItem } from '#ui/menu/MenuList.tsx'

export interface PostMenuProps {
  post: Post
  anchor: HTMLElement
  onClose: () => void
}

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const

/** What one does less often with a post: about itself, about why it is there, about who made it. */
export function PostMenu({ post, anchor, onClose }: PostMenuProps) {
  const m = useMessages(menuMessages)
  const [step, setStep] = useState<'why' | OwnPostStep | null>(null)
  const others = useOthersItems(post)
  const { copyLink, copyPrompt } = usePostActions(post)
  const isOwn = useUserId() === post.creator.id
  const { data: isPinned } = useQuery({ ...isPinnedQuery(post.id), enabled: isOwn })
  const own = useOwnPostItems(post, isPinned, setStep)
  const anchorOf = () => anchor
  if (step === 'why') return <WhyDialog post={post} onClose={onClose} />
  if (step !== null) return <OwnPostSteps {...{ step, post, anchorOf, onClose }} />
  const items: MenuItem[] = [
    { label: m.copyLink, icon: <LinkIcon {...icon} />, onPress: copyLink },
    ...(post.prompt === hiddenWords ? [] : [{ label: m.copyPrompt, icon: <Copy {...icon} />, onPress: copyPrompt }]),
    { label: m.why, icon: <CircleHelp {...icon} />, onPress: () => setStep('why') },
    ...(isOwn ? own : others),
  ]
  return <MenuList label={m.actions} items={items} anchorOf={anchorOf} onClose={onClose} />
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
  const follow = { label: m.follow(name), icon: <UserPlus {...icon} />, onPress: person.followAndTell }
  return [
    ...(relation?.follow === 'active' || relation?.follow === 'requested' ? [] : [follow]),
    { label: m.notInterested, icon: <EyeOff {...icon} />, onPress: () => hide() },
    { label: m.mute(name), icon: <BellOff {...icon} />, onPress: person.mute },
    { label: m.block(name), icon: <Ban {...icon} />, onPress: person.block },
    { label: m.report, icon: <Flag {...icon} />, onPress: report },
  ]
}

const menuMessages = defineMessages({
  fr: {
    actions: 'Actions',
    copyLink: 'Copier le lien',
    copyPrompt: 'Copier le prompt',
    why: 'Pourquoi cette publication ?',
    follow: (name: string) => `Suivre ${name}`,
    notInterested: 'Pas intéressé',
    mute: (name: string) => `Mettre ${name} en sourdine`,
    block: (name: string) => `Bloquer ${name}`,
    report: 'Signaler',
  },
  en: {
    actions: 'Actions',
    copyLink: 'Copy link',
    copyPrompt: 'Copy prompt',
    why: 'Why this post?',
    follow: (name: string) => `Follow ${name}`,
    notInterested: 'Not interested',
    mute: (name: string) => `Mute ${name}`,
    block: (name: string) => `Block ${name}`,
    report: 'Report',
  },
})
