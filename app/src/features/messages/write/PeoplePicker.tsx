/** People to write to: those whom one follows before anything is typed, then whoever the server finds by name. */
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'

import { conversationQueries } from '#entities/conversation/conversation-queries.ts'
import { partnerOf } from '#entities/conversation/conversation.ts'
import { peopleFoundBy } from '#entities/profile/find-people.ts'
import { peopleQueries } from '#entities/profile/people-queries.ts'
import type { PersonCard } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { inputClass } from '#ui/fields/TextField.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { writeMessages } from './write.i18n.ts'

export interface PeoplePickerProps {
  userId: string
  /** Not offered: they are there already. */
  without?: ReadonlySet<string>
  /** Of several: who is chosen. */
  chosen?: ReadonlySet<string> | undefined
  onPerson: (person: PersonCard) => void
}

const nobody: ReadonlySet<string> = new Set()
const mostPartners = 8

export function PeoplePicker({ userId, without = nobody, chosen, onPerson }: PeoplePickerProps) {
  const m = useMessages(writeMessages)
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const isSearching = words !== ''
  return (
    <div className="min-h-[50dvh] md:min-h-96">
      <input
        type="search"
        data-autofocus
        aria-label={m.search}
        placeholder={m.search}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className={`${inputClass} min-h-12`}
      />
      {isSearching ? (
        <>
          <Heading>{m.found}</Heading>
          <Found words={words} {...{ userId, without, chosen, onPerson }} />
        </>
      ) : (
        <Known {...{ userId, without, chosen, onPerson }} />
      )}
    </div>
  )
}

function Found({ words, ...offer }: PeoplePickerProps & { words: string }) {
  const m = useMessages(writeMessages)
  const { data, isLoading, isError, refetch } = useQuery({
    ...peopleFoundBy(words),
    placeholderData: keepPreviousData,
  })
  if (isError) return <Failed onRetry={() => void refetch()} />
  return isLoading ? <Skeleton className="h-14" /> : <People people={data ?? []} empty={m.nobody} {...offer} />
}

function Heading({ children }: { children: string }) {
  return <h3 className="mt-4 mb-1 text-base">{children}</h3>
}

/** With whom one talks already comes first, whatever name they go by; then whom one follows. */
function Known({ userId, without = nobody, ...offer }: PeoplePickerProps) {
  const m = useMessages(writeMessages)
  const { data } = useInfiniteQuery(conversationQueries.list(userId, 'all'))
  const partners = (data?.pages[0]?.conversations ?? [])
    .flatMap((conversation) => partnerOf(conversation) ?? [])
    .filter(({ id, isActive }) => isActive && !without.has(id))
    .slice(0, mostPartners)
  const others = new Set([...without, ...partners.map(({ id }) => id)])
  return (
    <>
      {partners.length > 0 && (
        <>
          <Heading>{m.partners}</Heading>
          <People people={partners} empty="" {...{ userId, ...offer }} />
        </>
      )}
      <Heading>{m.following}</Heading>
      <Followed without={others} {...{ userId, ...offer }} />
    </>
  )
}

function Followed(offer: PeoplePickerProps) {
  const m = useMessages(writeMessages)
  const query = useInfiniteQuery(peopleQueries.list(offer.userId, 'following'))
  if (query.isError) return <Failed onRetry={() => void query.refetch()} />
  if (query.isLoading) return <Skeleton className="h-14" />
  const people = query.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <>
      <People people={people} empty={m.nobodyFollowed} {...offer} />
      {query.hasNextPage && (
        <Button wide className="mt-2" onClick={() => void query.fetchNextPage()}>
          {m.more}
        </Button>
      )}
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(writeMessages)
  return (
    <p role="alert" className="flex items-center justify-between gap-3 py-3 text-sm">
      {m.failed}
      <Button size="sm" variant="line" onClick={onRetry}>
        {m.retry}
      </Button>
    </p>
  )
}

interface PeopleProps extends PeoplePickerProps {
  people: readonly PersonCard[]
  empty: string
}

function People({ people, empty, userId, without = nobody, chosen, onPerson }: PeopleProps) {
  const offered = people.filter(({ id }) => id !== userId && !without.has(id))
  if (offered.length === 0) {
    return (
      <p role="status" className="py-3 text-sm text-text-3">
        {empty}
      </p>
    )
  }
  return (
    <ul className="-mx-2">
      {offered.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            aria-pressed={chosen?.has(person.id)}
            onClick={() => onPerson(person)}
            className="flex min-h-14 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-surface-2"
          >
            <Avatar id={person.id} src={person.avatar_url} size="lg" />
            <span className="min-w-0 flex-1">
              <bdi className="block truncate text-sm font-semibold">{person.display_name}</bdi>
              {person.username !== null && (
                <span className="block truncate text-xs text-text-3">@{person.username}</span>
              )}
            </span>
            {chosen && <ChosenMark isChosen={chosen.has(person.id)} />}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** A losange that fills. */
function ChosenMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`mr-2 size-4 flex-none rotate-45 rounded-[2px] border-2 ${isChosen ? 'border-accent bg-accent' : 'border-line-strong'}`}
    />
  )
}

const typingPause = 200

/** What is typed, once one pauses. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
