import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useUserId } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { profileMessages } from '#features/profile/profile-messages.ts'
import { ProfileView } from '#features/profile/ProfileView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { useParams, usePathname } from '#navigation/use-place.ts'
import { ScreenSpinner } from '#ui/Spinner.tsx'
import { usePageTitle } from '#ui/use-page-title.ts'

export function OwnProfileScreen() {
  const userId = useUserId()
  return userId && <ProfileByHandle handle={userId} />
}

export function ProfileScreen() {
  const { handle } = useParams(paths.profile)
  return <ProfileByHandle handle={handle} />
}

/** One slot for usernames and ids: search leads to `/profile/{id}`, which then shows the username in the address. */
function ProfileByHandle({ handle }: { handle: string }) {
  const m = useMessages(profileMessages)
  const userId = useUserId()
  const pathname = usePathname()
  const { data: profile, error } = useQuery(profileQueries.byHandle(handle))
  usePageTitle(profile?.display_name ?? m.title)
  const username = pathname === paths.ownProfile || !isUuid(handle) ? null : profile?.username
  useEffect(() => {
    if (profile === null) navigate({ to: paths.notFound }, { replace: true, state: { attempted: pathname } })
    else if (username) navigate({ to: paths.profile, params: { handle: username } }, { replace: true })
  }, [profile, username, pathname])
  if (error) throw error
  if (!profile) return <ScreenSpinner />
  return <ProfileView profile={profile} isOwn={profile.id === userId} />
}
