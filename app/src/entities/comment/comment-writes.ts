/** What is done with comments: shown at once, sent when it can be, taken back with a word when the server refuses. */
import { callSignedIn } from '#data/call-signed-in.ts'
import { enqueueWrite, registerWrite } from '#data/outbox/pending-writes.ts'
import { queryClient } from '#data/query-client.ts'
import { DataError, unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { patchPost, postKeys } from '#entities/post/post-cache.ts'
import { explainPace } from '#entities/session/explain-pace.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { addComment, commentKeys, emptied, patchComment, setLeaving } from './comment-cache.ts'
import { draftKey, keepDraft, readDraft } from './comment-drafts.ts'
import { readComment } from './comment-queries.ts'
import { commentMessages } from './comment.i18n.ts'
import { setCommentLiked, type Comment } from './comment.ts'

/** A comment that has not reached the server yet; its id is its own from the start, so that sent twice it is one. */
export interface NewComment {
  id: string
  postId: string
  parentId: string | null
  body: string
  createdAt: string
}

type Place = Pick<Comment, 'id' | 'postId'>
type Wish = Place & { userId: string; wanted: boolean }
type Mark = Place & { what: 'pin' | 'hide'; wanted: boolean }
type Change = Place & { body: string; before: string }
type Leaving = Pick<Comment, 'id' | 'postId' | 'parentId'>

/** The names under which unsent writes are kept on the device: they do not change. */
export const commentWrites = {
  add: 'comment.add',
  change: 'comment.change',
  delete: 'comment.delete',
  like: 'comment.like',
  mark: 'comment.mark',
} as const

const uniqueViolation = '23505'
const undoMs = 6000

registerWrite<NewComment>(commentWrites.add, {
  send: async ({ id, postId, parentId, body }) => {
    const row = { id, post_id: postId, parent_id: parentId, body }
    const result = await (await supabase()).from('post_comments').insert(row)
    if (result.error?.code !== uniqueViolation) unwrap(result)
    countOne({ postId, parentId }, 1)
    countAgain(postId)
    const written = await readComment(id).catch(() => null)
    if (written) addComment(queryClient, written)
    else void queryClient.invalidateQueries({ queryKey: commentKeys.all(postId) })
  },
  // The words go back to where they were written.
  undo: ({ postId, parentId, body }, error) => {
    const m = currentMessages(commentMessages)
    const key = draftKey(postId, parentId === null ? {} : { replyTo: parentId })
    const since = readDraft(key).text
    keepDraft(key, since === '' ? body : `${body}\n${since}`, explain(error))
    toast({ title: m.commentFailed, description: explain(error), tone: 'danger' })
  },
})
registerWrite<Change>(commentWrites.change, {
  send: async ({ id, body }) =>
    unwrap(await (await supabase()).from('post_comments').update({ body }).eq('id', id).select('id')),
  undo: ({ body, before, ...place }, error) => {
    const m = currentMessages(commentMessages)
    patchComment(queryClient, place, (comment) => ({ ...comment, body: before }))
    keepDraft(draftKey(place.postId, { edit: place.id }), body, explain(error))
    toast({ title: m.changeFailed, description: explain(error), tone: 'danger' })
  },
})
registerWrite<Leaving>(commentWrites.delete, {
  send: async ({ id, postId }) => {
    await callSignedIn('delete_comment', { comment_id: id })
    setLeaving(id, false)
    countAgain(postId)
  },
  undo: ({ id, postId }, error) => {
    setLeaving(id, false)
    void queryClient.invalidateQueries({ queryKey: commentKeys.all(postId) })
    tellFailure('deleteFailed', error)
  },
})
registerWrite<Wish>(commentWrites.like, {
  send: async ({ id, userId, wanted }) => {
    const likes = (await supabase()).from('comment_likes')
    if (wanted) {
      const result = await likes.insert({ comment_id: id, user_id: userId })
      if (result.error?.code !== uniqueViolation) unwrap(result)
    } else {
      unwrap(await likes.delete().eq('comment_id', id).eq('user_id', userId))
    }
  },
  undo: ({ wanted, ...place }, error) => {
    patchComment(queryClient, place, (comment) => setCommentLiked(comment, !wanted))
    tellFailure('likeFailed', error)
  },
})
registerWrite<Mark>(commentWrites.mark, {
  send: async ({ id, what, wanted, postId }) => {
    if (what === 'pin') await callSignedIn('pin_comment', { comment_id: id, pinned: wanted })
    else await callSignedIn('hide_comment', { comment_id: id, hidden: wanted })
    // Another may have been pinned until now, and the pinned one stands elsewhere.
    if (what === 'pin') void queryClient.invalidateQueries({ queryKey: commentKeys.all(postId) })
  },
  undo: ({ what, wanted, ...place }, error) => {
    patchComment(queryClient, place, (comment) => marked(comment, what, !wanted))
    tellFailure('markFailed', error)
  },
})

/** The comment shows as waiting, from the queue, until the server has it. */
export function sendComment(comment: Pick<NewComment, 'postId' | 'parentId' | 'body'>): void {
  const write: NewComment = { ...comment, id: crypto.randomUUID(), createdAt: new Date().toISOString() }
  enqueueWrite(commentWrites.add, write)
}

export function changeComment({ id, postId, body: before }: Comment, body: string): void {
  patchComment(queryClient, { id, postId }, (comment) => ({ ...comment, body, isEdited: true }))
  enqueueWrite(commentWrites.change, { id, postId, body, before } satisfies Change)
}

export function likeComment({ id, postId }: Place, userId: string, wanted: boolean): void {
  patchComment(queryClient, { id, postId }, (comment) => setCommentLiked(comment, wanted))
  enqueueWrite(commentWrites.like, { id, postId, userId, wanted } satisfies Wish, { key: id })
}

export function markComment({ id, postId }: Place, what: Mark['what'], wanted: boolean): void {
  patchComment(queryClient, { id, postId }, (comment) => marked(comment, what, wanted))
  enqueueWrite(commentWrites.mark, { id, postId, what, wanted } satisfies Mark, { key: `${what} ${id}` })
}

/** Gone at once, and for good with the toast or the page: as long as « undo » is offered it can be had back. */
export function deleteComment(comment: Comment): void {
  const m = currentMessages(commentMessages)
  const { id, postId, parentId } = comment
  let isDecided = false
  const decide = (act: () => void) => () => {
    if (isDecided) return
    isDecided = true
    removeEventListener('pagehide', settle)
    act()
  }
  const settle = decide(() =>
    enqueueWrite(commentWrites.delete, { id, postId, parentId } satisfies Leaving, { key: id }),
  )
  const bringBack = decide(() => {
    setLeaving(id, false)
    show(comment, true)
    countAgain(postId)
  })
  addEventListener('pagehide', settle)
  setLeaving(id, true)
  show(comment, false)
  toast({ title: m.removed, action: { label: m.undo, onPress: bringBack }, duration: undoMs, onGone: settle })
}

function show(comment: Comment, isThere: boolean): void {
  const { id, postId, parentId, repliesCount } = comment
  if (repliesCount > 0) patchComment(queryClient, { id, postId }, () => (isThere ? comment : emptied(comment)))
  else if (isThere) addComment(queryClient, comment)
  else patchComment(queryClient, { id, postId }, () => null)
  countOne({ postId, parentId }, isThere ? 1 : -1)
}

function countOne({ postId, parentId }: Pick<Comment, 'postId' | 'parentId'>, change: 1 | -1): void {
  patchPost(queryClient, postId, (post) => ({ ...post, commentsCount: Math.max(0, post.commentsCount + change) }))
  if (parentId === null) return
  patchComment(queryClient, { id: parentId, postId }, (above) => ({
    ...above,
    repliesCount: Math.max(0, above.repliesCount + change),
  }))
}

/** Others count too, and tell it meanwhile: what the server says holds. */
function countAgain(postId: string): void {
  void queryClient.invalidateQueries({ queryKey: [...postKeys.ones, postId] })
}

function marked(comment: Comment, what: Mark['what'], wanted: boolean): Comment {
  return what === 'pin' ? { ...comment, isPinned: wanted } : { ...comment, isHidden: wanted, isPinned: false }
}

/** Why, by the stable name of the refusal. */
function explain(error: unknown): string {
  const m = currentMessages(commentMessages)
  const sentences: Record<string, string> = {
    comments_closed: m.whyClosed,
    comment_too_long: m.whyLong,
    comment_empty: m.whyEmpty,
    too_many_comments: m.whyMany,
    not_found: m.whyGone,
  }
  return sentences[hintOf(error)] ?? m.whyOther
}

function hintOf(error: unknown): string {
  return error instanceof DataError ? (error.hint ?? '') : ''
}

function tellFailure(title: 'deleteFailed' | 'likeFailed' | 'markFailed', error: unknown): void {
  const m = currentMessages(commentMessages)
  toast({ title: m[title], description: explainPace(error) ?? m.whyOther, tone: 'danger' })
}
