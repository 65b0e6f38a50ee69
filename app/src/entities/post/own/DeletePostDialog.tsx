import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import { ownPostMessages } from './own-post.i18n.ts'
import { deletePost } from './own-post.ts'

export interface DeletePostDialogProps {
  postId: string
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a publication goes, and says what stays. */
export function DeletePostDialog({ postId, onClose, onDeleted }: DeletePostDialogProps) {
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
