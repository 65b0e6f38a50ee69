/** « ⋯ » of a comment: its author changes and deletes, the author of the post pins and hides, others report. */
import Ellipsis from 'lucide-react/icons/ellipsis'

import { deleteComment, markComment } from '#entities/comment/comment-writes.ts'
import { commentMessages } from '#entities/comment/comment.i18n.ts'
import type { Comment } from '#entities/comment/comment.ts'
import { openModal } from '#entities/session/modals.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'

export interface CommentMenuProps {
  comment: Comment
  creatorId: string
  userId: string | null
  onEdit: () => void
}

export function CommentMenu({ comment, creatorId, userId, onEdit }: CommentMenuProps) {
  const m = useMessages(commentMessages)
  const { author } = comment
  const isMine = userId !== null && author?.id === userId
  const isHost = userId !== null && creatorId === userId
  const items = [...(isMine ? ownItems(comment, onEdit) : []), ...(isHost ? hostItems(comment, isMine) : [])]
  if (!isMine) items.push({ label: m.report, onPress: () => openModal('report', { kind: 'comment', id: comment.id }) })
  return (
    <Menu
      label={m.actions(author?.displayName ?? '')}
      icon={<Ellipsis aria-hidden="true" className="size-4.5" />}
      iconOnly
      className="size-8! rounded-xs! text-text-3!"
      items={items}
    />
  )
}

function ownItems(comment: Comment, onEdit: () => void): MenuItem[] {
  const m = currentMessages(commentMessages)
  return [
    { label: m.edit, onPress: onEdit },
    { label: m.delete, onPress: () => deleteComment(comment) },
  ]
}

function hostItems(comment: Comment, isMine: boolean): MenuItem[] {
  const m = currentMessages(commentMessages)
  const { isPinned, isHidden, parentId } = comment
  const pin = { label: isPinned ? m.unpin : m.pin, onPress: () => markComment(comment, 'pin', !isPinned) }
  const hide = { label: isHidden ? m.show : m.hide, onPress: () => markComment(comment, 'hide', !isHidden) }
  return [...(parentId === null && !isHidden ? [pin] : []), ...(isMine ? [] : [hide])]
}
