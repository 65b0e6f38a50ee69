import { useQuery } from '@tanstack/react-query'

import { displayName } from '#entities/profile/display-name.ts'
import { profileQueries } from '#entities/profile/profile-queries.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

export interface MeProps {
  id: string
  label: string
  compact: boolean
}

/** The signed-in person at the foot of the rail; leads to the account. */
export function Me({ id, label, compact }: MeProps) {
  const { data: profile } = useQuery(profileQueries.byHandle(id))
  const name = profile?.display_name ?? displayName({ id })
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
