import Layers from 'lucide-react/icons/layers'
import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import Pin from 'lucide-react/icons/pin'

import { imagesMessages } from '#entities/post/images/images.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'

import { galleryMessages } from './gallery.i18n.ts'

/** In the corner of a picture: pinned, not for everybody, or several. */
export function PostMark({ post, isPinned }: { post: Post; isPinned: boolean }) {
  const m = useMessages(galleryMessages)
  const i = useMessages(imagesMessages)
  const kept = { private: [Lock, m.privatePost], unlisted: [LinkIcon, m.unlistedPost] } as const
  const marks = [
    isPinned ? ([Pin, m.pinned] as const) : kept[post.visibility as 'private'],
    post.moreImages && ([Layers, i.images(post.moreImages.length + 1)] as const),
  ]
  return (
    <span className="pointer-events-none absolute top-1.5 right-1.5 flex gap-1">
      {marks.map((mark) => mark && <Mark key={mark[1]} Icon={mark[0]} label={mark[1]} />)}
    </span>
  )
}

function Mark({ Icon, label }: { Icon: typeof Pin; label: string }) {
  return (
    <span title={label} className="grid size-6 place-items-center rounded-full bg-veil text-on-veil">
      <Icon aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
