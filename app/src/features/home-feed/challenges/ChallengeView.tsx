/** `/challenges/{id}`: the theme, how long it runs, who took part, and at the end those most liked. */
import { useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { openCreateForm } from '#entities/generation/create-intent.ts'
import {
  challengeQueries,
  stateOf,
  type Challenge,
  type ChallengeSort,
} from '#entities/post/challenge/challenge-queries.ts'
import { chooseChallenge } from '#entities/post/challenge/chosen-challenge.ts'
import type { Post } from '#entities/post/post.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { changeSearch, navigate } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ScreenSpinner } from '#ui/feedback/Spinner.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { challengesMessages } from './challenges.i18n.ts'
import { DropChallenge } from './DropChallenge.tsx'
import { Podium } from './Podium.tsx'
import { wordTime } from './word-time.ts'

export interface ChallengeViewProps {
  id: string
  /** Pictures in rows, page by page. */
  Posts: ComponentType<{ query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>; empty: ReactNode }>
}

export function ChallengeView({ id, Posts }: ChallengeViewProps) {
  const m = useMessages(challengesMessages)
  const { data: challenge, error } = useQuery(challengeQueries.one(id))
  usePageTitle(challenge?.title ?? m.title)
  if (error && challenge === undefined) throw error
  if (challenge === undefined) return <ScreenSpinner />
  if (challenge === null) return <Missing />
  return <Opened challenge={challenge} Posts={Posts} />
}

function Opened({ challenge, Posts }: { challenge: Challenge } & Pick<ChallengeViewProps, 'Posts'>) {
  const m = useMessages(challengesMessages)
  const [now] = useState(() => Date.now())
  const state = stateOf(challenge, now)
  const usual: ChallengeSort = state === 'over' ? 'likes' : 'new'
  const asked = usePlace().search['sort']
  const sort = asked === 'new' || asked === 'likes' ? asked : usual
  const query = useInfiniteQuery(challengeQueries.entries(challenge.id, sort, useUserId()))
  const empty = state === 'over' ? <EmptyState text={m.emptyOver} /> : <EmptyState title={m.empty} text={m.emptyText} />
  return (
    <div className="pb-8">
      <Header challenge={challenge} now={now} />
      {state === 'over' && <Podium challenge={challenge} />}
      <div className="px-(--gutter) pb-4 md:px-8">
        <SegmentedControl
          label={m.order}
          value={sort}
          options={[
            { value: 'new', label: m.new },
            { value: 'likes', label: m.likes },
          ]}
          onChange={(value) => changeSearch({ sort: value === usual ? undefined : value })}
          className="w-full max-w-88"
        />
      </div>
      <div className="md:px-8">
        <Posts query={query} empty={empty} />
      </div>
    </div>
  )
}

function Header({ challenge, now }: { challenge: Challenge; now: number }) {
  const m = useMessages(challengesMessages)
  const { title, words, tag, hashtag, entries_count: count } = challenge
  const isRunning = stateOf(challenge, now) === 'running'
  return (
    <header className="grid gap-4 px-(--gutter) py-5 md:px-8 md:py-7">
      <Link to={paths.challenges} className="link w-fit text-sm">
        {m.all}
      </Link>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <p className="text-sm font-semibold text-accent-text">{wordTime(challenge, m, now)}</p>
          <h1 className="wrap-anywhere">{title}</h1>
          <p className="flex flex-wrap gap-x-3 text-sm text-text-3">
            <Link to={paths.tag} params={{ tag }} className="link">
              {`#${hashtag}`}
            </Link>
            <span>{m.entries(count ?? 0)}</span>
          </p>
        </div>
        <DropChallenge id={challenge.id} />
      </div>
      {words !== '' && <p className="max-w-xl wrap-anywhere whitespace-pre-line">{words}</p>}
      {isRunning && <TakePart challenge={challenge} />}
    </header>
  )
}

function TakePart({ challenge }: { challenge: Challenge }) {
  const m = useMessages(challengesMessages)
  const isMember = useUserId() !== null
  const search = useSignInSearch()
  const take = () => {
    if (!isMember) return navigate({ to: paths.auth, search })
    chooseChallenge(challenge)
    openCreateForm({})
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="primary" size="lg" onClick={take}>
        {m.take}
      </Button>
      <p className="text-sm text-text-2">{m.how(challenge.hashtag)}</p>
    </div>
  )
}

function Missing() {
  const m = useMessages(challengesMessages)
  return (
    <div className="grid min-h-[60svh] content-center">
      <EmptyState
        heading="h1"
        title={m.missing}
        text={m.missingText}
        action={
          <Link to={paths.challenges} className={buttonClass()}>
            {m.all}
          </Link>
        }
      />
    </div>
  )
}
