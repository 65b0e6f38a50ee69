/** Where comments are kept on the device, and how a change of one reaches every list that holds it. */
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

import type { Comment, CommentPage } from './comment.ts'

export const commentKeys = {
  all: (postId: string) => ['comments', postId] as const,
  ofPost: (postId: string) => ['comments', postId, 'list'] as const,
  repliesTo: (postId: string, parentId: string) => ['comments', postId, 'replies', parentId] as const,
  one: (postId: string, commentId: string) => ['comments', postId, 'one', commentId] as const,
}

type Pages = InfiniteData<CommentPage>

/** Deleted here and not yet at the server: what is read meanwhile does not bring them back. */
const leaving = new Set<string>()

export function setLeaving(id: string, isLeaving: boolean): void {
  if (isLeaving) leaving.add(id)
  else leaving.delete(id)
}

/** What hangs under a deleted comment stays, and its place with it. */
export function withoutLeaving(comments: readonly Comment[]): Comment[] {
  return comments.flatMap((comment) => {
    if (!leaving.has(comment.id)) return [comment]
    return comment.repliesCount > 0 ? [emptied(comment)] : []
  })
}

export function emptied(comment: Comment): Comment {
  return { ...comment, body: '', author: null, isDeleted: true, isPinned: false }
}

/** `change` answers the comment as it becomes; `null` takes it out of the lists. */
export function patchComment(
  cache: QueryClient,
  { id, postId }: Pick<Comment, 'id' | 'postId'>,
  change: (comment: Comment) => Comment | null,
): void {
  const patch = (comments: Comment[]) =>
    comments.flatMap((comment) => {
      if (comment.id !== id) return [comment]
      const changed = change(comment)
      return changed ? [changed] : []
    })
  const isList = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] !== 'one'
  cache.setQueriesData<Pages>({ queryKey: commentKeys.all(postId), predicate: isList }, (data) => inPages(data, patch))
  cache.setQueriesData<Comment | null>(
    { queryKey: commentKeys.one(postId, id) },
    (comment) => comment && change(comment),
  )
}

/** Own words come first in a list, under the pinned comment, and last in a thread. */
export function addComment(cache: QueryClient, comment: Comment): void {
  const { postId, parentId } = comment
  const without = (comments: Comment[]) => comments.filter(({ id }) => id !== comment.id)
  if (parentId === null) {
    cache.setQueriesData<Pages>({ queryKey: commentKeys.ofPost(postId) }, (data) =>
      inPages(data, without, (first) => {
        const pinned = first.filter(({ isPinned }) => isPinned)
        return [...pinned, comment, ...first.filter(({ isPinned }) => !isPinned)]
      }),
    )
    return
  }
  cache.setQueriesData<Pages>({ queryKey: commentKeys.repliesTo(postId, parentId) }, (data) => {
    const pages = inPages(data, without)
    const last = pages?.pages.at(-1)
    if (!pages || !last || last.next !== null) return pages
    return { ...pages, pages: [...pages.pages.slice(0, -1), { ...last, comments: [...last.comments, comment] }] }
  })
}

function inPages(
  data: Pages | undefined,
  change: (comments: Comment[]) => Comment[],
  changeFirst: (comments: Comment[]) => Comment[] = (comments) => comments,
): Pages | undefined {
  return (
    data && {
      ...data,
      pages: data.pages.map((page, place) => {
        const comments = change(page.comments)
        return { ...page, comments: place === 0 ? changeFirst(comments) : comments }
      }),
    }
  )
}
