/** One comment: who, when, what, and what one can do with it. */
import Clock from 'lucide-react/icons/clock'
import Heart from 'lucide-react/icons/heart'
import Pin from 'lucide-react/icons/pin'
import { useState, type ReactNode } from 'react'

import { useOnline } from '#data/network.ts'
import { draftKey, keepDraft, useCommentDraft } from '#entities/comment/comment-drafts.ts'
import { likeComment } from '#entities/comment/comment-writes.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import type { Comment, CommentAuthor } from '#entities/comment/comment.ts'
import { piecesOf } from '#entities/comment/words.ts'
import { useSignInSearch } from '#entities/session/use-sign-in-search.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { navigate } from '#navigation/place.ts'
import { Ago } from '#ui/display/Ago.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { CommentEditor } from './CommentEditor.tsx'
import { CommentMenu } from './CommentMenu.tsx'

export interface CommentItemProps {
  comment: Comment
  /** The author of the post, who may pin and hide. */
  creatorId: string
  userId: string | null
  /** Not at the server yet. */
  isWaiting?: boolean
  onReply?: (() => void) | undefined
}

const small =
  'inline-flex min-h-8 min-w-11 items-center justify-center gap-1 rounded-xs px-1.5 font-semibold hover:bg-surface-2 hover:text-text'

export function CommentItem({ comment, creatorId, userId, isWaiting = false, onReply }: CommentItemProps) {
  const m = useMessages(commentMessages)
  const editKey = draftKey(comment.postId, { edit: comment.id })
  const failed = useCommentDraft(editKey).failure !== null
  const [isEditing, setEditing] = useState(false)
  const { author } = comment
  if (!author) return <p className="py-1 text-sm text-text-3 italic">{m.deleted}</p>
  const startEditing = () => {
    keepDraft(editKey, comment.body)
    setEditing(true)
  }
  return (
    <article aria-label={author.displayName} className="flex gap-3">
      <Avatar id={author.id} src={author.avatarUrl} size="sm" />
      <div className="min-w-0 flex-1">
        <Heading comment={comment} author={author} isByCreator={author.id === creatorId} />
        {isEditing || failed ? (
          <CommentEditor comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <Words text={comment.body} />
        )}
        {comment.isHidden && (
          <p className="mt-1 text-xs text-text-3">{userId === creatorId ? m.hidden : m.hiddenOwn}</p>
        )}
        {isWaiting ? (
          <Waiting />
        ) : (
          <Acts comment={comment} userId={userId}>
            {onReply && (
              <button type="button" className={small} onClick={onReply}>
                {m.reply}
              </button>
            )}
            <CommentMenu comment={comment} creatorId={creatorId} userId={userId} onEdit={startEditing} />
          </Acts>
        )}
      </div>
    </article>
  )
}

interface HeadingProps {
  comment: Comment
  author: CommentAuthor
  /** By whom the post is. */
  isByCreator: boolean
}

function Heading({ comment, author, isByCreator }: HeadingProps) {
  const m = useMessages(commentMessages)
  return (
    <>
      {comment.isPinned && (
        <p className="flex items-center gap-1 text-xs text-text-3">
          <Pin aria-hidden="true" className="size-3.5" />
          {m.pinned}
        </p>
      )}
      <p className="flex flex-wrap items-baseline gap-x-1.5 leading-snug">
        <Link
          to="/profile/$handle"
          params={{ handle: author.username ?? author.id }}
          className="text-sm/6 font-semibold"
        >
          {author.displayName}
        </Link>
        {isByCreator && (
          <span className="rounded-xs bg-accent-soft px-1.5 text-xs font-semibold text-on-accent-soft">{m.author}</span>
        )}
        <span className="text-xs text-text-3">
          <time dateTime={comment.createdAt}>
            <Ago date={comment.createdAt} />
          </time>
          {comment.isEdited && ` · ${m.edited}`}
        </span>
      </p>
    </>
  )
}

function Waiting() {
  const m = useMessages(commentMessages)
  const isOnline = useOnline()
  return (
    <p className="mt-1 flex items-center gap-1 text-xs text-text-3">
      <Clock aria-hidden="true" className="size-3.5" />
      {isOnline ? m.sending : m.waiting}
    </p>
  )
}

/** Text is text, whatever it looks like; only the names in it lead somewhere. */
function Words({ text }: { text: string }) {
  return (
    <p dir="auto" className="text-[0.9375rem] leading-snug [overflow-wrap:anywhere] whitespace-pre-line">
      {piecesOf(text).map(({ text: piece, mention }, place) =>
        mention === null ? (
          piece
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text keep their order
          <Link key={place} to="/profile/$handle" params={{ handle: mention }} className="link">
            {piece}
          </Link>
        ),
      )}
    </p>
  )
}

function Acts({ comment, userId, children }: { comment: Comment; userId: string | null; children: ReactNode }) {
  const m = useMessages(commentMessages)
  const signIn = useSignInSearch()
  const toggle = () => {
    if (userId === null) navigate({ to: '/auth', search: signIn })
    else likeComment(comment, userId, !comment.isLiked)
  }
  return (
    <div className="-ml-1.5 flex items-center gap-1 text-xs text-text-3">
      <button
        type="button"
        aria-pressed={comment.isLiked}
        aria-label={m.like(comment.likesCount)}
        onClick={toggle}
        className={`${small} aria-pressed:text-danger-text`}
      >
        <Heart aria-hidden="true" className={`size-4 ${comment.isLiked ? 'fill-current' : ''}`} />
        {comment.likesCount > 0 && <span className="count">{formatCount(comment.likesCount)}</span>}
      </button>
      {children}
    </div>
  )
}
