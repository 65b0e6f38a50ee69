/** What the author's menu of a post holds, and where its entries lead, on a card and on the post's page alike. */
import ChartColumn from 'lucide-react/icons/chart-column'
import Eye from 'lucide-react/icons/eye'
import Pencil from 'lucide-react/icons/pencil'
import Pin from 'lucide-react/icons/pin'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { MenuList, type MenuItem } from '#ui/menu/MenuList.tsx'

import { visibilities } from '../audience/AudienceFields.tsx'
import type { Post } from '../post.ts'
import { ownPostMessages } from './own-post.i18n.ts'
import { changeVisibility, pinPost, deletePost } from './own-post.ts'

export type OwnPostStep = 'visibility' | 'delete'

const icon = { 'aria-hidden': true, className: 'size-5', strokeWidth: 1.75 } as const

/** `isPinned` is undefined until it is known. */
export function useOwnPostItems(
  { id }: Post,
  isPinned: boolean | undefined,
  onStep: (step: OwnPostStep) => void,
): MenuItem[] {
  const m = useMessages(ownPostMessages)
  return [
    { label: m.edit, icon: <Pencil {...icon} />, onPress: () => openModal('edit-post', { post: id }) },
    {
      label: isPinned ? m.unpin : m.pin,
      icon: <Pin {...icon} />,
      isDisabled: isPinned === undefined,
      onPress: () => void pinPost(id, !isPinned),
    },
    { label: m.visibility, icon: <Eye {...icon} />, onPress: () => onStep('visibility') },
    { label: m.stats, icon: <ChartColumn {...icon} />, onPress: () => openModal('post-stats', { post: id }) },
    { label: m.delete, icon: <Trash2 {...icon} />, onPress: () => onStep('delete') },
  ]
}

export interface OwnPostStepsProps {
  step: OwnPostStep
  post: Post
  anchorOf: () => HTMLElement | null
  onClose: () => void
  onDeleted?: () => void
}

export function OwnPostSteps({ step, post, anchorOf, onClose, onDeleted }: OwnPostStepsProps) {
  const m = useMessages(ownPostMessages)
  if (step === 'delete') {
    return <DeletePostDialog postId={post.id} onClose={onClose} onDeleted={() => onDeleted?.()} />
  }
  const choices = visibilities.map((visibility) => ({
    label: m[visibility],
    isChecked: visibility === post.visibility,
    onPress: () => void changeVisibility(post.id, post.visibility, visibility),
  }))
  return <MenuList label={m.visibility} items={choices} anchorOf={anchorOf} onClose={onClose} />
}

interface DeletePostDialogProps {
  postId: string
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a publication goes, and says what stays. */
function DeletePostDialog({ postId, onClose, onDeleted }: DeletePostDialogProps) {
  const m = useMessages(ownPostMessages)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    if (await deletePost(postId)) {
      onClose()
      onDeleted()
    } else setBusy(false)
  }
  const footer = (
    <div className="grid grid-cols-2 gap-2">
      <Button onClick={onClose}>{m.cancel}</Button>
      <Button variant="danger" busyLabel={isBusy && m.deleting} onClick={() => void remove()}>
        {m.delete}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.deleteTitle} onClose={onClose} footer={footer}>
      <p className="text-text-2">{m.deleteText}</p>
    </Dialog>
  )
}
