/** Before anything is typed: the searches one follows, what one searched for lately, hashtags of the moment, people to discover. */
import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import Palette from 'lucide-react/icons/palette'
import { Suspense, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { lazy } from '#ui/lazy.ts'

import { FollowedSearches } from './FollowedSearches.tsx'
import type { OpenPerson } from './open-person.ts'
import { PersonLink } from './PersonLink.tsx'
import { forgetSearch, forgetSearches, useRecentSearches } from './recent-searches.ts'
import { searchQueries } from './search-queries.ts'
import { searchMessages } from './search.i18n.ts'
import { SearchRow } from './SearchRow.tsx'
import { Trends } from './Trends.tsx'

const LookDialog = lazy(async () => (await import('./look/LookDialog.tsx')).LookDialog)

export interface BeforeTypingProps {
  isOnline: boolean
  onAsk: (text: string) => void
  onPerson: OpenPerson | undefined
}

export function BeforeTyping({ isOnline, onAsk, onPerson }: BeforeTypingProps) {
  const m = useMessages(searchMessages)
  return (
    <>
      {!isOnline && (
        <p role="status" className="mt-4 text-sm text-text-3">
          {m.offline}
        </p>
      )}
      {isOnline && onPerson === undefined && <SearchByLook />}
      {isOnline && <FollowedSearches onAsk={onAsk} />}
      <RecentSearches onAsk={onAsk} />
      {isOnline && (
        <>
          <Trends onAsk={onAsk} />
          {onPerson === undefined && (
            <p className="mt-3 flex flex-wrap gap-x-6">
              <Link to={paths.challenges} className="link inline-flex min-h-9 items-center text-sm font-semibold">
                {m.challenges}
              </Link>
              <Link to={paths.leaders} className="link inline-flex min-h-9 items-center text-sm font-semibold">
                {m.leaders}
              </Link>
            </p>
          )}
          <SuggestedPeople onPerson={onPerson} />
        </>
      )}
    </>
  )
}

/** The way to another kind of search; its screen comes when it is wanted. */
function SearchByLook() {
  const m = useMessages(searchMessages)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        className="mt-4"
        wide
        icon={<Palette aria-hidden="true" className="size-4.5" />}
        onClick={() => setOpen(true)}
      >
        {m.byLook}
      </Button>
      {isOpen && (
        <Suspense>
          <LookDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function RecentSearches({ onAsk }: Pick<BeforeTypingProps, 'onAsk'>) {
  const m = useMessages(searchMessages)
  const userId = useUserId()
  const searches = useRecentSearches(userId)
  if (userId === null || searches.length === 0) return null
  return (
    <section aria-label={m.recent} className="mt-5">
      <div className="flex items-baseline justify-between gap-3">
        <h3>{m.recent}</h3>
        <button type="button" className="link min-h-8 text-sm" onClick={() => forgetSearches(userId)}>
          {m.forgetAll}
        </button>
      </div>
      <ul className="mt-1">
        {searches.map((search) => (
          <SearchRow
            key={search}
            search={search}
            icon={<History aria-hidden="true" className="size-4.5 flex-none text-text-3" />}
            removeLabel={m.forget(search)}
            onAsk={onAsk}
            onRemove={() => forgetSearch(userId, search)}
          />
        ))}
      </ul>
    </section>
  )
}

function SuggestedPeople({ onPerson }: Pick<BeforeTypingProps, 'onPerson'>) {
  const m = useMessages(searchMessages)
  const { data: people = [] } = useQuery(searchQueries.suggestedPeople())
  if (people.length === 0) return null
  return (
    <section aria-label={m.suggestedPeople} className="mt-5">
      <h3 className="mb-1">{m.suggestedPeople}</h3>
      <ul>
        {people.map(({ id, display_name: name, username, avatar_url: avatar }) => (
          <li key={id} className="flex items-center gap-3">
            <PersonLink
              id={id}
              name={name}
              avatar={avatar}
              about={username === null ? '' : `@${username}`}
              onPerson={onPerson}
            />
            <FollowButton personId={id} />
          </li>
        ))}
      </ul>
    </section>
  )
}
