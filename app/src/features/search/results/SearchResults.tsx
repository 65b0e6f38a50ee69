import type { Service } from '@product/contract'
/** What was found: everything at a glance, or one kind in full. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { ServiceCard } from '#entities/commission/service/ServiceCard.tsx'
import { useMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'

import type { OpenPerson } from '../open-person.ts'
import { searchQueries, type FoundPerson } from '../search-queries.ts'
import { readSearch, startsLike } from '../search-text.ts'
import { searchMessages } from '../search.i18n.ts'
import { FollowSearch } from './FollowSearch.tsx'
import { FoundHashtags } from './FoundHashtags.tsx'
import { FoundPeople } from './FoundPeople.tsx'
import { FoundPosts, PostsAtAGlance } from './FoundPosts.tsx'
import { NearInMeaning } from './NearInMeaning.tsx'
import { NothingFound } from './NothingFound.tsx'
import { Section } from './Section.tsx'
import { useFound, type Found, type FoundList } from './use-found.ts'

export interface SearchResultsProps {
  /** Words and operators. */
  typed: string
  onAsk: (text: string) => void
  onPerson: OpenPerson | undefined
}

const kinds = ['all', 'people', 'posts', 'hashtags', 'services'] as const
type Kind = (typeof kinds)[number]
/** Where one goes on with the next search of this visit. */
const kindKey = 'cortexia.search-kind'

function lastKind(): Kind {
  const last = sessionStorage.getItem(kindKey)
  return kinds.find((kind) => kind === last) ?? 'all'
}

interface Shown extends Omit<SearchResultsProps, 'typed'> {
  found: Found
  words: string
}

export function SearchResults({ typed, onAsk, onPerson }: SearchResultsProps) {
  const m = useMessages(searchMessages)
  const panelId = useId()
  const [chosen, setChosen] = useState(lastKind)
  const setKind = (kind: Kind) => {
    sessionStorage.setItem(kindKey, kind)
    setChosen(kind)
  }
  const { text } = readSearch(typed)
  const found = useFound(typed)
  if (text === '') return null
  if (found.isPending && found.count === 0 && !found.isFailed) return <Waiting />
  const kind = found.isPlain ? chosen : 'posts'
  const shown = { found, words: text, onAsk, onPerson }
  return (
    <div>
      {found.isPlain && (
        <div className="mt-4">
          <TabStrip
            label={m.kinds}
            value={kind}
            tabs={kinds.map((value) => ({ value, label: m[value] }))}
            onChange={setKind}
            panelId={panelId}
          />
        </div>
      )}
      <div className="mt-2 flex min-h-9 items-center justify-between gap-3">
        <Told found={found} />
        <FollowSearch typed={typed} />
      </div>
      {found.isFailed && <Failed onRetry={found.retry} />}
      <div id={panelId} {...(found.isPlain && { role: 'tabpanel', 'aria-labelledby': `${panelId}-${kind}` })}>
        {kind === 'all' ? <Everything {...shown} onKind={setKind} /> : <OneKind {...shown} kind={kind} />}
        {isEmpty(found, kind) && <NothingFound query={typed} text={text} isPlain={found.isPlain} onAsk={onAsk} />}
      </div>
    </div>
  )
}

function isEmpty(found: Found, kind: Kind): boolean {
  if (found.isPending || found.isFailed) return false
  return kind === 'all' ? found.count === 0 : found[kind].items.length === 0
}

