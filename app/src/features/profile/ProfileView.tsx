import { useQuery } from '@tanstack/react-query'
import Lock from 'lucide-react/icons/lock'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { WalletCard } from '#entities/credits/WalletCard.tsx'
import { peopleQueries } from '#entities/profile/people-queries.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { relationQuery } from '#entities/profile/relation/relation-queries.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'

import { CompletionHints } from './CompletionHints.tsx'
import { ProfileTabs } from './gallery/ProfileTabs.tsx'
import { usePutAside } from './OthersActions.tsx'
import { profileMessages } from './profile.i18n.ts'
import { ProfileHeader } from './ProfileHeader.tsx'
import { EarningsCard } from './showcase/EarningsCard.tsx'
import { ProfileServices } from './showcase/ProfileServices.tsx'
import { Showcase } from './showcase/Showcase.tsx'

export interface ProfileViewProps {
  profile: Profile
  /** One's own: may be edited, and an empty gallery invites to create. */
  isOwn: boolean
  /** On one's own: the ways to the rest of the house, where no side navigation shows them. */
  areas?: ReactNode
}

export function ProfileView({ profile, isOwn, areas }: ProfileViewProps) {
  return (
    <>
      <ProfileHeader profile={profile} isOwn={isOwn} />
      {isOwn && (
        <div className="grid max-w-180 gap-3 px-(--gutter) pt-4 md:grid-cols-2 md:px-8 md:not-has-[>a]:hidden">
          {/* A desktop has it in its side navigation. */}
          <div className="min-h-15.5 *:h-full md:hidden">
            <WalletCard layout="row" />
          </div>
          <EarningsCard userId={profile.id} />
        </div>
      )}
      <Showcase userId={profile.id} />
      <ProfileServices userId={profile.id} isOwn={isOwn} />
      {isOwn ? <OwnBody profile={profile} areas={areas} /> : <OthersBody profile={profile} />}
    </>
  )
}

function OwnBody({ profile, areas }: { profile: Profile; areas: ReactNode }) {
  const m = useMessages(profileMessages)
  return (
    <>
      <div className="grid gap-3 px-(--gutter) pt-4 *:min-w-0 empty:hidden md:px-8">
        {areas}
        {profile.status === 'suspended' && <Alert tone="warning">{m.suspendedOwn}</Alert>}
        <FollowRequests userId={profile.id} />
        <CompletionHints profile={profile} />
      </div>
      <ProfileTabs profile={profile} isOwn />
    </>
  )
}

/** Whoever asks waits for an answer: it is said where one passes. */
function FollowRequests({ userId }: { userId: string }) {
  const m = useMessages(profileMessages)
  const { data: count = 0 } = useQuery(peopleQueries.requestCount(userId))
  if (count === 0) return null
  return (
    <div className="card flex flex-wrap items-center gap-3 py-3!">
      <UserPlus aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
      <p className="min-w-40 flex-1 text-sm font-semibold">{m.requests(count)}</p>
      <Button size="sm" variant="ink" onClick={() => openModal('people', { of: userId, list: 'requests' })}>
        {m.seeRequests}
      </Button>
    </div>
  )
}

function OthersBody({ profile }: { profile: Profile }) {
  const m = useMessages(profileMessages)
  const userId = useUserId() ?? ''
  const { isBlocked } = usePutAside(profile.id)
  const { data: relation } = useQuery({ ...relationQuery(userId, profile.id), enabled: userId !== '' })
  const { unblock } = usePersonActions(profile)
  const name = calledBy(profile)
  if (isBlocked) {
    return (
      <EmptyState
        title={m.blocked(name)}
        text={m.blockedText}
        action={<Button onClick={unblock}>{m.unblock}</Button>}
      />
    )
  }
  if (profile.is_private && !relation) return null
  if (profile.is_private && relation?.follow !== 'active') {
    return (
      <div className="mt-4 grid justify-items-center gap-2 border-t border-line px-6 py-10 text-center md:mx-8">
        <Lock aria-hidden="true" className="mb-2 size-9 text-text-3" strokeWidth={1.5} />
        <h2 className="text-lg">{m.isPrivate}</h2>
        <p className="max-w-104 text-text-3">{m.isPrivateText(name)}</p>
      </div>
    )
  }
  return <ProfileTabs profile={profile} isOwn={false} />
}
