import { useQuery } from '@tanstack/react-query'
import Settings from 'lucide-react/icons/settings'

import { MyImagesLink } from '#entities/generation/MyImagesLink.tsx'
import { profileQueries, type Profile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatMonth, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Pagne } from '#ui/Pagne.tsx'

import { profileMessages } from './profile-messages.ts'
import { ProfilePictures } from './ProfilePictures.tsx'

export interface ProfileViewProps {
  profile: Profile
  /** One's own: may be edited, and an empty gallery invites to create. */
  isOwn: boolean
}

export function ProfileView({ profile, isOwn }: ProfileViewProps) {
  const m = useMessages(profileMessages)
  const { data: count } = useQuery(profileQueries.postCount(profile.id))
  return (
    <>
      <Pagne seed={profile.id} className="h-26 lg:h-38" />
      <header className="relative -mt-9 grid gap-4 px-(--gutter) md:px-8">
        <div className="flex items-end justify-between gap-3">
          <Avatar id={profile.id} src={profile.avatar_url} size="2xl" className="shadow-[0_0_0_4px_var(--bg)]" />
          {isOwn && <OwnActions />}
        </div>
        <div>
          <h1 className="text-[1.875rem] wrap-anywhere">{profile.display_name}</h1>
          <p className="text-sm text-text-3">
            {profile.username && `@${profile.username} · `}
            {m.memberSince(formatMonth(profile.created_at))}
          </p>
        </div>
        {profile.bio && <p className="max-w-xl wrap-anywhere whitespace-pre-line">{profile.bio}</p>}
        <p className="flex min-h-6 items-baseline gap-1.5">
          {count !== undefined && (
            <>
              <b className="num text-xl">{formatNumber(count)}</b>
              <span className="text-sm text-text-3">{m.posts(count)}</span>
            </>
          )}
        </p>
      </header>
      <section className="mt-4 border-t border-line pt-1 md:mx-8" aria-label={m.images}>
        <ProfilePictures profile={profile} isOwn={isOwn} />
      </section>
    </>
  )
}

function OwnActions() {
  const m = useMessages(profileMessages)
  return (
    <div className="flex min-w-0 flex-wrap justify-end gap-2 pb-1">
      <MyImagesLink size="sm" />
      <Button size="sm" onClick={() => openModal('edit-profile')}>
        {m.edit}
      </Button>
      <Link
        to="/account"
        aria-label={m.settings}
        title={m.settings}
        className={`${buttonClass({ size: 'sm' })} min-w-9 px-0`}
      >
        <Settings aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      </Link>
    </div>
  )
}
