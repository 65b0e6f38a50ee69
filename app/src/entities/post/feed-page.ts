/** One page of the feed, newest first, by keyset: the cursor is the last post of the page before. */
import { postColumns, toPost, type Post, type PostRow } from './post.ts'

export const feedPageSize = 20

export interface FeedCursor {
  createdAt: string
  id: string
}

export interface FeedPage {
  posts: Post[]
  next: FeedCursor | null
}

export interface FeedPageRequest {
  isSignedIn: boolean
  after: FeedCursor | null
  /** Only this person's posts. */
  creatorId?: string
}

/** The query of rest/v1. The plain bound on `created_at` lets the index start at the cursor. */
export function feedPageParams({ isSignedIn, after, creatorId }: FeedPageRequest): Record<string, string | number> {
  return {
    select: postColumns(isSignedIn),
    visibility: 'eq.public',
    ...(creatorId !== undefined && { creator_id: `eq.${creatorId}` }),
    ...(after && {
      created_at: `lte.${after.createdAt}`,
      or: `(created_at.lt.${after.createdAt},and(created_at.eq.${after.createdAt},id.lt.${after.id}))`,
    }),
    order: 'created_at.desc,id.desc',
    limit: feedPageSize,
  }
}

export function toFeedPage(rows: PostRow[]): FeedPage {
  const posts = rows.map(toPost)
  const last = posts.at(-1)
  return { posts, next: last && rows.length === feedPageSize ? { createdAt: last.createdAt, id: last.id } : null }
}
