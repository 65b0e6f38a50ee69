import Heart from 'lucide-react/icons/heart'
import Share2 from 'lucide-react/icons/share-2'
import Shuffle from 'lucide-react/icons/shuffle'

import { Picture } from '#entities/image/Picture.tsx'
import { RemixCredit } from '#entities/lineage/RemixCredit.tsx'
import { postMessages } from '#entities/post/post-messages.ts'
import type { Post } from '#entities/post/post.ts'
import { usePostActions } from '#entities/post/use-post-actions.ts'
import { formatAgo, formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
/** A post on a phone: picture edge to edge, author, prompt, actions. */
import { Link } from '#navigation/Link.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Button } from '#ui/Button.tsx'

const act =
  'inline-flex min-h-(--tap) items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-text-2 hover:bg-surface-2 hover:text-text'

export interface PostCardProps {
  post: Post
  /** From 1, its place in the feed. */
  position: number
}

export function PostCard({ post, position }: PostCardProps) {
  const m = useMessages(postMessages)
  const { toggleLike, share, remix, creatorHandle } = usePostActions(post)
  const { creator } = post
  return (
    <article
      aria-label={m.imageOf(creator.displayName)}
      aria-posinset={position}
      aria-setsize={-1}
      className="border-b border-line pb-2"
    >
      <Link to="/post/$id" params={{ id: post.id }} className="block">
        <Picture
          image={post.image}
          alt={post.altText}
          sizes="100vw"
          isFirst={position <= 2}
          className="max-h-[132vw] w-full"
        />
      </Link>
      <div className="flex items-center gap-2.5 px-(--gutter) pt-3">
        <Avatar id={creator.id} src={creator.avatarUrl} size="md" />
        <div className="min-w-0 flex-1 leading-tight">
          <p className="flex items-baseline gap-1.5">
            <Link to="/profile/$handle" params={{ handle: creatorHandle }} className="truncate text-sm font-semibold">
              {creator.displayName}
            </Link>
            <time dateTime={post.createdAt} className="flex-none text-xs text-text-3">
              {`· ${formatAgo(post.createdAt)}`}
            </time>
          </p>
          {post.remixOf ? (
            <RemixCredit source={post.remixOf} look="line" />
          ) : (
            creator.username && <p className="text-xs text-text-3">{`@${creator.username}`}</p>
          )}
        </div>
      </div>
      <p className="prompt line-clamp-2 px-(--gutter) pt-2 text-[0.9375rem]">{post.prompt}</p>
      <div className="mt-0.5 flex items-center px-[calc(var(--gutter)-0.375rem)]">
        <button
          type="button"
          aria-pressed={post.isLiked}
          aria-label={`${m.like}, ${m.likes(post.likesCount)}`}
          onClick={() => toggleLike()}
          className={`${act} aria-pressed:text-danger-text`}
        >
          <Heart aria-hidden="true" className={`size-5.5 ${post.isLiked ? 'fill-current' : ''}`} />
          {formatCount(post.likesCount)}
        </button>
        <button type="button" aria-label={m.share} onClick={share} className={act}>
          <Share2 aria-hidden="true" className="size-5.5" />
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
}
