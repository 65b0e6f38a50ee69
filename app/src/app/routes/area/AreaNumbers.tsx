/** The numbers of an area that exist before it does. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { read } from '#data/wire.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { areaMessages, type Area } from './area.i18n.ts'

export function AreaNumbers({ area }: { area: Area }) {
  return area === 'commissions' ? null : <Reactions />
}

const mostPosts = 1000
const counts = ['likes', 'comments', 'remixes', 'saves'] as const

const reactionsQuery = (userId: string | null) =>
  queryOptions({
    queryKey: ['area-numbers', userId],
    queryFn: async ({ signal }) => {
      const own = { creator_id: `eq.${userId}`, order: 'id.desc', limit: mostPosts }
      const columns = 'likes_count,comments_count,remixes_count,saves_count'
      const [posts, [person]] = await Promise.all([
        read('feed_posts', columns, own, signal),
        read('profile_counters', 'posts_count,followers_count', { user_id: `eq.${userId}` }, signal),
      ])
      const sumOf = (count: (typeof counts)[number]) => posts.reduce((sum, post) => sum + post[`${count}_count`], 0)
      return { person, counted: posts.length, sums: counts.map((count) => [count, sumOf(count)] as const) }
    },
    enabled: userId !== null,
  })

function Reactions() {
  const m = useMessages(areaMessages)
  const { data, isError, refetch } = useQuery(reactionsQuery(useUserId()))
  if (!data) return isError && <Unread onRetry={() => void refetch()} />
  const { person, counted, sums } = data
  const own: Shown[] = person
    ? [
        [m.posts, person.posts_count],
        [m.followers, person.followers_count],
      ]
    : []
  return (
    <>
      <Numbers of={[...own, ...sums.map(([count, sum]): Shown => [m[count], sum])]} />
      {counted === mostPosts && <p className="mt-2 text-xs text-text-3">{m.newest(counted)}</p>}
    </>
  )
}

type Shown = readonly [name: string, value: number]

function Numbers({ of }: { of: readonly Shown[] }): ReactNode {
  const m = useMessages(areaMessages)
  return (
    <dl aria-label={m.numbers} className="mt-5 grid max-w-160 grid-cols-2 gap-3 md:grid-cols-3">
      {of.map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse rounded-md bg-surface-2 px-4 py-3">
          <dt className="text-xs text-text-3">{name}</dt>
          <dd className="num text-xl font-semibold">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Unread({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(areaMessages)
  const retry = (
    <Button size="sm" variant="line" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return <Alert tone="warning" title={m.unread} action={retry} />
}
