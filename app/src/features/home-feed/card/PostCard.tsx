/** A post on a phone: picture edge to edge, author, prompt, actions. */
'use no memo'

import Bookmark from 'lucide-react/icons/bookmark'
import Heart from 'lucide-react/icons/heart'
import MessageCircle from 'lucide-react/icons/message-circle'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'
import { memo, useState } from 'react'

import { RemixCredit } from '#entities/lineage/RemixCredit.tsx'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Ago } from '#ui/display/Ago.tsx'
import { DemoMark } from '#ui/display/DemoMark.tsx'
import { useDisplaySettings } from '#ui/display/use-display-settings.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { HiddenPlace } from './HiddenPlace.tsx'
import { PostImage } from './PostImage.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'
import { WaitingMark } from './WaitingMark.tsx'

const act =
  'inline-flex min-h-(--tap) min-w-11 items-center justify-center gap-1.5 rounded-sm px-2 text-sm font-medium text-text-2 hover:bg-surface-2 hover:text-text'
const icon = { 'aria-hidden': true, className: 'size-5.5' } as const
/** About as much as two lines hold. */
const longPrompt = 96

export interface PostCardProps {
  post: Post
  /** From 1, its place in the feed. */
  position: number
}

/** Rendered anew when its post has changed, not when the list has grown. */
export const PostCard = memo(function PostCard({ post, position }: PostCardProps) {
  const m = useMessages(postMessages)
  const [shown, setShown] = useState<string>()
  const { toggleLike, toggleSave, share, shareOtherwise, remix, creatorHandle } = usePostActions({ ...post, shown })
  const { hideCounts } = useDisplaySettings()
  const { creator } = post
  if (post.isHidden) return <HiddenPlace post={post} position={position} />
  return (
    <article
      aria-label={m.imageOf(creator.displayName)}
      aria-posinset={position}
      aria-setsize={-1}
      tabIndex={-1}
      data-post={post.id}
      className="border-b border-line pb-2 focus-visible:outline-offset-[-2px]"
    >
      <PostImage
        {...{ post, shown, onShow: setShown }}
        sizes="100vw"
        isFirst={position <= 2}
        onLike={() => toggleLike(true)}
        className="max-h-[132vw] w-full"
      />
      <div className="flex items-center gap-2.5 pt-3 pr-1.5 pl-(--gutter)">
        <Avatar id={creator.id} src={creator.avatarUrl} size="md" />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="flex items-baseline gap-1.5">
            <Link to="/profile/$handle" params={{ handle: creatorHandle }} className="truncate text-sm/6 font-semibold">
              {creator.displayName}
            </Link>
            {creator.isDemo && <DemoMark isShort />}
            <time dateTime={post.createdAt} className="flex-none text-xs text-text-3">
              {'· '}
              <Ago date={post.createdAt} />
            </time>
          </p>
          {post.remixOf ? (
            <RemixCredit source={post.remixOf} look="line" />
          ) : (
            creator.username && <p className="text-xs text-text-3">{`@${creator.username}`}</p>
          )}
        </div>
        <PostMenuButton post={post} />
      </div>
      <Words post={post} />
      <div className="mt-0.5 flex flex-wrap items-center px-[calc(var(--gutter)-0.5rem)]">
        <button
          type="button"
          aria-pressed={post.isLiked}
          aria-label={
            hideCounts
              ? m.like
              : `${m.like}, ${post.likesCount < 10_000 ? m.likes(post.likesCount) : formatCount(post.likesCount)}`
          }
          onClick={() => toggleLike()}
          className={`${act} aria-pressed:text-danger-text`}
        >
          <Heart {...icon} className={`size-5.5 ${post.isLiked ? 'fill-current' : ''}`} />
          <span className="count">{formatCount(post.likesCount)}</span>
          <WaitingMark postId={post.id} />
        </button>
        <Link to="/post/$id" params={{ id: post.id }} aria-label={m.comments(post.commentsCount)} className={act}>
          <MessageCircle {...icon} />
          <span className="count">{formatCount(post.commentsCount)}</span>
        </Link>
        <button
          type="button"
          aria-label={m.save}
          aria-pressed={post.isSaved}
          onClick={() => toggleSave()}
          className={act}
        >
          <Bookmark {...icon} className={`size-5.5 ${post.isSaved ? 'fill-current' : ''}`} />
        </button>
        <button
          type="button"
          aria-label={m.share}
          onClick={share}
          onContextMenu={(event) => {
            event.preventDefault()
            shareOtherwise()
          }}
          className={act}
        >
          <Share2 {...icon} />
        </button>
        <Button
          variant="soft"
          size="sm"
          icon={<Shuffle aria-hidden="true" className="size-4.5" />}
          onClick={remix}
          className="ml-auto"
        >
          {m.remix}
        </Button>
      </div>
    </article>
  )
})

/** The title, the prompt, what the author says of it, and as many hashtags as the line holds. */
function Words({ post }: { post: Post }) {
  return (
    <>
      {post.title && <p className="px-(--gutter) pt-2 font-semibold">{post.title}</p>}
      <Prompt prompt={post.prompt} />
      {post.description && <p className="line-clamp-2 px-(--gutter) pt-1 text-sm">{post.description}</p>}
      <p className="fade-row gap-x-2.5 text-xs leading-6">
        {post.hashtags.map((tag) => (
          <Link key={tag} to="/tag/$tag" params={{ tag }} className="text-link">
            {`#${tag}`}
          </Link>
        ))}
      </p>
    </>
  )
}

function Prompt({ prompt }: { prompt: string }) {
  const m = useMessages(postMessages)
  const [isWhole, setWhole] = useState(false)
  const isLong = prompt.length > longPrompt
  return (
    <div className="px-(--gutter) pt-2 text-[0.9375rem]">
      <p className={`prompt ${isWhole ? '' : 'line-clamp-2'}`}>{prompt}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="min-h-6 text-xs font-medium text-text-3"
        >
          {isWhole ? m.less : m.more}
        </button>
      )}
    </div>
  )
}
