/** Every read of posts, under keys that patchPost knows. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { takeFirstFeed } from '#data/first-feed.ts'
import { DataError, restGet } from '#data/rest.ts'

import { feedPageParams, toFeedPage, type FeedCursor, type FeedPage, type FeedPageRequest } from './feed-page.ts'
import { postKeys } from './post-cache.ts'
import { postColumns, toPost, type Post, type PostRow } from './post.ts'

async function fetchPage(request: FeedPageRequest, signal: AbortSignal): Promise<FeedPage> {
  const isFirst = request.after === null && request.creatorId === undefined
  const ask = () => restGet<PostRow>('feed_posts', { params: feedPageParams(request), signal })
  const early = isFirst ? (takeFirstFeed() as Promise<PostRow[]> | undefined) : undefined
  return toFeedPage(await (early ? early.catch(ask) : ask()))
}

async function fetchPost(id: string, isSignedIn: boolean, signal: AbortSignal): Promise<Post> {
  const params = { select: postColumns(isSignedIn), id: `eq.${id}`, limit: 1 }
  const [row] = await restGet<PostRow>('feed_posts', { params, signal })
  if (!row) throw new DataError('The post is not there', { status: 404, code: 'post_not_found' })
  return toPost(row)
}

function pages(key: readonly string[], request: Omit<FeedPageRequest, 'after'>) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, ...key],
    queryFn: ({ pageParam, signal }) => fetchPage({ ...request, after: pageParam }, signal),
    initialPageParam: null as FeedCursor | null,
    getNextPageParam: (page) => page.next,
    // What one has read stays where it was: new posts come with the next visit, or with one's own publication.
    staleTime: Infinity,
  })
}

export const postQueries = {
  /** Newest first, with the reader's own likes. */
  feed: (userId: string | null) => pages(['feed', userId ?? 'visitor'], { isSignedIn: userId !== null }),
  byCreator: (creatorId: string, userId: string | null) =>
    pages(['creator', creatorId, userId ?? 'visitor'], { isSignedIn: userId !== null, creatorId }),
  one: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: [...postKeys.ones, id, userId ?? 'visitor'],
      queryFn: ({ signal }) => fetchPost(id, userId !== null, signal),
    }),
}
