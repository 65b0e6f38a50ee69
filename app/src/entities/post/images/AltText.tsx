/** What an image shows, in its author's words, for everybody to read: not by ear alone. */
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'

import type { Post } from '../post.ts'
import { imagesMessages } from './images.i18n.ts'
import { hasOwnAlt } from './own-alt.ts'

/** The badge on a picture that has words of its own. */
export function AltBadge({ post }: { post: Post }) {
  const m = useMessages(imagesMessages)
  const [isOpen, setOpen] = useState(false)
  if (!hasOwnAlt(post)) return null
  return (
    <>
      <button
        type="button"
        aria-label={m.readAlt}
        onClick={() => setOpen(true)}
        className="absolute right-0 bottom-0 grid size-11 place-items-center"
      >
        <span aria-hidden="true" className="rounded-xs bg-veil px-1.5 text-2xs leading-5 font-semibold text-on-veil">
          {m.altMark}
        </span>
      </button>
      {isOpen && <AltDialog text={post.altText} onClose={() => setOpen(false)} />}
    </>
  )
}

export function AltDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const m = useMessages(imagesMessages)
  return (
    <Dialog title={m.alt} onClose={onClose}>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
    </Dialog>
  )
}
