/** A post from tablet up: the picture in its row, one line under it, actions and prompt on hover or focus. */
'use no memo'

import Bookmark from 'lucide-react/icons/bookmark'
import Heart from 'lucide-react/icons/heart'
import Shuffle from 'lucide-react/icons/shuffle'
import { memo, useState } from 'react'

import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { DemoMark } from '#ui/display/DemoMark.tsx'
import { useDisplaySettings } from '#ui/display/use-display-settings.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { HiddenPlace } from './HiddenPlace.tsx'
import { PostImage } from './PostImage.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'
import { WaitingMark } from './WaitingMark.tsx'

export interface PostTileProps {
  post: Post
  position: number
  /** Of the picture, in pixels. */
  height: number
}

/** Rendered anew when its post has changed, not when the list has grown. */
export const PostTile = memo(function PostTile({ post, position, height }: PostTileProps) {
  const m = useMessages(postMessages)
  const [shown, setShown] = useState<string>()
  const { toggleLike, toggleSave, remix, creatorHandle } = usePostActions({ ...post, shown })
  const { hideCounts } = useDisplaySettings()
  const { creator } = post
  const width = Math.round((height * post.image.width) / post.image.height)
  if (post.isHidden) return <HiddenPlace post={post} position={position} box={{ width, height }} />
  const small = { 'aria-hidden': true, className: 'size-4.5' } as const
  return (
    <article
      aria-label={m.imageOf(creator.displayName)}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={-1}
      data-post={post.id}
      className="group relative min-w-0"
      style={{ width }}
    >
      <div className="relative">
        <PostImage
          {...{ post, shown, onShow: setShown }}
          sizes={`${width}px`}
          isFirst={position <= 4}
          onLike={() => toggleLike(true)}
          className="w-full rounded-img"
        />
        <div className="tile-veil">
          <div className="tile-acts">
            <IconButton
              variant="veil"
              size="sm"
              label={hideCounts ? m.like : `${m.like}, ${m.likes(post.likesCount)}`}
              aria-pressed={post.isLiked}
              icon={<Heart {...small} className={`size-4.5 ${post.isLiked ? 'fill-current' : ''}`} />}
              onClick={() => toggleLike()}
            />
            <IconButton
              variant="veil"
              size="sm"
              label={m.save}
              aria-pressed={post.isSaved}
              icon={<Bookmark {...small} className={`size-4.5 ${post.isSaved ? 'fill-current' : ''}`} />}
              onClick={() => toggleSave()}
            />
            <button
              type="button"
              onClick={remix}
              className="inline-flex min-h-9 items-center gap-2 rounded-sm bg-veil px-3 text-xs font-semibold text-on-veil"
            >
              <Shuffle {...small} />
              {m.remix}
            </button>
            <PostMenuButton post={post} variant="veil" size="sm" />
          </div>
          <div aria-hidden="true" className="tile-words">
            <b>{post.title}</b>
            <p className="prompt">{post.prompt}</p>
            <p className="line-clamp-2">{post.description}</p>
          </div>
        </div>
      </div>
      <div className="flex items-center gap-2 pt-2 pr-3 pl-0.5">
        <Avatar id={creator.id} src={creator.avatarUrl} size="xs" />
        <p className="tile-name">
          <Link to="/profile/$handle" params={{ handle: creatorHandle }}>
            {creator.displayName}
          </Link>
          {creator.isDemo && <DemoMark isShort />}
        </p>
        <span aria-hidden="true" className="inline-flex flex-none items-center gap-1 text-xs text-text-3">
          <Heart className={`size-3.5 ${post.isLiked ? 'fill-current text-danger-text' : ''}`} />
          <span className="count">{formatCount(post.likesCount)}</span>
          <WaitingMark postId={post.id} />
        </span>
      </div>
    </article>
  )
})
