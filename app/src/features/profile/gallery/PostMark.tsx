import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import Pin from 'lucide-react/icons/pin'

import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'

import { galleryMessages } from './gallery.i18n.ts'

/** In the corner of a picture: pinned, or not for everybody. */
export function PostMark({ post, isPinned }: { post: Post; isPinned: boolean }) {
  const m = useMessages(galleryMessages)
  const [Icon, label] = isPinned
    ? [Pin, m.pinned]
    : (({ private: [Lock, m.privatePost], unlisted: [LinkIcon, m.unlistedPost] } as const)[
        post.visibility as 'private'
      ] ?? [])
  if (!Icon) return null
  return (
    <span
      title={label}
      className="pointer-events-none absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-veil text-on-veil"
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
