import { useInfiniteQuery, useMutation } from '@tanstack/react-query'

import { DataError } from '#data/rest.ts'
import { useUserId } from '#data/session.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { peopleQueries, type ListedPerson, type PeopleList } from '#entities/profile/people-queries.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import { PersonLink } from '#entities/profile/PersonLink.tsx'
import { useModalSearch } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { answerFollowMutation, removeFollowerMutation } from './people-mutations.ts'
import { peopleMessages } from './people.i18n.ts'

const lists: readonly PeopleList[] = ['followers', 'following', 'requests', 'likers']

/** Who follows somebody, whom they follow, who asks to follow the reader, or who likes a publication. */
export function PeopleDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(peopleMessages)
  const userId = useUserId() ?? ''
  const { of: person = userId, post, list: wanted } = useModalSearch()
  const known = post === undefined ? (lists.find((name) => name === wanted) ?? 'followers') : 'likers'
  const of = post ?? person
  // Only one's own requests are there to be answered.
  const list = known === 'requests' && of !== userId ? 'followers' : known
  return (
    <Dialog title={m[list]} onClose={onClose}>
      <People key={`${of}.${list}`} of={of} list={list} isOwn={of === userId} />
    </Dialog>
  )
}

function People({ of, list, isOwn }: { of: string; list: PeopleList; isOwn: boolean }) {
  const m = useMessages(peopleMessages)
  const query = useInfiniteQuery(peopleQueries.list(of, list))
  const people = query.data?.pages.flatMap((page) => page.people) ?? []
  if (query.isPending) return <PeopleSkeleton />
  if (query.isError && people.length === 0) {
    const isHidden =
      query.error instanceof DataError && ['follow_list_hidden', 'likers_hidden'].includes(query.error.hint ?? '')
    if (isHidden) return <p className="py-8 text-center text-text-2">{m.hidden}</p>
    const retry = (
      <Button size="sm" onClick={() => void query.refetch()}>
        {m.retry}
      </Button>
    )
    return <Alert tone="danger" title={m.failed} action={retry} />
  }
  const empty = {
    followers: m.nobodyFollows,
    following: m.nobodyFollowed,
    requests: m.nobodyAsks,
    likers: m.nobodyLikes,
  }
  if (people.length === 0) return <p className="py-8 text-center text-text-2">{empty[list]}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {people.map((person) => (
          <Row key={person.id} person={person} list={list} isOwn={isOwn} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          wide
          className="mt-3"
          busyLabel={query.isFetchingNextPage && m.loading}
          onClick={() => void query.fetchNextPage()}
        >
          {m.more}
        </Button>
      )}
    </>
  )
}

function Row({ person, list, isOwn }: { person: ListedPerson; list: PeopleList; isOwn: boolean }) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 py-2.5">
      <PersonLink person={person} size="lg">
        {person.username && <span className="block truncate text-xs text-text-3">@{person.username}</span>}
      </PersonLink>
      {list === 'requests' && <RequestAnswer person={person} />}
      {list === 'followers' && isOwn && <RemoveFollower person={person} />}
      {list !== 'requests' && <FollowButton personId={person.id} isPrivate={person.is_private} />}
    </li>
  )
}

function PeopleSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 py-2.5">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <span key={key} className="flex items-center gap-3">
          <Skeleton className="size-11 rounded-full!" />
          <Skeleton className="h-4 w-40" />
        </span>
      ))}
    </div>
  )
}

function RequestAnswer({ person }: { person: ListedPerson }) {
  const m = useMessages(peopleMessages)
  const { mutate } = useMutation(answerFollowMutation)
  const name = calledBy(person)
  const answer = (accept: boolean) => mutate({ person, accept })
  return (
    <span className="flex gap-2">
      <Button size="sm" variant="ink" aria-label={m.acceptOf(name)} onClick={() => answer(true)}>
        {m.accept}
      </Button>
      <Button size="sm" aria-label={m.refuseOf(name)} onClick={() => answer(false)}>
        {m.refuse}
      </Button>
    </span>
  )
}

function RemoveFollower({ person }: { person: ListedPerson }) {
  const m = useMessages(peopleMessages)
  const userId = useUserId() ?? ''
  const { mutate } = useMutation(removeFollowerMutation)
  const name = calledBy(person)
  return (
    <Button size="sm" variant="ghost" aria-label={m.removeOf(name)} onClick={() => mutate({ person, userId })}>
      {m.removeFollower}
    </Button>
  )
}
