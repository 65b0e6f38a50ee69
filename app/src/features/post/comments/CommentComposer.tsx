/** Where a comment or a reply is written; what was not sent stays in it, with the reason and another try. */
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { useId } from 'react'

import { draftKey, keepDraft, useCommentDraft } from '#entities/comment/comment-drafts.ts'
import { sendComment } from '#entities/comment/comment-writes.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import { countedFrom, lengthOf, longestComment } from '#entities/comment/comment.ts'
import { useMessages } from '#i18n/messages.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { CommentField } from './CommentField.tsx'

export interface CommentComposerProps {
  postId: string
  /** Whose comment it becomes. */
  me: { id: string; avatarUrl: string | null }
  /** A reply hangs under this comment. */
  replyTo?: { id: string; name: string }
  onSent?: () => void
}

export function CommentComposer({ postId, me, replyTo, onSent }: CommentComposerProps) {
  const m = useMessages(commentMessages)
  const noteId = useId()
  const key = draftKey(postId, replyTo && { replyTo: replyTo.id })
  const { text, failure } = useCommentDraft(key)
  const length = lengthOf(text)
  const send = () => {
    if (length === 0 || length > longestComment) return
    keepDraft(key, '')
    sendComment({ postId, parentId: replyTo?.id ?? null, body: text.trim() })
    onSent?.()
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-1"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <Avatar id={me.id} src={me.avatarUrl} size="sm" className="mb-1.5" />
        <CommentField
          value={text}
          onChange={(next) => keepDraft(key, next)}
          onSend={send}
          label={replyTo ? m.yourReply : m.yours}
          placeholder={replyTo ? m.replyPlaceholder(replyTo.name) : m.placeholder}
          isInvalid={failure !== null || length > longestComment}
          noteId={noteId}
          hasFocus={replyTo !== undefined}
        />
        <IconButton
          type="submit"
          label={m.send}
          disabled={length === 0 || length > longestComment}
          icon={<SendHorizontal aria-hidden="true" className="size-5.5" />}
          className="text-accent-text disabled:text-text-3"
        />
      </div>
      <div id={noteId} className="ml-10 grid gap-0.5 text-xs empty:hidden">
        {length > countedFrom && <Counter length={length} />}
        {failure !== null && (
          <p role="alert" className="text-danger-text">
            {`${m.notSent} · `}
            <button type="submit" className="min-h-6 font-semibold underline underline-offset-3">
              {m.retry}
            </button>
            <span className="block">{failure}</span>
          </p>
        )}
      </div>
    </form>
  )
}

function Counter({ length }: { length: number }) {
  const m = useMessages(commentMessages)
  const left = longestComment - length
  return left < 0 ? (
    <p role="status" className="num font-medium text-danger-text">
      {m.tooLong(-left)}
    </p>
  ) : (
    <p className="num text-text-3">{m.left(left)}</p>
  )
}
