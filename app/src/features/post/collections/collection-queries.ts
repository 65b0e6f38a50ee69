/** One collection and what is in it, for whoever may see it: its owner, everybody, or those who have its address. */
import { infiniteQueryOptions, queryOptions, type InfiniteData } from '@tanstack/react-query'

import type { Selected } from '#data/question.ts'
import { isUuid } from '#data/uuid.ts'
import { call } from '#data/wire.ts'
import { postKeys } from '#entities/post/post-cache.ts'
import { postColumns, toPost, type Post } from '#entities/post/post.ts'

const columns =
  'id,owner_id,name,description,visibility,items_count,owner:profiles(id,username,display_name,avatar_url)' as const

export type OpenCollection = Selected<'collections', typeof columns>

export interface CollectionPage {
  posts: Post[]
  next: string | null
}

export type CollectionPages = InfiniteData<CollectionPage>

const pageSize = 24

/** `null` where there is none, or none that one may see. */
export function collectionQuery(id: string, userId: string | null) {
  return queryOptions({
    queryKey: ['collections', 'one', id, userId],
    queryFn: async ({ signal }): Promise<OpenCollection | null> => {
      if (!isUuid(id)) return null
      const [found] = await call('get_collection', { collection_id: id }, { select: columns, method: 'GET', signal })
      return found ?? null
    },
  })
}

/** Under the keys by which a change of a post reaches every list. */
export function collectionPostsQuery(id: string, userId: string | null) {
  return infiniteQueryOptions({
    queryKey: [...postKeys.lists, 'collection', id, userId],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: cursor, signal }): Promise<CollectionPage> => {
      const select = `${postColumns(userId !== null)},cursor` as const
      const args = { collection_id: id, page_size: pageSize, ...(cursor !== null && { cursor }) }
      const rows = await call('collection_page', args, { select, method: 'GET', signal })
      return { posts: rows.map(toPost), next: rows.at(-1)?.cursor ?? null }
    },
    getNextPageParam: (page) => page.next,
  })
}
