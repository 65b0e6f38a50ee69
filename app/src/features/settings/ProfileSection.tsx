import { useQuery } from '@tanstack/react-query'

import { profileQueries } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'

import { settingsMessages } from './settings-messages.ts'

export function ProfileSection({ userId }: { userId: string }) {
  const m = useMessages(settingsMessages)
  const { data: profile } = useQuery(profileQueries.byHandle(userId))
  return (
    <section className="card grid gap-4" aria-labelledby="profile">
      <h2 id="profile">{m.profile}</h2>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={userId} src={profile?.avatar_url} size="xl" />
        <p className="min-w-40 flex-1">
          <span className="block truncate font-semibold">{profile?.display_name}</span>
          <span className="block truncate text-sm text-text-3">{profile?.username && `@${profile.username}`}</span>
        </p>
        <Button onClick={() => openModal('edit-profile')}>{m.editProfile}</Button>
      </div>
    </section>
  )
}
