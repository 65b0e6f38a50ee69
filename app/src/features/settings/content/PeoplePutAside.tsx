import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'

import { peopleQueries } from '#entities/profile/people-queries.ts'
import { calledBy, type PersonCard } from '#entities/profile/person-card.ts'
import { PersonLink } from '#entities/profile/PersonLink.tsx'
import { safetyQueries } from '#entities/profile/safety-queries.ts'
import { usePersonActions } from '#entities/profile/use-person-actions.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { contentMessages } from './content.i18n.ts'

export function BlockedPeople({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  const { data: people = [] } = useQuery(safetyQueries.blocks(userId))
  return (
    <People title={m.blocked} none={m.noBlocked}>
      {people.map((person) => (
        <Blocked key={person.id} person={person} />
      ))}
    </People>
  )
}

export function MutedPeople({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  const { data: mutes = [] } = useQuery(safetyQueries.mutes(userId))
  const ends = new Map(mutes.flatMap(({ kind, target, expires_at: end }) => (kind === 'user' ? [[target, end]] : [])))
  const { data: people = [] } = useQuery({ ...safetyQueries.people([...ends.keys()]), enabled: ends.size > 0 })
  const shown = people.filter(({ id }) => ends.has(id))
  return (
    <People title={m.mutedPeople} none={m.noMutedPeople}>
      {shown.map((person) => (
        <Muted key={person.id} person={person} end={ends.get(person.id) ?? null} />
      ))}
    </People>
  )
}

/** Told of each of their publications, until the bell is turned off. */
export function RungPeople({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  const { data: people = [] } = useQuery(peopleQueries.bells(userId))
  return (
    <People title={m.bells} none={m.noBells}>
      {people.map((person) => (
        <Rung key={person.id} person={person} />
      ))}
    </People>
  )
}

function Rung({ person }: { person: PersonCard }) {
  const m = useMessages(contentMessages)
  const { setBell } = usePersonActions(person)
  return (
    <Row person={person}>
      <Button size="sm" aria-label={m.bellOffOf(calledBy(person))} onClick={() => setBell(false)}>
        {m.bellOff}
      </Button>
    </Row>
  )
}

function People({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children.length === 0 ? (
        <p className="mt-2 text-sm text-text-3">{none}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">{children}</ul>
      )}
    </section>
  )
}

function Blocked({ person }: { person: PersonCard }) {
  const m = useMessages(contentMessages)
  const { unblock } = usePersonActions(person)
  return (
    <Row person={person}>
      <Button size="sm" aria-label={m.unblockOf(calledBy(person))} onClick={unblock}>
        {m.unblock}
      </Button>
    </Row>
  )
}

function Muted({ person, end }: { person: PersonCard; end: string | null }) {
  const m = useMessages(contentMessages)
  const { unmute } = usePersonActions(person)
  return (
    <Row person={person} note={end ? m.until(formatDate(end)) : m.always}>
      <Button size="sm" aria-label={m.unmuteOf(calledBy(person))} onClick={unmute}>
        {m.unmute}
      </Button>
    </Row>
  )
}

function Row({ person, note, children }: { person: PersonCard; note?: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 py-2.5">
      <PersonLink person={person}>
        <span className="block truncate text-xs text-text-3">
          {[person.username && `@${person.username}`, note].filter(Boolean).join(' · ')}
        </span>
      </PersonLink>
      {children}
    </li>
  )
}
