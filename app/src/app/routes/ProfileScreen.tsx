import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useUserId } from '#data/session.ts'
import { isUuid } from '#data/uuid.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { profileMessages } from '#features/profile/profile.i18n.ts'
import { ProfileSkeleton } from '#features/profile/ProfileSkeleton.tsx'
import { ProfileUnavailable } from '#features/profile/ProfileUnavailable.tsx'
import { ProfileView } from '#features/profile/ProfileView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { paths, toSearch } from '#navigation/paths.ts'
import { getPlace, navigateToHref } from '#navigation/place.ts'
import { useParams, usePathname } from '#navigation/use-place.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import { AreaTiles } from '../shell/AreaTiles.tsx'

export function OwnProfileScreen() {
  const userId = useUserId()
  return userId && <ProfileByHandle handle={userId} />
}

export function ProfileScreen() {
  const { handle } = useParams(paths.profile)
  return handle && <ProfileByHandle key={handle} handle={handle} />
}

/** One slot for usernames and ids: search leads to `/profile/{id}`, which then shows the username in the address. */
function ProfileByHandle({ handle }: { handle: string }) {
  const m = useMessages(profileMessages)
  const userId = useUserId()
  const pathname = usePathname()
  const { isMobile } = useScreenSize()
  const { data: profile, error } = useQuery(profileQueries.byHandle(handle))
  usePageTitle(profile?.display_name ?? m.title)
  const username = pathname === paths.ownProfile || !isUuid(handle) ? null : profile?.username
  useEffect(() => {
    if (!username) return
    const { search, state } = getPlace()
    navigateToHref(`/profile/${username}${toSearch(search)}`, { replace: true, state })
  }, [username])
  if (error && profile === undefined) throw error
  if (profile === null) return <ProfileUnavailable handle={handle} />
  if (!profile) return <ProfileSkeleton />
  return <ProfileView profile={profile} isOwn={profile.id === userId} areas={isMobile && <AreaTiles />} />
}
