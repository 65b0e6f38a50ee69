/** Every read of comments, under keys that the cache's changes know. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { restGet } from '#data/rest.ts'

import { commentKeys } from './comment-cache.ts'
import { toComment, type CommentPage, type CommentRow, type CommentSort } from './comment.ts'

const pageSize = 20

async function readPage(
  name: 'comments_page' | 'replies_page',
  params: Record<string, string>,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<CommentPage> {
  const asked = { ...params, page_size: pageSize, ...(cursor !== null && { cursor }) }
  const rows = await restGet<CommentRow>(`rpc/${name}`, { params: asked, signal })
  // The pinned one comes on top of the first page's.
  return { comments: rows.map(toComment), next: rows.length >= pageSize ? (rows.at(-1)?.cursor ?? null) : null }
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
      queryFn: ({ pageParam: cursor, signal }) =>
        readPage('comments_page', { post_id: postId, sort }, { cursor, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    }),

  /** What hangs under one, oldest first. */
  replies: ({ postId, userId }: Reader, parentId: string) =>
    infiniteQueryOptions({
      queryKey: [...commentKeys.repliesTo(postId, parentId), userId ?? 'visitor'],
      queryFn: ({ pageParam: cursor, signal }) =>
        readPage('replies_page', { comment_id: parentId }, { cursor, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
    }),

  /** One that an address leads to; `null` where it is not to be seen. */
  one: ({ postId, userId }: Reader, commentId: string) =>
    queryOptions({
      queryKey: [...commentKeys.one(postId, commentId), userId ?? 'visitor'],
      queryFn: ({ signal }) => readComment(commentId, signal),
    }),

  /** Whom @… may mean. */
  people: (query: string) =>
    queryOptions({
      queryKey: ['mention', query],
      queryFn: ({ signal }) =>
        restGet<MentionedPerson>('rpc/search_users', { params: { query, max_results: 5 }, signal }),
      staleTime: 60_000,
    }),
}

export interface MentionedPerson {
  id: string
  title: string
  username: string | null
  avatar: string | null
}

export async function readComment(commentId: string, signal?: AbortSignal) {
  const [row] = await restGet<CommentRow>('rpc/comment_by_id', { params: { comment_id: commentId }, signal })
  return row ? toComment(row) : null
}
