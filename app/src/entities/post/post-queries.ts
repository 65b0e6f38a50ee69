/** Every read of posts, under keys that patchPost knows. */
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query'

import { takeEarly } from '#data/first-feed.ts'
import type { Question } from '#data/question.ts'
import { DataError } from '#data/rest.ts'
import { ask, call } from '#data/wire.ts'

import type { FeedPage } from './feed/feed-page.ts'
import { listName, listPageQuery, toListPage, type ListPageRequest, type PostList } from './feed/post-list.ts'
import { postKeys } from './post-cache.ts'
import { postColumns, toPost, type Post } from './post.ts'

export async function fetchListPage(request: ListPageRequest, signal?: AbortSignal): Promise<FeedPage> {
  const query = listPageQuery(request)
  const askAnew = () => ask(query, signal)
  const early = takeEarly(query)
  return toListPage(await (early ? early.catch(askAnew) : askAnew()), request)
}

/** Which posts of the list's first page are newer: their ids alone. */
export async function fetchNewerIds(list: Omit<ListPageRequest, 'cursor'>, than: string): Promise<string[]> {
  const { params, ...page } = listPageQuery({ ...list, cursor: null })
  const newer: Question<{ id: string }[]> = { ...page, params: { ...params, select: 'id', created_at: `gt.${than}` } }
  const rows = await ask(newer)
  return rows.map(({ id }) => id)
}

async function fetchPost(id: string, isSignedIn: boolean, signal: AbortSignal): Promise<Post> {
  // By a function, because who has the address also sees what is not listed.
  const select = `comments_policy,${postColumns(isSignedIn)}` as const
  const [row] = await call('get_post', { post_id: id }, { select, method: 'GET', signal })
  if (!row) throw new DataError('The post is not there', { status: 404, code: 'post_not_found' })
  return toPost(row)
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
  one: (id: string, userId: string | null) =>
    queryOptions({
      queryKey: [...postKeys.ones, id, userId ?? 'visitor'],
      queryFn: ({ signal }) => fetchPost(id, userId !== null, signal),
    }),
}
