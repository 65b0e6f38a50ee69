import Download from 'lucide-react/icons/download'
import Heart from 'lucide-react/icons/heart'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'

import { postMessages } from '#entities/post/post-messages.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/Button.tsx'

export function PostActions({ post }: { post: Post }) {
  const m = useMessages(postMessages)
  const { toggleLike, share, download, remix } = usePostActions(post)
  return (
    <>
      <div className="grid grid-cols-3 gap-2 *:px-2">
        <Button variant="primary" icon={<Shuffle aria-hidden="true" className="size-4.5" />} onClick={remix}>
          {m.remix}
        </Button>
        <Button icon={<Download aria-hidden="true" className="size-4.5" />} onClick={() => download()}>
          {m.download}
        </Button>
        <Button icon={<Share2 aria-hidden="true" className="size-4.5" />} onClick={share}>
          {m.share}
        </Button>
      </div>
      <div className="border-y border-line py-1">
        <button
          type="button"
          aria-pressed={post.isLiked}
          aria-label={`${m.like}, ${m.likes(post.likesCount)}`}
          onClick={() => toggleLike()}
          className="inline-flex min-h-(--tap) items-center gap-2 rounded-sm px-2 text-sm font-medium text-text-2 hover:bg-surface-2 aria-pressed:text-danger-text"
        >
          <Heart aria-hidden="true" className={`size-5.5 ${post.isLiked ? 'fill-current' : ''}`} />
          {formatCount(post.likesCount)}
        </button>
      </div>
    </>
  )
}
