/** The feed page: newest first, for visitors and members (spec §2). */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useSession } from '#data/session.ts'
import { postQueries } from '#entities/post/post-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

import { feedMessages } from './feed-messages.ts'
import { FeedList } from './FeedList.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { VisitorWelcome } from './VisitorWelcome.tsx'

export function HomeFeed() {
  const m = useMessages(feedMessages)
  const session = useSession()
  const isVisitor = session.status === 'signed-out'
  return (
    <>
      {isVisitor ? <VisitorWelcome /> : <h1 className="sr-only">{m.title}</h1>}
      <div className="sticky top-(--top-h) z-(--z-sticky) border-b border-line bg-bg px-(--gutter) md:top-0 md:px-6 lg:px-8">
        <h2 className="inline-flex min-h-11 items-center border-b-2 border-accent font-sans text-sm font-semibold tracking-normal md:min-h-16">
          {m.latest}
        </h2>
      </div>
      <LatestPosts
        userId={session.status === 'signed-in' ? session.user.id : null}
        isReady={session.status !== 'loading'}
      />
    </>
  )
}

function LatestPosts({ userId, isReady }: { userId: string | null; isReady: boolean }) {
  const m = useMessages(feedMessages)
  const query = postQueries.feed(userId)
  const [isAsked, setAsked] = useState(false)
  const feed = useInfiniteQuery({ ...query, enabled: isReady })
  const posts = feed.data?.pages.flatMap((page) => page.posts)

  if (!posts) {
    if (!feed.isError) return <FeedSkeleton />
    const retry = <Button onClick={() => void feed.refetch()}>{m.retry}</Button>
    return <EmptyState title={m.errorTitle} text={m.errorText} action={retry} />
  }
  if (posts.length === 0) {
    const create = (
      <Button variant="primary" onClick={() => openModal('create')}>
        {m.create}
      </Button>
    )
    return <EmptyState title={m.emptyTitle} text={m.emptyText} action={create} />
  }
  const loadMore = () => {
    if (feed.hasNextPage && !feed.isFetchingNextPage) void feed.fetchNextPage()
  }
  return (
    <>
      <FeedList
        name={query.queryKey.join(' ')}
        posts={posts}
        isLoading={feed.isFetchingNextPage}
        hasMore={feed.hasNextPage}
        onNearEnd={() => !feed.isFetchNextPageError && loadMore()}
      />
      {/* Pushed down by each page, it is another one then, unless it was pressed and has the focus. */}
      <div
        key={isAsked ? 'asked' : posts.length}
        className="grid justify-items-center gap-2 px-(--gutter) py-8 [overflow-anchor:none] text-sm text-text-3"
      >
        {feed.hasNextPage ? (
          <>
            {feed.isFetchNextPageError && <p role="alert">{m.moreFailed}</p>}
            <Button
              busyLabel={feed.isFetchingNextPage && m.loading}
              onClick={() => {
                setAsked(true)
                loadMore()
              }}
            >
              {feed.isFetchNextPageError ? m.retry : m.loadMore}
            </Button>
          </>
        ) : (
          <>
            <p>{m.end}</p>
            <Button variant="ghost" onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}>
              {m.backToTop}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
