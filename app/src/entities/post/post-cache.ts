/** One post, many lists: where posts are kept on the device, and how a change reaches all of them. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { FeedPage } from './feed/feed-page.ts'
import type { Post } from './post.ts'

export const postKeys = { lists: ['posts', 'list'], ones: ['posts', 'one'] } as const

/** A change of one post reaches every list and screen that holds it. */
export function patchPost(cache: QueryClient, id: string, change: (post: Post) => Post): void {
  const patch = (post: Post) => (post.id === id ? change(post) : post)
  cache.setQueriesData<InfiniteData<FeedPage>>(
    { queryKey: postKeys.lists },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, posts: page.posts.map(patch) })) },
  )
  cache.setQueriesData<Post>({ queryKey: postKeys.ones }, (post) => post && patch(post))
}
