import { useInfiniteQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'

import { groupActsQuery, type GroupAct } from '#entities/notification/group-acts.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { useAgo } from '#i18n/use-ago.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { notificationsMessages } from './notifications.i18n.ts'

export interface GroupActsProps {
  userId: string
  /** Of the group. */
  id: string
  people: number
}

/** « Kossi, Mariam et 12 autres », unfolded: each of them, with what they said and when. */
export function GroupActs({ userId, id, people }: GroupActsProps) {
  const m = useMessages(notificationsMessages)
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  return (
    <div className="relative z-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-ml-2 inline-flex min-h-(--tap) items-center gap-1 rounded-md px-2 text-xs font-semibold text-text-2 hover:text-text"
      >
        {isOpen ? m.fold : m.unfold(people)}
        <ChevronDown
          aria-hidden="true"
          className={classNames('size-4 transition-transform duration-(--dur-3)', isOpen && 'rotate-180')}
        />
      </button>
      {isOpen && <Acts userId={userId} id={id} listId={listId} />}
    </div>
  )
}

function Acts({ userId, id, listId }: Pick<GroupActsProps, 'userId' | 'id'> & { listId: string }) {
  const m = useMessages(notificationsMessages)
  const query = useInfiniteQuery(groupActsQuery(userId, id))
  const acts = query.data?.pages.flat() ?? []
  if (query.isError && !query.data) {
    return (
      <p role="status" className="flex flex-wrap items-center gap-3 pb-1 text-sm text-text-2">
        {m.actsFailed}
        <Button size="sm" variant="line" onClick={() => void query.refetch()}>
          {m.retry}
        </Button>
      </p>
    )
  }
  return (
    <>
      <ul id={listId} className="grid gap-1 pb-1">
        {query.isPending && <Waiting />}
        {acts.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="sm" variant="line" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {m.more}
        </Button>
      )}
    </>
  )
}

function Act({ act: { person, excerpt, at } }: { act: GroupAct }) {
  const m = useMessages(notificationsMessages)
  const ago = useAgo(at)
  return (
    <li className="flex min-h-(--tap) items-center gap-2.5 text-sm">
      <Avatar id={person?.id ?? at} src={person?.avatar_url} size="sm" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="flex flex-wrap items-baseline gap-x-2">
          {person ? (
            <Link
              to={paths.profile}
              params={{ handle: handleOf(person) }}
              className="inline-flex min-h-6 items-center font-semibold hover:underline"
            >
              {person.display_name}
            </Link>
          ) : (
            m.somebody
          )}
          <time dateTime={at} className="text-xs text-text-3">
            {ago}
          </time>
        </span>
        {excerpt && <span className="line-clamp-2 text-text-2">{excerpt}</span>}
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <li className="flex min-h-(--tap) items-center gap-2.5">
      <Skeleton className="size-8 flex-none rounded-full" />
      <Skeleton className="h-4 w-32" />
    </li>
  )
}
