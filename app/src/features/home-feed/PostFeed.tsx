/** A list of posts with everything that can happen to it: on its way, there, empty, at its end, out of reach, kept. */
'use no memo'

import { useInfiniteQuery, useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'

import { useSession } from '#data/session.ts'
import { listName, type HomeList } from '#entities/post/feed/post-list.ts'
import { postQueries } from '#entities/post/post-queries.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'
import { WhenSlow } from '#ui/feedback/WhenSlow.tsx'
import { lazyCore, lazyCoreLater } from '#ui/lazy.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

import type { ListData } from './list/feed-memory.ts'
import { FeedList } from './list/FeedList.tsx'
import { FeedSkeleton } from './list/FeedSkeleton.tsx'
import { useKeptList } from './list/use-kept-list.ts'
import { useListStart } from './list/use-list-start.ts'
import type { SeenPost } from './position/scroll-position.ts'

const FeedEnd = lazyCoreLater(async () => (await import('./notices/FeedEnd.tsx')).FeedEnd)
const FeedFailure = lazyCore(async () => (await import('./notices/FeedFailure.tsx')).FeedFailure)
const FeedKeys = lazyCore(async () => (await import('./FeedKeys.tsx')).FeedKeys)
const FeedNews = lazyCore(async () => (await import('./notices/FeedNews.tsx')).FeedNews)
const EmptyFeed = lazyCore(async () => (await import('./notices/EmptyFeed.tsx')).EmptyFeed)
const ReadingPosition = lazyCoreLater(async () => (await import('./position/ReadingPosition.tsx')).ReadingPosition)
const SaverBanner = lazyCore(async () => (await import('./notices/SaverBanner.tsx')).SaverBanner)
const KeptNotice = lazyCore(async () => (await import('./notices/KeptNotice.tsx')).KeptNotice)

/** After the first pictures: what nobody waits for. */
const calmAfterMs = 1500

export interface PostFeedProps {
  list: HomeList
  /** Names the list for those who hear it. */
  label: string
}

export function PostFeed({ list, label }: PostFeedProps) {
  const session = useSession()
  const userId = session.status === 'signed-in' ? session.user.id : null
  const isReady = session.status !== 'loading'
  const start = useListStart(list, userId, isReady)
  const query = postQueries.list(list, userId)
  const cache = useQueryClient()
  const feed = useInfiniteQuery({ ...query, enabled: isReady && start !== null })
  const keptAt = useKeptList(list, userId, feed)
  if (feed.data && start)
    return <Loaded {...{ list, label, userId, feed, keptAt, data: feed.data, start: start.post }} />
  const retry = () => void cache.cancelQueries({ queryKey: query.queryKey }).then(() => feed.refetch())
  return (
    <Suspense fallback={<FeedSkeleton />}>
      {feed.isError ? <FeedFailure onRetry={retry} /> : <FeedSkeleton />}
      {!feed.isError && <WhenSlow onRetry={retry} />}
    </Suspense>
  )
}

type Feed = UseInfiniteQueryResult<ListData>
interface LoadedProps extends PostFeedProps {
  userId: string | null
  feed: Feed
  data: ListData
  /** When the content was put away, while nothing newer can be had. */
  keptAt: number | null
  start: SeenPost | null
}

function Loaded({ list, label, userId, feed, data, keptAt, start }: LoadedProps) {
  const isSaving = useDataSaver()
  const isCalm = useIsCalm()
  const isWide = !useScreenSize().isMobile
  const posts = useMemo(() => data.pages.flatMap((page) => page.posts), [data.pages])
  const begin = data.pageParams[0] ?? null
  const { renewedAt, begin: wished = null } = data.pages[0] ?? {}
  const loadMore = () => {
    if (feed.hasNextPage && !feed.isFetchingNextPage) void feed.fetchNextPage()
  }
  if (posts.length === 0) {
    return (
      <Suspense fallback={null}>
        <EmptyFeed list={list} />
      </Suspense>
    )
  }
  return (
    <>
      {isSaving && (
        <Suspense fallback={<div className="h-19" />}>
          <SaverBanner />
        </Suspense>
      )}
      {/* On its own: what comes later must not hold back what says how old the list is. */}
      <Suspense fallback={null}>
        {keptAt !== null && <KeptNotice list={list} userId={userId} savedAt={keptAt} />}
      </Suspense>
      <Suspense fallback={null}>
        {'tag' in list || <ReadingPosition name={list.tab} userId={userId} posts={posts} begin={begin} />}
        {isCalm && isWide && <FeedKeys />}
        {isCalm && <FeedNews list={list} userId={userId} posts={posts} isCut={begin !== null} />}
      </Suspense>
      <FeedList
        // Begun anew, it is another list, which begins where it was wished.
        key={renewedAt}
        {...{ label, posts }}
        start={renewedAt === undefined ? start : wished}
        name={[listName(list), renewedAt].join(' ').trim()}
        isLoading={feed.isFetchingNextPage}
        hasMore={feed.hasNextPage}
        onNearEnd={() => !feed.isFetchNextPageError && loadMore()}
      />
      <Suspense fallback={null}>
        <FeedEnd
          list={list}
          state={endState(feed)}
          isLoading={feed.isFetchingNextPage}
          count={posts.length}
          isCut={begin !== null}
          onMore={loadMore}
        />
      </Suspense>
    </>
  )
}

function endState({ hasNextPage, isFetchNextPageError }: Feed): 'more' | 'failed' | 'over' {
  if (!hasNextPage) return 'over'
  return isFetchNextPageError ? 'failed' : 'more'
}

function useIsCalm(): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), calmAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return isCalm
}
