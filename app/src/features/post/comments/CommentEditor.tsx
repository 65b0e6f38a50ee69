/** One's own words, changed where they stand. */
import { useId } from 'react'

import { draftKey, keepDraft, useCommentDraft } from '#entities/comment/comment-drafts.ts'
import { changeComment } from '#entities/comment/comment-writes.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import { lengthOf, longestComment, type Comment } from '#entities/comment/comment.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { CommentField } from './CommentField.tsx'

export function CommentEditor({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const m = useMessages(commentMessages)
  const noteId = useId()
  const key = draftKey(comment.postId, { edit: comment.id })
  const { text, failure } = useCommentDraft(key)
  const length = lengthOf(text)
  const isTooLong = length > longestComment
  const close = () => {
    keepDraft(key, '')
    onClose()
  }
  const save = () => {
    if (length === 0 || isTooLong) return
    if (text.trim() !== comment.body) changeComment(comment, text.trim())
    close()
  }
  return (
    <div className="grid gap-2 pt-1">
      <CommentField
        value={text}
        onChange={(next) => keepDraft(key, next)}
        onSend={save}
        label={m.yours}
        placeholder={m.placeholder}
        isInvalid={failure !== null || isTooLong}
        noteId={noteId}
        hasFocus
      />
      <p id={noteId} role={failure === null ? undefined : 'alert'} className="text-xs text-danger-text empty:hidden">
        {failure !== null && `${m.notSent} · ${failure}`}
        {isTooLong && m.tooLong(length - longestComment)}
      </p>
      <div className="flex gap-2">
        <Button variant="ink" size="sm" disabled={length === 0 || isTooLong} onClick={save}>
          {m.save}
        </Button>
        <Button variant="ghost" size="sm" onClick={close}>
          {m.cancel}
        </Button>
      </div>
    </div>
  )
}
