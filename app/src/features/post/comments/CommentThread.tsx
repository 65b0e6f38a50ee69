/** A comment with what hangs under it: replies come when they are asked for, one's own at once. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { draftKey, keepDraft, readDraft, useCommentDraft } from '#entities/comment/comment-drafts.ts'
import { commentQueries } from '#entities/comment/comment-queries.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import type { Comment } from '#entities/comment/comment.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { useMessages } from '#i18n/messages.ts'
import { navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'

import { CommentComposer } from './CommentComposer.tsx'
import { CommentItem } from './CommentItem.tsx'
import type { CommentHost } from './host.ts'
import { Sought } from './Sought.tsx'
import { useWaitingComments } from './use-waiting-comments.ts'

export interface CommentThreadProps {
  comment: Comment
  host: CommentHost
  /** The one that the address names, wherever it stands. */
  sought: Comment | null
}

export function CommentThread({ comment, host, sought }: CommentThreadProps) {
  const isSoughtUnder = sought?.parentId === comment.id
  const [wantsOpen, setOpen] = useState<boolean | null>(null)
  const isOpen = wantsOpen ?? isSoughtUnder
  const [answered, setAnswered] = useState<string | null>(null)
  const reply = useReply(host, comment, setAnswered)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Sought isIt={sought?.id === comment.id}>
        <CommentItem
          comment={comment}
          creatorId={host.creatorId}
          userId={host.me?.id ?? null}
          onReply={reply && (() => reply(comment))}
        />
      </Sought>
      <div className="ml-11 grid gap-3 empty:hidden">
        <Fold count={comment.repliesCount} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
        {isOpen && comment.repliesCount > 0 && (
          <Replies comment={comment} host={host} sought={isSoughtUnder ? sought : null} onReply={reply} />
        )}
        <Answer
          comment={comment}
          host={host}
          answered={answered}
          onSent={() => {
            setAnswered(null)
            setOpen(true)
          }}
        />
      </div>
    </li>
  )
}

/** Nothing where nobody can answer; a visitor is led to sign in. */
function useReply(host: CommentHost, comment: Comment, onAnswer: (name: string) => void) {
  const signIn = useSignInSearch()
  const { postId, me, canComment } = host
  // A reply that stands apart from its thread is answered there.
  if (comment.parentId !== null || comment.isDeleted || comment.isHidden || (me && !canComment)) return undefined
  return (to: Comment) => {
    if (!me) {
      navigate({ to: '/auth', search: signIn })
      return
    }
    const key = draftKey(postId, { replyTo: comment.id })
    const name = to.author?.username
    // Under the first level all stand in one row: whom one means is said by their name.
    if (to.id !== comment.id && name && readDraft(key).text === '') keepDraft(key, `@${name} `)
    onAnswer(to.author?.displayName ?? '')
  }
}

function Fold({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) {
  const m = useMessages(commentMessages)
  if (count === 0) return null
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="min-h-8 justify-self-start text-xs font-semibold text-text-2 hover:text-text"
    >
      {isOpen ? m.hideReplies : m.replies(count)}
    </button>
  )
}

interface AnswerProps {
  comment: Comment
  host: CommentHost
  /** Whom one answers, once one does. */
  answered: string | null
  onSent: () => void
}

/** One's own replies that are on their way, and the field for another. */
function Answer({ comment, host, answered, onSent }: AnswerProps) {
  const { postId, creatorId, me, canComment } = host
  const hasFailed = useCommentDraft(draftKey(postId, { replyTo: comment.id })).failure !== null
  const waiting = useWaitingComments(host, comment.id)
  if (!me) return null
  return (
    <>
      {waiting.map((own) => (
        <CommentItem key={own.id} comment={own} creatorId={creatorId} userId={me.id} isWaiting />
      ))}
      {canComment && (answered !== null || hasFailed) && (
        <CommentComposer
          postId={postId}
          me={me}
          replyTo={{ id: comment.id, name: answered ?? comment.author?.displayName ?? '' }}
          onSent={onSent}
        />
      )}
    </>
  )
}

interface RepliesProps {
  comment: Comment
  host: CommentHost
  /** Shown whichever page it is on. */
  sought: Comment | null
  onReply: ((to: Comment) => void) | undefined
}

function Replies({ comment, host, sought, onReply }: RepliesProps) {
  const m = useMessages(commentMessages)
  const userId = host.me?.id ?? null
  const replies = useInfiniteQuery(commentQueries.replies({ postId: host.postId, userId }, comment.id))
  if (replies.isPending) return <Spinner />
  const known = replies.data?.pages.flatMap((page) => page.comments) ?? []
  const isKnown = sought === null || known.some(({ id }) => id === sought.id)
  return (
    <>
      <ul className="grid gap-3">
        {(isKnown ? known : [...known, sought]).map((one) => (
          <li key={one.id}>
            <Sought isIt={one.id === sought?.id}>
              <CommentItem
                comment={one}
                creatorId={host.creatorId}
                userId={userId}
                onReply={onReply && (() => onReply(one))}
              />
            </Sought>
          </li>
        ))}
      </ul>
      {replies.isError && !replies.data && (
        <p role="alert" className="text-sm text-text-2">
          {`${m.failed} `}
          <button type="button" className="link min-h-8" onClick={() => void replies.refetch()}>
            {m.retry}
          </button>
        </p>
      )}
      {replies.hasNextPage && (
        <Button
          size="sm"
          variant="ghost"
          busyLabel={replies.isFetchingNextPage && m.loading}
          onClick={() => void replies.fetchNextPage()}
          className="justify-self-start"
        >
          {m.moreReplies}
        </Button>
      )}
    </>
  )
}
