/** `/challenges`: what runs now, and how those before ended. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { useIsStaff } from '#entities/moderation/use-is-staff.ts'
import {
  challengeQueries,
  stateOf,
  type Challenge,
  type ChallengeState,
} from '#entities/post/challenge/challenge-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { challengesMessages } from './challenges.i18n.ts'
import { wordTime } from './word-time.ts'

const OpenChallenge = lazy(async () => (await import('./OpenChallenge.tsx')).OpenChallenge)

const states = ['running', 'coming', 'over'] as const
const shown = 3

export function ChallengesView() {
  const m = useMessages(challengesMessages)
  const isStaff = useIsStaff()
  const { data, isError, refetch } = useQuery(challengeQueries.list())
  const [now] = useState(() => Date.now())
  usePageTitle(m.title)
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <div className="page grid gap-6 pb-10">
      <header className="grid gap-2">
        <h1>{m.title}</h1>
        <p className="max-w-160 text-text-2">{m.text}</p>
      </header>
      {!data &&
        (isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-80 rounded-lg" />)}
      {data?.length === 0 && (
        <EmptyState
          title={m.none}
          text={m.noneText}
          action={
            <Link to={paths.home} search={{ tab: 'trending' }} className={buttonClass()}>
              {m.seeTrending}
            </Link>
          }
        />
      )}
      {states.map((state) => (
        <Group
          key={state}
          state={state}
          challenges={(data ?? []).filter((each) => stateOf(each, now) === state)}
          now={now}
        />
      ))}
      {isStaff && (
        <Suspense fallback={<Skeleton className="h-80 rounded-lg" />}>
          <OpenChallenge />
        </Suspense>
      )}
    </div>
  )
}

function Group({ state, challenges, now }: { state: ChallengeState; challenges: readonly Challenge[]; now: number }) {
  const m = useMessages(challengesMessages)
  if (challenges.length === 0) return null
  return (
    <section aria-labelledby={`challenges-${state}`} className="grid gap-3">
      <h2 id={`challenges-${state}`} className="text-lg">
        {m[state]}
      </h2>
      <ul className="grid items-start gap-4 md:grid-cols-2">
        {challenges.map((challenge) => (
          <li key={challenge.id}>
            <Card challenge={challenge} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ challenge, now }: { challenge: Challenge; now: number }) {
  const m = useMessages(challengesMessages)
  const { id, title, words, hashtag, entries_count: count } = challenge
  return (
    <article className="card relative grid content-start gap-3">
      <div className="grid gap-1">
        <p className="text-sm font-semibold text-accent-text">{wordTime(challenge, m, now)}</p>
        <h3 className="text-xl wrap-anywhere">
          <Link to={paths.challenge} params={{ id }} className="after:absolute after:inset-0 after:rounded-lg">
            {title}
          </Link>
        </h3>
        {words !== '' && <p className="line-clamp-2 text-text-2 wrap-anywhere">{words}</p>}
        <p className="text-sm text-text-3">{`#${hashtag} · ${m.entries(count ?? 0)}`}</p>
      </div>
      {(count ?? 0) > 0 && <Glance id={id} />}
    </article>
  )
}

/** The three that are liked most. */
function Glance({ id }: { id: string }) {
  const { data } = useInfiniteQuery(challengeQueries.entries(id, 'likes', useUserId(), shown))
  const posts = data?.pages[0]?.posts ?? []
  return (
    <ul aria-hidden="true" className="grid grid-cols-3 gap-2">
      {Array.from({ length: shown }, (_, place) => {
        const post = posts[place]
        return (
          <li key={post?.id ?? place} className="aspect-square overflow-hidden rounded-img bg-surface-2">
            {post && (
              <Picture
                image={post.image}
                alt=""
                sizes="(min-width: 768px) 140px, 110px"
                className="aspect-square! h-full"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
