/** Posts that some list already holds. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { FeedPage } from '../feed/feed-page.ts'
import { postKeys } from '../post-cache.ts'
import type { Post } from '../post.ts'

/** To show before its own read answers. */
export function findPost(cache: QueryClient, id: string): Post | undefined {
  for (const [, data] of cache.getQueriesData<InfiniteData<FeedPage>>({ queryKey: postKeys.lists })) {
    const found = data?.pages.flatMap((page) => page.posts).find((post) => post.id === id)
    if (found) return found
  }
  return undefined
}

/** The list that holds the post, the longest where several do; empty where none does. */
export function listOf(cache: QueryClient, id: string): Post[] {
  const lists = cache
    .getQueriesData<InfiniteData<FeedPage>>({ queryKey: postKeys.lists })
    .map(([, data]) => data?.pages.flatMap((page) => page.posts) ?? [])
    .filter((posts) => posts.some((post) => post.id === id))
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? []
}
