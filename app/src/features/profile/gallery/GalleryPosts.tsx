import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, type ReactNode, type CSSProperties } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import {
  galleryQueries,
  isLedByPinned,
  type GalleryFilter,
  type GalleryOrder,
  type GalleryTab,
} from './gallery-queries.ts'
import { useGalleryView } from './gallery-view.ts'
import { galleryMessages } from './gallery.i18n.ts'
import { PostLines } from './PostLines.tsx'
import { PostMark } from './PostMark.tsx'

export interface GalleryPostsProps {
  personId: string
  tab: GalleryTab
  order?: GalleryOrder
  filter?: GalleryFilter
  /** What stands there while there is nothing. */
  empty: ReactNode
}

const everything: GalleryFilter = {}

export function GalleryPosts({ personId, tab, order = 'newest', filter = everything, empty }: GalleryPostsProps) {
  const userId = useUserId()
  const query = useInfiniteQuery(galleryQueries.posts({ personId, userId, tab, order, filter }))
  const hasPinned = isLedByPinned({ tab, order, filter })
  const pinned = useInfiniteQuery({ ...galleryQueries.pinned(personId, userId), enabled: hasPinned })
  const first = (hasPinned && pinned.data?.pages[0]?.posts) || []
  if (hasPinned && pinned.isPending) return <RowsSkeleton />
  return <PagedPosts query={query} first={first} empty={empty} />
}

export interface PagedPostsProps {
  query: UseInfiniteQueryResult<InfiniteData<{ posts: Post[] }>>
  /** Shown before the pages, and not again in them. */
  first?: readonly Post[]
  empty: ReactNode
}

const none: readonly Post[] = []

export function PagedPosts({ query, first = none, empty }: PagedPostsProps) {
  const view = useGalleryView()
  const { data, isPending, isError, refetch } = query
  const rest = data?.pages.flatMap((page) => page.posts) ?? []
  const posts = [...first, ...rest.filter(({ id }) => !first.some((pinned) => pinned.id === id))]
  if (isPending) return <RowsSkeleton />
  if (posts.length === 0) return isError ? <Failed onRetry={() => void refetch()} /> : empty
  return (
    <>
      {view === 'list' ? (
        <PostLines posts={posts} pinned={first.length} />
      ) : (
        <PictureRows posts={posts} pinned={first.length} />
      )}
      <NextPage query={query} />
    </>
  )
}

/** On its way before the end is reached. */
function NextPage({ query }: Pick<PagedPostsProps, 'query'>) {
  const m = useMessages(galleryMessages)
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const end = useNearEnd(hasNextPage && !isFetchingNextPage && !isError, () => void fetchNextPage())
  if (isError) return <Failed onRetry={() => void fetchNextPage()} />
  if (!hasNextPage) return null
  return (
    <div ref={end} className="grid place-items-center p-6">
      <Button busyLabel={isFetchingNextPage && m.loading} onClick={() => void fetchNextPage()}>
        {m.more}
      </Button>
    </div>
  )
}

/** Calls back when the element comes within a screen's height of being seen. */
function useNearEnd(isWaiting: boolean, onNear: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!element.current || !isWaiting) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), { rootMargin: '100% 0px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWaiting])
  return element
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(galleryMessages)
  const retry = (
    <Button size="sm" variant="ghost" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return (
    <div className="px-(--gutter) py-6 md:px-0">
      <Alert tone="danger" title={m.failed} action={retry} />
    </div>
  )
}

const ratios = [0.8, 1, 1.5, 0.75, 1, 1.3, 0.8, 1]

function RowsSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-wrap gap-0.75 pt-1 lg:gap-1.5">
      {ratios.map((ratio, place) => (
        // eslint-disable-next-line react/no-array-index-key -- they never change place
        <span key={place} style={{ flexGrow: ratio, flexBasis: `calc(${ratio} * 8.5rem)`, aspectRatio: ratio }}>
          <Skeleton className="size-full rounded-img!" />
        </span>
      ))}
    </div>
  )
}

interface PictureRowsProps {
  posts: readonly Post[]
  /** How many at the beginning are pinned. */
  pinned?: number
}

/** Pictures in rows that keep every ratio; reading order is the order of the list. */
function PictureRows({ posts, pinned = 0 }: PictureRowsProps) {
  const p = useMessages(postMessages)
  return (
    <ol className="flex flex-wrap gap-0.75 pt-1 after:grow-1000 lg:gap-1.5">
      {posts.map((post, place) => (
        <li
          key={post.id}
          style={{ '--r': post.image.width / post.image.height } as CSSProperties}
          className="relative max-w-[calc(var(--r)*16rem)] grow-(--r) basis-[calc(var(--r)*8.5rem)] [contain-intrinsic-size:auto_8.5rem] [content-visibility:auto] lg:max-w-[calc(var(--r)*29rem)] lg:basis-[calc(var(--r)*15.5rem)] lg:[contain-intrinsic-size:auto_15.5rem]"
        >
          <Link to="/post/$id" params={{ id: post.id }} className="block overflow-hidden">
            <Picture
              image={post.image}
              alt={altOf(post, p)}
              sizes="(width >= 64rem) 24rem, 50vw"
              isFirst={place < 2}
              className={classNames('rounded-img', post.rating >= 2 && 'scale-110 blur-2xl')}
            />
          </Link>
          <PostMark post={post} isPinned={place < pinned} />
        </li>
      ))}
    </ol>
  )
}
