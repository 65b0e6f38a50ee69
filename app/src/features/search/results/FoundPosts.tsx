import Heart from 'lucide-react/icons/heart'
import MessageSquare from 'lucide-react/icons/message-square'

import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'

import { Marked } from '../Marked.tsx'
import type { FoundPost, GlancedPost } from '../search-queries.ts'
import { searchMessages } from '../search.i18n.ts'

/** Pictures alone, in squares. */
export function PostsAtAGlance({ posts }: { posts: readonly GlancedPost[] }) {
  return (
    <ul className="grid grid-cols-4 gap-0.75">
      {posts.map((post) => (
        <li key={post.id} className="aspect-square overflow-hidden rounded-img">
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            data-result
            className="block size-full focus-visible:outline-offset-[-3px]"
          >
            <Square post={post} sizes="(width >= 48rem) 9rem, 25vw" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** With the words in which they were found. */
export function FoundPosts({ posts, words }: { posts: readonly FoundPost[]; words: string }) {
  const m = useMessages(searchMessages)
  return (
    <ul className="mt-3">
      {posts.map((post) => (
        <li key={post.id}>
          <Link
            to="/post/$id"
            params={{ id: post.id }}
            data-result
            className="-mx-2 flex gap-3 rounded-md p-2 hover:bg-surface-2"
          >
            <span className="block size-18 flex-none overflow-hidden rounded-img">
              <Square post={post} sizes="4.5rem" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 text-sm">
                <Marked text={post.title ?? post.prompt} words={words} />
              </span>
              <span className="mt-1 flex items-center gap-3 text-xs text-text-3">
                <bdi className="min-w-0 truncate">{post.creatorName}</bdi>
                <span className="count flex flex-none items-center gap-1">
                  <Heart aria-hidden="true" className="size-3.5" />
                  <span className="num" aria-hidden="true">
                    {formatCount(post.likesCount)}
                  </span>
                  <span className="sr-only">{m.likes(post.likesCount)}</span>
                </span>
                <span className="flex flex-none items-center gap-1">
                  <MessageSquare aria-hidden="true" className="size-3.5" />
                  <span className="num" aria-hidden="true">
                    {formatCount(post.commentsCount)}
                  </span>
                  <span className="sr-only">{m.comments(post.commentsCount)}</span>
                </span>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface SquareProps {
  post: GlancedPost & Partial<Pick<FoundPost, 'title' | 'creatorName'>>
  sizes: string
}

function Square({ post: { image, altText, rating, title = null, creatorName }, sizes }: SquareProps) {
  const m = useMessages(postMessages)
  // At a glance nobody is named.
  const imageOf = (name: string) => (name === '' ? m.aiImage : m.imageOf(name))
  return (
    <span className="grid size-full place-items-center overflow-hidden *:min-h-full *:min-w-full">
      <Picture
        image={image}
        alt={altOf({ altText, title, creator: { displayName: creatorName ?? '' } }, { imageOf })}
        sizes={sizes}
        {...(rating >= 2 && { className: 'blur-xl' })}
      />
    </span>
  )
}
