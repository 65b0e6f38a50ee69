import { mediaAddress } from '#data/config.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { useOwnProfile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { LeavingNotice } from './account/DeleteAccount.tsx'
import { DomainCard } from './account/domain/DomainCard.tsx'
import { settingsMessages } from './settings.i18n.ts'

const storage = mediaAddress()

export function ProfileSection({ userId }: { userId: string }) {
  const m = useMessages(settingsMessages)
  const profile = useOwnProfile(userId)
  return (
    <>
      <section className="card grid gap-4" aria-labelledby="profile">
        <h2 id="profile" className="max-lg:sr-only">
          {m.profile}
        </h2>
        <LeavingNotice profile={profile} />
        <div className="flex flex-wrap items-center gap-4">
          <Avatar id={userId} src={profile?.avatar_url && originalUrl(profile.avatar_url, storage)} size="xl" />
          <p className="min-w-40 flex-1">
            <span className="block truncate font-semibold">{profile?.display_name}</span>
            <span className="block truncate text-sm text-text-3">{profile?.username && `@${profile.username}`}</span>
          </p>
          <span className="flex flex-wrap gap-2">
            <Link to="/profile" className={buttonClass({ variant: 'ghost' })}>
              {m.seeProfile}
            </Link>
            <Button onClick={() => openModal('edit-profile')}>{m.editProfile}</Button>
          </span>
        </div>
      </section>
      <DomainCard userId={userId} />
    </>
  )
}
