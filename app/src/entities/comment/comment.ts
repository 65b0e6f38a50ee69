import type { Answer } from '#data/question.ts'
/** A comment as screens know it, and as `comments_page` and `replies_page` send it. */

export interface CommentAuthor {
  id: string
  username: string | null
  displayName: string
  avatarUrl: string | null
}

export interface Comment {
  id: string
  postId: string
  /** The comment of the first level that it hangs under. */
  parentId: string | null
  /** `null` where it is deleted, or its author's account. */
  author: CommentAuthor | null
  body: string
  likesCount: number
  repliesCount: number
  isLiked: boolean
  isPinned: boolean
  /** Only its author and that of the post see it. */
  isHidden: boolean
  isEdited: boolean
  isDeleted: boolean
  createdAt: string
}

export type CommentRow = Answer<'comments_page'>[number]

export interface CommentPage {
  comments: Comment[]
  next: string | null
}

export const commentSorts = ['relevant', 'newest'] as const
export type CommentSort = (typeof commentSorts)[number]

/** In characters as people count them nearly: code points, as the server does. */
export const longestComment = 1000
/** From here on the person is told how many are left. */
export const countedFrom = 800

export function lengthOf(text: string): number {
  return Array.from(text.trim()).length
}

export function toComment(row: CommentRow): Comment {
  const { author_id: id, username, display_name: displayName, avatar_url: avatarUrl } = row
  return {
    id: row.id,
    postId: row.post_id,
    parentId: row.parent_id,
    author: id === null ? null : { id, username, displayName: displayName ?? username ?? '', avatarUrl },
    body: row.body,
    likesCount: row.likes_count,
    repliesCount: row.replies_count,
    isLiked: row.is_liked,
    isPinned: row.pinned_at !== null,
    isHidden: row.hidden_at !== null,
    isEdited: row.edited_at !== null,
    isDeleted: row.deleted_at !== null,
    createdAt: row.created_at,
  }
}

/** Liking what is liked changes nothing. */
export function setCommentLiked(comment: Comment, isLiked: boolean): Comment {
  if (comment.isLiked === isLiked) return comment
  return { ...comment, isLiked, likesCount: Math.max(0, comment.likesCount + (isLiked ? 1 : -1)) }
}
