import type { CSSProperties } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import type { Post } from '#entities/post/post.ts'
import { Link } from '#navigation/Link.tsx'
import { classNames } from '#ui/class-names.ts'

import { PostMark } from './PostMark.tsx'

export interface PictureRowsProps {
  posts: readonly Post[]
  /** How many at the beginning are pinned. */
  pinned?: number
}

/** Pictures in rows that keep every ratio; reading order is the order of the list. */
export function PictureRows({ posts, pinned = 0 }: PictureRowsProps) {
  return (
    <ol className="flex flex-wrap gap-0.75 pt-1 after:grow-1000 lg:gap-1.5">
      {posts.map((post, place) => (
        <li
          key={post.id}
          style={{ '--r': post.image.width / post.image.height } as CSSProperties}
          className="relative max-w-[calc(var(--r)*16rem)] grow-(--r) basis-[calc(var(--r)*8.5rem)] [contain-intrinsic-size:auto_8.5rem] [content-visibility:auto] lg:max-w-[calc(var(--r)*29rem)] lg:basis-[calc(var(--r)*15.5rem)] lg:[contain-intrinsic-size:auto_15.5rem]"
        >
          <Link to="/post/$id" params={{ id: post.id }} className="block overflow-hidden">
            <Picture
              image={post.image}
              alt={post.altText}
              sizes="(width >= 64rem) 24rem, 50vw"
              isFirst={place < 2}
              className={classNames('rounded-img', post.rating >= 2 && 'scale-110 blur-2xl')}
            />
          </Link>
          <PostMark post={post} isPinned={place < pinned} />
        </li>
      ))}
    </ol>
  )
}
