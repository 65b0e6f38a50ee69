import Heart from 'lucide-react/icons/heart'
import MessageSquare from 'lucide-react/icons/message-square'
import type { ReactNode } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import type { Post } from '#entities/post/post.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { Ago } from '#ui/display/Ago.tsx'

import { galleryMessages } from './gallery.i18n.ts'
import { PostMark } from './PostMark.tsx'

/** Publications with their words, one below the other. */
export function PostLines({ posts, pinned }: { posts: readonly Post[]; pinned: number }) {
  const p = useMessages(postMessages)
  return (
    <ol className="divide-y divide-line">
      {posts.map((post, place) => (
        <li key={post.id} className="relative [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            className="flex gap-4 px-(--gutter) py-3 hover:bg-surface-2 focus-visible:-outline-offset-2 md:rounded-md md:px-3"
          >
            <span className="relative block size-26 flex-none overflow-hidden rounded-img md:size-32">
              <span className="grid size-full place-items-center overflow-hidden *:min-h-full *:min-w-full">
                <Picture
                  image={post.image}
                  alt={altOf(post, p)}
                  sizes="8rem"
                  isFirst={place < 2}
                  {...(post.rating >= 2 && { className: 'blur-xl' })}
                />
              </span>
              <PostMark post={post} isPinned={place < pinned} />
            </span>
            <span className="min-w-0 flex-1 self-center">
              <span className="line-clamp-3 wrap-anywhere">{post.title ?? post.prompt}</span>
              <Facts post={post} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Facts({ post: { likesCount, commentsCount, createdAt } }: { post: Post }) {
  const m = useMessages(galleryMessages)
  return (
    <span className="mt-1.5 flex items-center gap-4 text-xs text-text-3">
      <Fact icon={<Heart aria-hidden="true" className="size-3.5" />} count={likesCount} words={m.likes(likesCount)} />
      <Fact
        icon={<MessageSquare aria-hidden="true" className="size-3.5" />}
        count={commentsCount}
        words={m.comments(commentsCount)}
      />
      <time dateTime={createdAt}>
        <Ago date={createdAt} />
      </time>
    </span>
  )
}

function Fact({ icon, count, words }: { icon: ReactNode; count: number; words: string }) {
  return (
    <span className="flex items-center gap-1">
      {icon}
      <span className="num" aria-hidden="true">
        {formatCount(count)}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  )
}
