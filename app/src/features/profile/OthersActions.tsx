import { useQuery } from '@tanstack/react-query'
import Ban from 'lucide-react/icons/ban'
import Bell from 'lucide-react/icons/bell'
import BellRing from 'lucide-react/icons/bell-ring'
import Coins from 'lucide-react/icons/coins'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import MessageCircle from 'lucide-react/icons/message-circle'
import QrCode from 'lucide-react/icons/qr-code'
import VolumeX from 'lucide-react/icons/volume-x'

import { useUserId } from '#data/session.ts'
import { useCannotWriteTo, useWriteTo } from '#entities/message/use-write-to.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { relationQuery } from '#entities/profile/relation/relation-queries.ts'
import { safetyQueries } from '#entities/profile/safety-queries.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { profileMessages } from './profile.i18n.ts'
import { OrderButton } from './showcase/OrderButton.tsx'
import { useShareProfile } from './use-share-profile.ts'

const icon = { 'aria-hidden': true, className: 'size-4.5', strokeWidth: 1.75 } as const

/** Beside the picture; on phones, what one does most stands below the facts, as wide as the screen. */
export function OthersActions({ profile }: { profile: Profile }) {
  const { isBlocked } = usePutAside(profile.id)
  return (
    <div className="contents md:col-auto! md:flex md:items-center md:justify-end md:gap-1.5 md:pb-1">
      <div className="col-auto! flex items-center justify-end gap-1.5 pb-1 md:order-last">
        {!isBlocked && <FollowBell profile={profile} />}
        <MoreActions profile={profile} />
      </div>
      {!isBlocked && (
        <div className="order-1 col-span-full grid grid-cols-2 gap-2 md:order-none md:flex md:gap-1.5">
          <FollowButton personId={profile.id} isPrivate={profile.is_private} look={{ className: 'md:order-1' }} />
          <WriteTo profile={profile} />
          <OrderButton userId={profile.id} />
        </div>
      )}
    </div>
  )
}

/** Whether the reader has blocked or muted somebody. */
export function usePutAside(personId: string): { isBlocked: boolean; isMuted: boolean } {
  const userId = useUserId() ?? ''
  const enabled = userId !== ''
  const { data: blocks } = useQuery({ ...safetyQueries.blocks(userId), enabled })
  const { data: mutes } = useQuery({ ...safetyQueries.mutes(userId), enabled })
  return {
    isBlocked: blocks?.some(({ id }) => id === personId) ?? false,
    isMuted: mutes?.some(({ kind, target }) => kind === 'user' && target === personId) ?? false,
  }
}

function WriteTo({ profile }: { profile: Profile }) {
  const m = useMessages(profileMessages)
  const write = useWriteTo(profile.id)
  const reason = useCannotWriteTo(profile.id)
  const tell = () => toast({ title: reason ?? '' })
  return (
    <Button
      size="sm"
      variant="line"
      icon={<MessageCircle {...icon} />}
      aria-disabled={reason !== null}
      title={reason ?? undefined}
      className={reason === null ? '' : 'opacity-60'}
      onClick={reason === null ? write : tell}
    >
      {m.message}
    </Button>
  )
}

/** For whom one follows: told of each publication. */
function FollowBell({ profile }: { profile: Profile }) {
  const m = useMessages(profileMessages)
  const userId = useUserId() ?? ''
  const { data: relation } = useQuery({ ...relationQuery(userId, profile.id), enabled: userId !== '' })
  const { setBell } = usePersonActions(profile)
  if (relation?.follow !== 'active') return null
  const Icon = relation.notify ? BellRing : Bell
  return (
    <IconButton
      size="sm"
      label={relation.notify ? m.bellOff : m.bellOn}
      icon={<Icon {...icon} />}
      aria-pressed={relation.notify}
      onClick={() => setBell(!relation.notify)}
    />
  )
}

function MoreActions({ profile }: { profile: Profile }) {
  const m = useMessages(profileMessages)
  const { isBlocked, isMuted } = usePutAside(profile.id)
  const act = usePersonActions(profile)
  const share = useShareProfile(profile)
  const items: MenuItem[] = [
    { label: m.copyLink, icon: <Copy {...icon} />, onPress: share },
    { label: m.qr, icon: <QrCode {...icon} />, onPress: () => openModal('qr', { user: profile.id }) },
    ...(profile.is_demo || isBlocked
      ? []
      : [{ label: m.tip, icon: <Coins {...icon} />, onPress: () => openModal('tip', { user: profile.id }) }]),
    isMuted
      ? { label: m.unmute, icon: <VolumeX {...icon} />, onPress: act.unmute }
      : { label: m.mute, icon: <VolumeX {...icon} />, onPress: act.mute },
    isBlocked
      ? { label: m.unblock, icon: <Ban {...icon} />, onPress: act.unblock }
      : { label: m.block, icon: <Ban {...icon} />, onPress: act.block },
    { label: m.report, icon: <Flag {...icon} />, onPress: act.report },
  ]
  return <Menu label={m.more} icon={<Ellipsis {...icon} />} iconOnly className="size-9! rounded-sm!" items={items} />
}
