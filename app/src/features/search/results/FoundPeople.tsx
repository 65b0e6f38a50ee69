import MessageCircle from 'lucide-react/icons/message-circle'

import { useWriteTo } from '#entities/message/use-write-to.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'

import { Marked } from '../Marked.tsx'
import type { OpenPerson } from '../open-person.ts'
import { PersonLink } from '../PersonLink.tsx'
import type { FoundPerson } from '../search-queries.ts'
import { searchMessages } from '../search.i18n.ts'

export interface FoundPeopleProps {
  people: readonly FoundPerson[]
  words: string
  onPerson: OpenPerson | undefined
}

export function FoundPeople({ people, words, onPerson }: FoundPeopleProps) {
  return (
    <ul>
      {people.map((person) => (
        <li key={person.id} className="flex items-center gap-3">
          <PersonLink
            id={person.id}
            name={<Marked text={person.title} words={words} />}
            avatar={person.avatar}
            about={<About person={person} words={words} />}
            onPerson={onPerson}
          />
          {!onPerson && <WriteTo person={person} />}
          <FollowButton personId={person.id} />
        </li>
      ))}
    </ul>
  )
}

function WriteTo({ person }: { person: FoundPerson }) {
  const m = useMessages(searchMessages)
  const write = useWriteTo(person.id)
  return (
    <IconButton
      className="max-md:hidden"
      label={m.writeTo(person.title)}
      icon={<MessageCircle aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      onClick={write}
    />
  )
}

function About({ person, words }: { person: FoundPerson; words: string }) {
  const m = useMessages(searchMessages)
  const { username, followersCount, description } = person
  const facts = [
    username && <Marked key="username" text={`@${username}`} words={words} />,
    followersCount > 0 && (
      <span key="followers" className="count">
        {m.followers(followersCount)}
      </span>
    ),
    description && <Marked key="bio" text={description} words={words} />,
  ].filter(Boolean)
  return facts.flatMap((fact, place) => (place === 0 ? [fact] : [' · ', fact]))
}
