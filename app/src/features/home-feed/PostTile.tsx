import Heart from 'lucide-react/icons/heart'
import Shuffle from 'lucide-react/icons/shuffle'

import { Picture } from '#entities/image/Picture.tsx'
import { postMessages } from '#entities/post/post-messages.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
/** A post from tablet up: the picture in its row, one line under it, actions and prompt on hover or focus. */
import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { IconButton } from '#ui/IconButton.tsx'

export interface PostTileProps {
  post: Post
  position: number
  /** Of the picture, in pixels. */
  height: number
}

export function PostTile({ post, position, height }: PostTileProps) {
  const m = useMessages(postMessages)
  const { toggleLike, remix, creatorHandle } = usePostActions(post)
  const { creator } = post
  const width = Math.round((height * post.image.width) / post.image.height)
  return (
    <article
      aria-label={m.imageOf(creator.displayName)}
      aria-posinset={position}
      aria-setsize={-1}
      className="group relative min-w-0"
      style={{ width }}
    >
      <div className="relative">
        <Link to="/post/$id" params={{ id: post.id }} className="block">
          <Picture
            image={post.image}
            alt={post.altText}
            sizes={`${width}px`}
            isFirst={position <= 4}
            className="w-full rounded-img"
          />
        </Link>
        <div className="pointer-events-none absolute inset-0 flex flex-col justify-between p-2.5 opacity-0 transition-opacity duration-(--dur-2) group-focus-within:opacity-100 group-hover:opacity-100">
          <div className="flex justify-end gap-1.5 *:pointer-events-auto">
            <IconButton
              variant="veil"
              size="sm"
              label={`${m.like}, ${m.likes(post.likesCount)}`}
              aria-pressed={post.isLiked}
              icon={<Heart aria-hidden="true" className={`size-4.5 ${post.isLiked ? 'fill-current' : ''}`} />}
              onClick={() => toggleLike()}
            />
            <button
              type="button"
              onClick={remix}
              className="inline-flex min-h-9 items-center gap-2 rounded-sm bg-veil px-3 text-xs font-semibold text-on-veil"
            >
              <Shuffle aria-hidden="true" className="size-4.5" />
              {m.remix}
            </button>
          </div>
          <p aria-hidden="true" className="rounded-sm bg-veil px-3 py-2 text-sm leading-snug text-on-veil">
            <span className="prompt line-clamp-2 [&::after]:text-(--ocre-300)! [&::before]:text-(--ocre-300)!">
              {post.prompt}
            </span>
          </p>
        </div>
      </div>
      <div className="flex items-center gap-2 pt-2 pr-3 pl-0.5">
        <Avatar id={creator.id} src={creator.avatarUrl} size="xs" />
        <Link
          to="/profile/$handle"
          params={{ handle: creatorHandle }}
          className="min-w-0 flex-1 truncate text-sm font-semibold"
        >
          {creator.displayName}
        </Link>
        <span aria-hidden="true" className="inline-flex flex-none items-center gap-1 text-xs text-text-3">
          <Heart className={`size-3.5 ${post.isLiked ? 'fill-current text-danger-text' : ''}`} />
          {formatCount(post.likesCount)}
        </span>
      </div>
    </article>
  )
}
