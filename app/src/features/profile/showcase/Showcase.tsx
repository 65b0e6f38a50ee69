/** What a creator shows on their profile besides their images: nothing where there is no open Vitrine. */
import type { ShowcaseBlock } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { read } from '#data/wire.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { shownArea } from './shown-area.ts'

const showcaseMessages = defineMessages({
  fr: {
    showcase: 'Vitrine',
    licence: (name: string) => `Licence habituelle : ${name}`,
    perso: 'usage personnel',
    commercial: 'usage commercial',
    'cc-by': 'CC BY',
    'cc-by-nc': 'CC BY-NC',
    cc0: 'CC0, domaine public',
    chosen: 'À voir d’abord',
    series: 'Séries',
    prices: 'Prompts à débloquer',
    from: (credits: number) => plural(credits, { one: '# crédit', other: '# crédits' }),
    untitled: 'Image',
    images: (count: number) => plural(count, { one: '# image', other: '# images' }),
  },
  en: {
    showcase: 'Showcase',
    licence: (name: string) => `Usual licence: ${name}`,
    perso: 'personal use',
    commercial: 'commercial use',
    'cc-by': 'CC BY',
    'cc-by-nc': 'CC BY-NC',
    cc0: 'CC0, public domain',
    chosen: 'To see first',
    series: 'Series',
    prices: 'Prompts to unlock',
    from: (credits: number) => plural(credits, { one: '# credit', other: '# credits' }),
    untitled: 'Image',
    images: (count: number) => plural(count, { one: '# image', other: '# images' }),
  },
})

export function Showcase({ userId }: { userId: string }) {
  const m = useMessages(showcaseMessages)
  const { data } = useQuery(shownArea(userId))
  if (!data?.is_open || data.blocks.length === 0) return null
  return (
    <section
      aria-label={m.showcase}
      className="mx-(--gutter) mt-4 grid gap-4 rounded-lg border border-line bg-surface p-4 md:mx-8"
    >
      {data.blocks.map((block) => (
        <Block key={block.kind} block={block} userId={userId} />
      ))}
    </section>
  )
}

function Block({ block, userId }: { block: ShowcaseBlock; userId: string }) {
  const m = useMessages(showcaseMessages)
  switch (block.kind) {
    case 'about':
      return (
        <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
          {block.text}
        </p>
      )
    case 'licence':
      return <p className="text-sm text-text-2">{m.licence(m[block.licence])}</p>
    case 'links':
      return (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {block.links.map(({ label, url }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noopener ugc nofollow" className="link">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )
    case 'posts':
      return <Posts ids={block.ids} />
    case 'series':
      return <Series ids={block.ids} />
    default:
      return <Prices userId={userId} />
  }
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h2 className="text-sm font-semibold">{title}</h2>
      {children}
    </div>
  )
}

function Posts({ ids }: { ids: readonly string[] }) {
  const m = useMessages(showcaseMessages)
  const { data = [] } = useQuery({
    queryKey: ['creator-area', 'shown-posts', ids.join()],
    queryFn: ({ signal }) => read('feed_posts', 'id,title,image_url', { id: `in.(${ids.join()})` }, signal),
  })
  const shown = ids.flatMap((id) => data.find((post) => post.id === id) ?? [])
  if (shown.length === 0) return null
  return (
    <Titled title={m.chosen}>
      <ul className="grid grid-cols-3 gap-2 md:grid-cols-6">
        {shown.map(({ id, title, image_url: url }) => (
          <li key={id}>
            <Link to={paths.post} params={{ id }}>
              <img
                src={url}
                alt={title || m.untitled}
                loading="lazy"
                className="aspect-square w-full rounded-img object-cover"
              />
            </Link>
          </li>
        ))}
      </ul>
    </Titled>
  )
}

function Series({ ids }: { ids: readonly string[] }) {
  const m = useMessages(showcaseMessages)
  const { data = [] } = useQuery({
    queryKey: ['creator-area', 'shown-series', ids.join()],
    queryFn: ({ signal }) => read('collections', 'id,name,items_count', { id: `in.(${ids.join()})` }, signal),
  })
  if (data.length === 0) return null
  return (
    <Titled title={m.series}>
      <ul className="flex flex-wrap gap-2 text-sm">
        {data.map(({ id, name, items_count: count }) => (
          <li key={id}>
            <Link
              to={paths.collection}
              params={{ id }}
              className="inline-flex min-h-9 items-center rounded-full bg-surface-2 px-3.5"
            >
              {name} · {m.images(count)}
            </Link>
          </li>
        ))}
      </ul>
    </Titled>
  )
}

function Prices({ userId }: { userId: string }) {
  const m = useMessages(showcaseMessages)
  const { data = [] } = useQuery({
    queryKey: ['creator-area', 'shown-prices', userId],
    queryFn: async ({ signal }) => {
      const own = { creator_id: `eq.${userId}`, prompt_visible: 'is.false', order: 'id.desc', limit: 40 }
      const posts = await read('feed_posts', 'id,title', own, signal)
      if (posts.length === 0) return []
      const among = { post_id: `in.(${posts.map(({ id }) => id).join()})` }
      const prices = await read('prompt_prices', 'post_id,credits', among, signal)
      return posts.flatMap(({ id, title }) => {
        const price = prices.find(({ post_id: post }) => post === id)
        return price ? [{ id, title, credits: price.credits }] : []
      })
    },
  })
  if (data.length === 0) return null
  return (
    <Titled title={m.prices}>
      <ul className="grid gap-1 text-sm">
        {data.slice(0, 6).map(({ id, title, credits }) => (
          <li key={id} className="flex justify-between gap-3">
            <Link to={paths.post} params={{ id }} className="min-w-0 truncate text-link">
              {title || m.untitled}
            </Link>
            <span className="flex-none text-text-2">{m.from(credits)}</span>
          </li>
        ))}
      </ul>
    </Titled>
  )
}
