/** A few other posts, as squares: what remixes this one, or looks like it. Nothing where there is none. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'

import { sensitiveFrom, type pageQueries } from '../page-queries.ts'

export interface PictureGridProps {
  title: string
  query: ReturnType<typeof pageQueries.similar | typeof pageQueries.remixes>
  more?: { label: string; onPress: () => void } | null
}

export function PictureGrid({ title, query, more }: PictureGridProps) {
  const p = useMessages(postMessages)
  const titleId = useId()
  const { data: posts = [] } = useQuery(query)
  if (posts.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="grid gap-3 pt-2">
      <div className="flex items-center justify-between gap-3">
        <h2 id={titleId} className="text-[1.0625rem]">
          {title}
        </h2>
        {more && (
          <button
            type="button"
            onClick={more.onPress}
            className="min-h-9 text-sm font-semibold underline underline-offset-3"
          >
            {more.label}
          </button>
        )}
      </div>
      <ul className="grid grid-cols-3 gap-1.5">
        {posts.map((post) => (
          <li key={post.id}>
            <Link
              to="/post/$id"
              params={{ id: post.id }}
              aria-label={p.imageOf(post.creator.displayName)}
              className="block"
            >
              <Picture
                image={post.image}
                alt={altOf(post, p)}
                sizes="(width < 64rem) 33vw, 120px"
                isHeld={post.rating >= sensitiveFrom}
                className="aspect-square! w-full rounded-img"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
