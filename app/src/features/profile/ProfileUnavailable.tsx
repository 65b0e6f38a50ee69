import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { profileQueries } from '#entities/profile/profile-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'

import { profileMessages } from './profile.i18n.ts'

/** Why nobody is shown under a handle; a name that was given up leads on for thirty days. */
export function ProfileUnavailable({ handle }: { handle: string }) {
  const m = useMessages(profileMessages)
  const { data: standing, error } = useQuery(profileQueries.standing(handle))
  const state = standing?.state
  const movedTo = state === 'moved' ? (standing?.username ?? standing?.id) : null
  useEffect(() => {
    if (movedTo) navigate({ to: paths.profile, params: { handle: movedTo } }, { replace: true })
    else if (state === 'missing') {
      navigate({ to: paths.notFound }, { replace: true, state: { attempted: getPlace().pathname } })
    }
  }, [state, movedTo])
  if (error) throw error
  const text = state === 'suspended' ? m.suspendedText : m.unavailableText
  if (!state || state === 'missing' || movedTo) return <ScreenSpinner />
  return (
    <div className="grid min-h-[60svh] content-center">
      <EmptyState
        heading="h1"
        title={state === 'suspended' ? m.suspended : m.unavailable}
        text={text}
        action={
          <Link to={paths.home} className={buttonClass()}>
            {m.toFeed}
          </Link>
        }
      />
    </div>
  )
}
