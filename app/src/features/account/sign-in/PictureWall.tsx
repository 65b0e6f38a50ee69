import { useInfiniteQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { postQueries } from '#entities/post/post-queries.ts'
import { useDataSaver } from '#ui/display/use-display-settings.ts'

const ratios = [1.5, 0.8, 1, 0.75, 1, 1.5, 0.8, 0.8, 1, 1, 0.75, 1, 0.8, 1, 1.2, 0.75]
const dyes = [
  'bg-[#1d2a6c]',
  'bg-[#b8432a]',
  'bg-[#e2a23a]',
  'bg-[#27348b]',
  'bg-[#8f1f43]',
  'bg-[#0f5c54]',
  'bg-[#3a2450]',
]

/** Decoration beside the form: the newest public pictures in rows; dyed cloth until they come, or where data is saved. */
export function PictureWall() {
  const saving = useDataSaver()
  const { data } = useInfiniteQuery({ ...postQueries.feed(null), enabled: !saving })
  const posts = data?.pages[0]?.posts
  return (
    <div
      aria-hidden="true"
      className="relative h-[clamp(0rem,100svh-46rem,27svh)] overflow-hidden lg:sticky lg:top-(--stuck) lg:h-[calc(100svh-var(--stuck))]"
    >
      <ul className="-mt-6 -ml-24 flex w-[calc(100%+12rem)] flex-wrap gap-1 lg:-mt-8 lg:gap-1.5">
        {ratios.map((ratio, index) => {
          const post = posts?.[index]
          const r = post ? post.image.width / post.image.height : ratio
          return (
            <li
              key={post?.id ?? index}
              style={{ '--r': r } as CSSProperties}
              className={`basis-[calc(var(--r)*6.5rem)] grow-(--r) overflow-hidden rounded-img lg:basis-[calc(var(--r)*13rem)] ${dyes[(index * 3) % dyes.length]}`}
            >
              <div className="aspect-(--r)">
                {post && <Picture image={post.image} alt="" sizes="(width >= 64rem) 18rem, 9rem" />}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
