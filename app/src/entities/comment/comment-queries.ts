/** Every read of comments, under keys that the cache's changes know. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { Answer } from '#data/question.ts'
import { call } from '#data/wire.ts'

import { commentKeys, withoutLeaving } from './comment-cache.ts'
import { toComment, type CommentPage, type CommentRow, type CommentSort } from './comment.ts'

const pageSize = 20

/** The pinned one comes on top of the first page's. */
function toPage(rows: readonly CommentRow[]): CommentPage {
  return {
    comments: withoutLeaving(rows.map(toComment)),
    next: rows.length >= pageSize ? (rows.at(-1)?.cursor ?? null) : null,
  }
}

export interface Reader {
  postId: string
  userId: string | null
}

export const commentQueries = {
  /** Those of the first level. */
  ofPost: ({ postId, userId }: Reader, sort: CommentSort) =>
    infiniteQueryOptions({
      queryKey: [...commentKeys.ofPost(postId), sort, userId ?? 'visitor'],
      queryFn: async ({ pageParam: cursor, signal }) => {
        const args = { post_id: postId, sort, page_size: pageSize, cursor }
        return toPage(await call('comments_page', args, { method: 'GET', signal }))
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      meta: { keep: { owner: userId, kind: 'comments', most: 40 } },
    }),

  /** What hangs under one, oldest first. */
  replies: ({ postId, userId }: Reader, parentId: string) =>
    infiniteQueryOptions({
      queryKey: [...commentKeys.repliesTo(postId, parentId), userId ?? 'visitor'],
      queryFn: async ({ pageParam: cursor, signal }) => {
        const args = { comment_id: parentId, page_size: pageSize, cursor }
        return toPage(await call('replies_page', args, { method: 'GET', signal }))
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    }),

  /** One that an address leads to; `null` where it is not to be seen. */
  one: ({ postId, userId }: Reader, commentId: string) =>
    queryOptions({
      queryKey: [...commentKeys.one(postId, commentId), userId ?? 'visitor'],
      queryFn: ({ signal }) => readComment(commentId, { signal }),
    }),

  /** Whom @… may mean. */
  people: (query: string) =>
    queryOptions({
      queryKey: ['mention', query],
      queryFn: ({ signal }) => call('search_users', { query, max_results: 5 }, { method: 'GET', signal }),
      staleTime: 60_000,
    }),
}

export type MentionedPerson = Pick<Answer<'search_users'>[number], 'id' | 'title' | 'username' | 'avatar'>

export async function readComment(commentId: string, { signal }: { signal?: AbortSignal } = {}) {
  const [row] = await call('comment_by_id', { comment_id: commentId }, { method: 'GET', ...(signal && { signal }) })
  return row ? toComment(row) : null
}
