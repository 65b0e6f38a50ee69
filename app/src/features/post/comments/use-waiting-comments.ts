import { useWaitingWrites } from '#data/outbox/pending-writes.ts'
import { commentWrites, type NewComment } from '#entities/comment/comment-writes.ts'
import type { Comment, CommentAuthor } from '#entities/comment/comment.ts'

import type { CommentHost } from './host.ts'

/** One's own that the server does not have yet, under the post or under one comment; they outlive a reload. */
export function useWaitingComments({ postId, me }: CommentHost, parentId: string | null): Comment[] {
  const writes = useWaitingWrites()
  if (!me) return []
  return writes
    .filter(({ kind }) => kind === commentWrites.add)
    .map(({ body }) => body as NewComment)
    .filter((write) => write.postId === postId && write.parentId === parentId)
    .map((write) => unsent(write, me))
}

function unsent({ id, postId, parentId, body, createdAt }: NewComment, author: CommentAuthor): Comment {
  return {
    id,
    postId,
    parentId,
    author,
    body,
    createdAt,
    likesCount: 0,
    repliesCount: 0,
    isLiked: false,
    isPinned: false,
    isHidden: false,
    isEdited: false,
    isDeleted: false,
  }
}
