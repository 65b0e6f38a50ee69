import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import LogIn from 'lucide-react/icons/log-in'

import { useSession } from '#data/session.ts'
import { displayName } from '#entities/profile/display-name.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { buttonClass } from '#ui/button-class.ts'

import { paths } from '../paths.ts'
import { shellMessages } from './shell-messages.ts'

/** Foot of the rail: who is signed in, leading to the account; or the way to sign in. */
export function RailAccount({ compact }: { compact: boolean }) {
  const m = useMessages(shellMessages)
  const session = useSession()
  const search = useSignInSearch()
  if (session.status === 'loading') return null
  if (session.status === 'signed-in') {
    const { id, email } = session.user
    return <Me id={id} email={email ?? null} label={m.account} compact={compact} />
  }
  return (
    <Link
      to={paths.auth}
      search={search}
      title={compact ? m.signIn : undefined}
      className={`${buttonClass({ variant: 'line' })} mt-auto`}
    >
      <LogIn aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      <span className={compact ? 'sr-only' : undefined}>{m.signIn}</span>
    </Link>
  )
}

function Me({ id, email, label, compact }: { id: string; email: string | null; label: string; compact: boolean }) {
  const { data: profile } = useQuery(profileQueries.byHandle(id))
  const name = profile?.display_name ?? displayName({ id, email })
  return (
    <Link
      to={paths.account}
      title={compact ? label : undefined}
      className="mt-auto flex items-center gap-3 rounded-md p-1.5 hover:bg-surface-2"
    >
      <Avatar id={id} src={profile?.avatar_url} />
      {compact ? (
        <span className="sr-only">{label}</span>
      ) : (
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-semibold">{name}</span>
          <span className="block truncate text-xs text-text-3">
            {profile?.username ? `@${profile.username}` : label}
          </span>
        </span>
      )}
    </Link>
  )
}
