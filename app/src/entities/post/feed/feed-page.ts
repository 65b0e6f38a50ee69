/** Plain pages of publications, newest first, by keyset: the cursor is the last post of the page before. */
import { tableQuestion } from '#data/question.ts'

import { postColumns, type Post } from '../post.ts'

export const feedPageSize = 20

export interface FeedCursor {
  createdAt: string
  id: string
}

export interface FeedPage {
  posts: Post[]
  /** Where the next page begins; `null` after the last. */
  next: string | null
  /** When it was put away, as milliseconds, where it comes from this device and not from the server. */
  savedAt?: number
  /** When the list was begun anew from its top, on somebody's wish. */
  renewedAt?: number
  /** Which post it then began with, and how far below the top of the screen; at its top where none is named. */
  begin?: { id: string; top: number }
}

export interface FeedPageRequest {
  isSignedIn: boolean
  after: FeedCursor | null
  /** Only this person's posts. */
  creatorId?: string
  pageSize?: number
}

/** The plain bound on `created_at` lets the index start at the cursor. */
export function feedPageQuestion(request: FeedPageRequest) {
  const { isSignedIn, after, creatorId, pageSize = feedPageSize } = request
  return tableQuestion('feed_posts', postColumns(isSignedIn), {
    // What somebody publishes for their followers stands in their own list; who may see it, the server decides.
    ...(creatorId === undefined ? { audience: 'eq.public' } : { creator_id: `eq.${creatorId}` }),
    ...(after && {
      created_at: `lte.${after.createdAt}`,
      or: `(created_at.lt.${after.createdAt},and(created_at.eq.${after.createdAt},id.lt.${after.id}))`,
    }),
    order: 'created_at.desc,id.desc',
    limit: pageSize,
  })
}
