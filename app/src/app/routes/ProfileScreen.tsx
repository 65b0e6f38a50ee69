import { useQuery } from '@tanstack/react-query'
import { Navigate, useLocation, useParams } from '@tanstack/react-router'

import { useUserId } from '#data/session.ts'
import { isProfileId, profileQueries } from '#entities/profile/profile-queries.ts'
import { profileMessages } from '#features/profile/profile-messages.ts'
import { ProfileView } from '#features/profile/ProfileView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { ScreenSpinner } from '#ui/Spinner.tsx'
import { usePageTitle } from '#ui/use-page-title.ts'

import { paths } from '../paths.ts'

export function OwnProfileScreen() {
  const userId = useUserId()
  return userId && <ProfileByHandle handle={userId} />
}

export function ProfileScreen() {
  const { handle } = useParams({ from: '/shell/signed-in/profile/$handle' })
  return <ProfileByHandle handle={handle} />
}

/** One slot for usernames and ids: search leads to `/profile/{id}`, which then shows the username in the address. */
function ProfileByHandle({ handle }: { handle: string }) {
  const m = useMessages(profileMessages)
  const userId = useUserId()
  const pathname = useLocation({ select: (location) => location.pathname })
  const { data: profile, error } = useQuery(profileQueries.byHandle(handle))
  usePageTitle(profile?.display_name ?? m.title)
  if (error) throw error
  if (profile === undefined) return <ScreenSpinner />
  if (profile === null) return <Navigate to={paths.notFound} state={{ attempted: pathname }} replace />
  if (pathname !== paths.ownProfile && isProfileId(handle) && profile.username) {
    return <Navigate to={paths.profile} params={{ handle: profile.username }} replace />
  }
  return <ProfileView profile={profile} isOwn={profile.id === userId} />
}
