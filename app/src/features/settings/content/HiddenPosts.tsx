import { useQuery, useQueryClient, queryOptions } from '@tanstack/react-query'
import { useId } from 'react'

import { read } from '#data/wire.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { hide } from '#entities/post/post-acts.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'

import { contentMessages } from './content.i18n.ts'

const most = 200
const columns =
  'created_at,post:feed_posts(id,title,prompt,image_url,width,height,thumbhash,creator:profiles!feed_posts_creator_id_fkey(display_name))'

/** What one has put aside and may still see, the newest first. */
const hiddenPostsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['hidden-posts', userId],
    queryFn: async ({ signal }) => {
      const rows = await read('post_hides', columns, { order: 'created_at.desc', limit: most }, signal)
      return rows.flatMap(({ created_at: hiddenAt, post }) => (post === null ? [] : [{ ...post, hiddenAt }]))
    },
  })

type HiddenPost = Awaited<ReturnType<NonNullable<ReturnType<typeof hiddenPostsQuery>['queryFn']>>>[number]

/** Publications that were put aside one by one, and how each comes back. */
export function HiddenPosts({ userId }: { userId: string }) {
  const m = useMessages(contentMessages)
  const id = useId()
  const query = hiddenPostsQuery(userId)
  const { data: posts = [] } = useQuery(query)
  const cache = useQueryClient()
  const show = (postId: string) => {
    hide({ postId, userId, wanted: false })
    cache.setQueryData(query.queryKey, (held) => held?.filter((post) => post.id !== postId))
  }
  return (
    <section className="card min-w-0" aria-labelledby={id}>
      <h2 id={id}>{m.hiddenPosts}</h2>
      {posts.length === 0 ? (
        <p className="mt-2 text-sm text-text-3">{m.noHiddenPosts}</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {posts.map((post) => (
            <Line key={post.id} post={post} onShow={() => show(post.id)} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ post, onShow }: { post: HiddenPost; onShow: () => void }) {
  const m = useMessages(contentMessages)
  const { image_url: url, width, height, thumbhash } = post
  const words = post.title ?? post.prompt
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Link to={paths.post} params={{ id: post.id }} className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
        <span className="grid size-11 flex-none place-items-center overflow-hidden rounded-img *:min-h-full *:min-w-full">
          <Picture image={{ url, width: width ?? 1, height: height ?? 1, thumbhash }} alt="" sizes="44px" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 text-sm leading-snug font-semibold wrap-anywhere">{words}</span>
          <span className="block truncate text-xs text-text-3">
            {post.creator.display_name} · {m.hiddenOn(formatDate(post.hiddenAt))}
          </span>
        </span>
      </Link>
      <Button size="sm" className="flex-none" aria-label={m.showOf(words)} onClick={onShow}>
        {m.show}
      </Button>
    </li>
  )
}
