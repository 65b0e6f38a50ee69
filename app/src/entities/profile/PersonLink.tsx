import type { ReactNode } from 'react'

import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Avatar, type AvatarProps } from '#ui/picture/Avatar.tsx'

import { handleOf, type PersonCard } from './person-card.ts'

export interface PersonLinkProps {
  person: PersonCard
  size?: NonNullable<AvatarProps['size']>
  /** The line below the name. */
  children: ReactNode
}

/** Somebody in a row of a list: it leads to their profile and leaves room for what can be done. */
export function PersonLink({ person, size = 'md', children }: PersonLinkProps) {
  return (
    <Link
      to={paths.profile}
      params={{ handle: handleOf(person) }}
      className="flex min-h-11 min-w-40 flex-1 items-center gap-3"
    >
      <Avatar id={person.id} src={person.avatar_url} size={size} />
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">{person.display_name}</span>
        {children}
      </span>
    </Link>
  )
}
