import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { read } from '#data/wire.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { peopleQueries } from '#entities/profile/people-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { noticeMessages } from './notices.i18n.ts'

/** One follows nobody, or nobody who has published: three people worth a look, then what everybody looks at. */
export function PeopleToMeet() {
  const m = useMessages(noticeMessages)
  const userId = useUserId()
  const { data: followsSomebody } = useQuery({
    queryKey: ['people', 'follows-somebody', userId],
    queryFn: async ({ signal }) => {
      const question = { follower_id: `eq.${userId}`, state: 'eq.active', limit: 1 }
      return (await read('follows', 'followee_id', question, signal)).length > 0
    },
    // What it says is why one is here: it stays while somebody is followed from here.
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data: people = [] } = useQuery(peopleQueries.toMeet())
  return (
    <div className="mx-auto grid max-w-120 grid-cols-[minmax(0,1fr)] gap-5 px-(--gutter) py-8">
      <p className="text-center text-text-2">{followsSomebody === false ? m.followingNobody : m.followingEmpty}</p>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-2">
            <Avatar id={person.id} src={person.avatar_url} size="lg" />
            <div className="min-w-0 flex-1 leading-tight">
              <Link
                to="/profile/$handle"
                params={{ handle: person.username ?? person.id }}
                className="block truncate text-sm/6 font-semibold"
              >
                {person.display_name}
              </Link>
              <p className="truncate text-xs text-text-3">{person.bio || (person.username && `@${person.username}`)}</p>
            </div>
            <FollowButton personId={person.id} isPrivate={person.is_private} />
          </li>
        ))}
      </ul>
      <Link to="/" search={{ tab: 'trending' }} className={buttonClass({ wide: true })}>
        {m.seeTrends}
      </Link>
    </div>
  )
}
