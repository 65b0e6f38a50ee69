/** Lists of posts, under keys that patchPost knows. */
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'

import { takeEarly } from '#data/first-feed.ts'
import { ask } from '#data/wire.ts'

import type { FeedPage } from './feed/feed-page.ts'
import { listName, listPageQuery, toListPage, type ListPageRequest, type PostList } from './feed/post-list.ts'
import { postKeys } from './post-cache.ts'

export async function fetchListPage(request: ListPageRequest, signal?: AbortSignal): Promise<FeedPage> {
  const query = listPageQuery(request)
  const askAnew = () => ask(query, signal)
  const early = takeEarly(query)
  return toListPage(await (early ? early.catch(askAnew) : askAnew()), request)
}

function pages(list: PostList, userId: string | null) {
  const isSignedIn = userId !== null
  return infiniteQueryOptions<FeedPage, Error, InfiniteData<FeedPage, string | null>, string[], string | null>({
    queryKey: [...postKeys.lists, listName(list), userId ?? 'visitor'],
    queryFn: ({ pageParam, signal }) => fetchListPage({ list, isSignedIn, cursor: pageParam }, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.next,
    // What one has read stays where it was: new posts come with the next visit, or with one's own publication.
    staleTime: Infinity,
  })
}

export const postQueries = {
  list: pages,
  /** Newest first. */
  feed: (userId: string | null) => pages({ tab: 'latest' }, userId),
  byCreator: (creatorId: string, userId: string | null) => pages({ tab: 'creator', creatorId }, userId),
}