function Everything({ found, words, onAsk, onPerson, onKind }: Shown & { onKind: (kind: Kind) => void }) {
  const m = useMessages(searchMessages)
  const { people, posts, hashtags, services } = found
  const section = (kind: Exclude<Kind, 'all'>, list: FoundList<unknown>, most: number) => ({
    title: m[kind],
    more:
      list.items.length > most
        ? { label: m.seeResults(list.items.length, !list.hasMore), onPress: () => onKind(kind) }
        : null,
  })
  return (
    <>
      {people.items.length > 0 && (
        <Section {...section('people', people, 3)}>
          <FoundPeople people={people.items.slice(0, 3)} words={words} onPerson={onPerson} />
        </Section>
      )}
      {people.items[0] && <PicturesOf person={people.items[0]} words={words} />}
      {posts.items.length > 0 && (
        <Section {...section('posts', posts, 8)}>
          <PostsAtAGlance posts={posts.items.slice(0, 8)} />
        </Section>
      )}
      {services.items.length > 0 && (
        <Section {...section('services', services, 2)}>
          <FoundServices services={services.items.slice(0, 2)} />
        </Section>
      )}
      {hashtags.items.length > 0 && (
        <Section {...section('hashtags', hashtags, 8)}>
          <FoundHashtags hashtags={hashtags.items.slice(0, 8)} words={words} onAsk={onAsk} />
        </Section>
      )}
      {found.count > 0 && <NearInMeaning text={words} />}
    </>
  )
}

/** Whoever is meant by name is looked for because of what they make. */
function PicturesOf({ person, words }: { person: FoundPerson; words: string }) {
  const m = useMessages(searchMessages)
  const isMeant = startsLike(person.title, words) || startsLike(person.username ?? '', words)
  const { data: posts = [] } = useQuery({ ...searchQueries.picturesOf(person.id), enabled: isMeant })
  if (posts.length === 0) return null
  const open = () => navigate({ to: '/profile/$handle', params: { handle: person.username ?? person.id } })
  return (
    <Section title={m.picturesOf(person.title)} more={{ label: m.seeProfile, onPress: open }}>
      <PostsAtAGlance posts={posts} />
    </Section>
  )
}

function OneKind({ found, words, onAsk, onPerson, kind }: Shown & { kind: Exclude<Kind, 'all'> }) {
  const m = useMessages(searchMessages)
  const { hasMore, isLoadingMore, loadMore, items } = found[kind]
  const isAllShown = kind === 'posts' && found.isPlain && items.length > 0 && !hasMore
  return (
    <>
      {kind === 'people' && <FoundPeople people={found.people.items} words={words} onPerson={onPerson} />}
      {kind === 'posts' && <FoundPosts posts={found.posts.items} words={words} />}
      {kind === 'hashtags' && <FoundHashtags hashtags={found.hashtags.items} words={words} onAsk={onAsk} />}
      {kind === 'services' && <FoundServices services={found.services.items} />}
      {hasMore && (
        <div className="mt-4 grid justify-items-center">
          <Button variant="line" busyLabel={isLoadingMore && m.loadingMore} onClick={loadMore}>
            {m.more}
          </Button>
        </div>
      )}
      {isAllShown && <NearInMeaning text={words} />}
    </>
  )
}

/** How much there is; spoken when it comes. */
function Told({ found }: { found: Found }) {
  const m = useMessages(searchMessages)
  const { people, posts, hashtags, services } = found
  const isAll = [people, posts, hashtags, services].every(({ hasMore }) => !hasMore)
  return (
    <p role="status" className="text-sm text-text-3">
      {!found.isPending && found.count > 0 && m.found(found.count, isAll)}
    </p>
  )
}

/** Failures leave the lists empty (spec §8), and one quiet line says so. */
function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(searchMessages)
  const retry = (
    <Button variant="ghost" size="sm" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return (
    <div className="mt-4">
      <Alert tone="info" action={retry}>
        <p role="status">{m.down}</p>
      </Alert>
    </div>
  )
}

function Waiting() {
  const m = useMessages(searchMessages)
  return (
    <div role="status" className="mt-5 grid gap-3">
      <span className="sr-only">{m.loading}</span>
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-36" />
    </div>
  )
}

/** What creators make to order. */
function FoundServices({ services }: { services: readonly Service[] }) {
  return (
    <ul className="mt-3 grid gap-3 md:grid-cols-2">
      {services.map((service) => (
        <li key={service.id} className="min-w-0">
          <ServiceCard service={service} />
        </li>
      ))}
    </ul>
  )
}
