import MessageCircle from 'lucide-react/icons/message-circle'
import type { ReactNode } from 'react'

import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import type { OpenPerson } from './open-person.ts'

export interface PersonLinkProps {
  id: string
  name: ReactNode
  avatar: string | null
  about: ReactNode
  onPerson: OpenPerson | undefined
}

/** Leads to the profile, or to what the search was opened for. */
export function PersonLink({ id, name, avatar, about, onPerson }: PersonLinkProps) {
  return (
    <Link
      to="/profile/$handle"
      params={{ handle: id }}
      data-result
      onClick={(event) => {
        if (!onPerson) return
        event.preventDefault()
        onPerson(id)
      }}
      className="-ml-2 flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-md p-2 hover:bg-surface-2"
    >
      <Avatar id={id} src={avatar} size="lg" />
      <span className="min-w-0">
        <bdi className="block truncate font-semibold">{name}</bdi>
        <span className="block truncate text-sm text-text-3">{about}</span>
      </span>
      {onPerson && <MessageCircle aria-hidden="true" className="ml-auto size-5 flex-none" strokeWidth={1.75} />}
    </Link>
  )
}
