import { useInfiniteQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { commentQueries } from '#entities/comment/comment-queries.ts'

/** Whether what stands under the comments may be shown: it would be pushed down by them. Without a network it may. */
export function useCommentsSettled(postId: string): boolean {
  return !useInfiniteQuery(commentQueries.ofPost({ postId, userId: useUserId() }, 'relevant')).isLoading
}
