/** Every read of posts, under keys that patchPost knows. */
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query'

import { takeEarly } from '#data/first-feed.ts'
import { DataError, restGet } from '#data/rest.ts'

import type { FeedPage } from './feed/feed-page.ts'
import { listName, listPageQuery, toListPage, type ListPageRequest, type PostList } from './feed/post-list.ts'
import { postKeys } from './post-cache.ts'
import { postColumns, toPost, type Post, type PostRow } from './post.ts'

export async function fetchListPage(request: ListPageRequest, signal?: AbortSignal): Promise<FeedPage> {
  const query = listPageQuery(request)
  const ask = () => restGet<PostRow>(query.table, { ...query, signal })
  const early = takeEarly<PostRow>(query)
  return toListPage(await (early ? early.catch(ask) : ask()), request)
}

/** Which posts of the list's first page are newer: their ids alone. */
export async function fetchNewerIds(list: Omit<ListPageRequest, 'cursor'>, than: string): Promise<string[]> {
  const { table, params, body } = listPageQuery({ ...list, cursor: null })
  const rows = await restGet<{ id: string }>(table, {
    params: { ...params, select: 'id', created_at: `gt.${than}` },
    body,
  })
  return rows.map(({ id }) => id)
}

async function fetchPost(id: string, isSignedIn: boolean, signal: AbortSignal): Promise<Post> {
  // By a function, because who has the address also sees what is not listed.
  const [row] = await restGet<PostRow>('rpc/get_post', {
    params: { select: `comments_policy,${postColumns(isSignedIn)}` },
    body: { post_id: id },
    signal,
  })
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
