/** Beside the pictures of a large screen: the way to the search, the challenge that runs, what trends, whom one may follow. */
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState, type ReactNode } from 'react'

import { challengeQueries, stateOf, type Challenge } from '#entities/post/challenge/challenge-queries.ts'
import { tagQueries, type Trend } from '#entities/post/tag/tag-queries.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { peopleQueries, type PersonToMeet } from '#entities/profile/people-queries.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { openModal } from '#entities/session/modals.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths, type Path } from '#navigation/paths.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { challengesMessages } from '../challenges/challenges.i18n.ts'
import { wordTime } from '../challenges/word-time.ts'

const messages = defineMessages({
  fr: {
    discover: 'À découvrir',
    search: 'Rechercher',
    challenge: 'Défi en cours',
    trends: 'Hashtags du moment',
    posts: (count: number) => plural(count, { one: '# publication', other: '# publications' }),
    people: 'Personnes à découvrir',
    leaders: 'Classement de la semaine',
  },
  en: {
    discover: 'To discover',
    search: 'Search',
    challenge: 'Current challenge',
    trends: 'Hashtags of the moment',
    posts: (count: number) => plural(count, { one: '# post', other: '# posts' }),
    people: 'People to discover',
    leaders: 'Leaders of the week',
  },
})

export function HomeColumn() {
  const m = useMessages(messages)
  return (
    <section
      aria-label={m.discover}
      className="home-column no-scrollbar grid content-start gap-7 overflow-y-auto border-l border-line px-5 pt-2.5 pb-8"
    >
      <button
        type="button"
        onClick={() => openModal('search')}
        className="flex min-h-11 items-center gap-3 rounded-md border border-line-strong bg-surface px-4 text-sm text-text-3 hover:bg-surface-2"
      >
        <Search aria-hidden="true" className="size-4.5 flex-none" strokeWidth={1.75} />
        {m.search}
      </button>
      <Found />
    </section>
  )
}

/** All of it at once: nothing is pushed down by what comes after it. What cannot be had is left out. */
function Found() {
  const challenges = useQuery(challengeQueries.list())
  const trends = useQuery(tagQueries.trends())
  const people = useQuery(peopleQueries.toMeet())
  const [now] = useState(() => Date.now())
  if (challenges.isPending || trends.isPending || people.isPending) return null
  // The next to end.
  const challenge = challenges.data?.findLast((each) => stateOf(each, now) === 'running')
  return (
    <>
      {challenge && <Running challenge={challenge} now={now} />}
      {trends.data && trends.data.length > 0 && <Trends trends={trends.data} />}
      {people.data && people.data.length > 0 && <People people={people.data} />}
    </>
  )
}

interface PartProps {
  title: string
  children: ReactNode
}

function Part({ title, children }: PartProps) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h2 className="mb-1 text-base">{title}</h2>
      {children}
    </section>
  )
}

function More({ to, children }: { to: Path; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-9 items-center justify-self-start text-sm">
      {children}
    </Link>
  )
}

function Running({ challenge, now }: { challenge: Challenge; now: number }) {
  const m = useMessages(messages)
  const c = useMessages(challengesMessages)
  const { id, title, hashtag, entries_count: count } = challenge
  return (
    <Part title={m.challenge}>
      <Link
        to={paths.challenge}
        params={{ id }}
        className="block rounded-lg border border-line p-3.5 hover:bg-surface-2"
      >
        <span className="block text-xs font-semibold text-accent-text">{wordTime(challenge, c, now)}</span>
        <bdi className="display mt-1 block text-lg leading-tight wrap-anywhere">{title}</bdi>
        <span className="mt-1.5 block text-sm text-text-3">
          <bdi>#{hashtag}</bdi> · {c.entries(count ?? 0)}
        </span>
      </Link>
      <More to={paths.challenges}>{c.all}</More>
    </Part>
  )
}

function Trends({ trends }: { trends: readonly Trend[] }) {
  const m = useMessages(messages)
  return (
    <Part title={m.trends}>
      <ul>
        {trends.map(({ tag, display, posts_count: count }) => (
          <li key={tag}>
            <Link
              to={paths.tag}
              params={{ tag }}
              className="-mx-2 flex min-h-11 items-center justify-between gap-3 rounded-md px-2 hover:bg-surface-2"
            >
              <bdi className="truncate text-sm font-semibold">#{display}</bdi>
              <span className="flex-none text-xs text-text-3">{m.posts(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function People({ people }: { people: readonly PersonToMeet[] }) {
  const m = useMessages(messages)
  return (
    <Part title={m.people}>
      <ul>
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3">
            <Link
              to={paths.profile}
              params={{ handle: handleOf(person) }}
              className="-ml-2 flex min-h-14 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2 hover:bg-surface-2"
            >
              <Avatar id={person.id} src={person.avatar_url} />
              <span className="min-w-0">
                <bdi className="block truncate text-sm font-semibold">{person.display_name}</bdi>
                {person.username && <span className="block truncate text-xs text-text-3">@{person.username}</span>}
              </span>
            </Link>
            <FollowButton personId={person.id} isPrivate={person.is_private} look={{ variant: 'line' }} />
          </li>
        ))}
      </ul>
      <More to={paths.leaders}>{m.leaders}</More>
    </Part>
  )
}
