import { useQuery } from '@tanstack/react-query'

import { useSession } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { altOf } from '#entities/post/images/alt-of.ts'
import { fetchListPage } from '#entities/post/post-queries.ts'
import { postMessages } from '#entities/post/post.i18n.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

const messages = defineMessages({ fr: { title: 'En ce moment' }, en: { title: 'Right now' } })

const count = 3

/** The way on from a page that is not there: three publications that are liked at the moment, else the newest. */
export function PopularPosts() {
  const m = useMessages(messages)
  const p = useMessages(postMessages)
  const { status } = useSession()
  const isSignedIn = status === 'signed-in'
  const { data: posts = [] } = useQuery({
    queryKey: ['popular-posts', isSignedIn],
    queryFn: async ({ signal }) => {
      const ask = { isSignedIn, cursor: null, pageSize: count }
      const popular = await fetchListPage({ ...ask, list: { tab: 'trending' } }, signal)
      return popular.posts.length === count
        ? popular.posts
        : (await fetchListPage({ ...ask, list: { tab: 'latest' } }, signal)).posts
    },
    enabled: status !== 'loading',
    staleTime: Infinity,
  })
  const shown = posts.filter(({ rating }) => rating < 2)
  if (shown.length === 0) return null
  return (
    <section aria-label={m.title}>
      <h2 className="text-base">{m.title}</h2>
      <ul className="mt-3 grid grid-cols-3 gap-2">
        {shown.map((post) => (
          <li key={post.id}>
            <Link
              to={paths.post}
              params={{ id: post.id }}
              className="grid aspect-square place-items-center overflow-hidden rounded-img *:min-h-full *:min-w-full"
            >
              <Picture image={post.image} alt={altOf(post, p)} sizes="(width >= 64rem) 8rem, 30vw" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
