import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { restRpc } from '#data/rest.ts'

export const metrics = ['likes', 'comments', 'remixes', 'saves'] as const
export type Metric = (typeof metrics)[number]
export type Counts = Record<Metric, number>

/** In days; `all` since it was published. */
export const spans = ['7', '30', '90', 'all'] as const
export type Span = (typeof spans)[number]

export interface StatsPoint extends Counts {
  /** The day, or the first one of the week or month, as YYYY-MM-DD in the reader's time zone. */
  day: string
}

export interface PostStats {
  published_at: string
  from: string
  to: string
  step: 'day' | 'week' | 'month'
  points: StatsPoint[]
  /** As many days before; null where it was not there in all of them. */
  before: Counts | null
}

/** For the author alone. */
export const statsQuery = (postId: string, span: Span) =>
  queryOptions({
    queryKey: ['post-stats', postId, span],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const days = span === 'all' ? null : Number(span)
      return restRpc<PostStats>('post_stats', { post_id: postId, days, time_zone: timeZone }, signal)
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

export function sumOf(points: readonly StatsPoint[], metric: Metric): number {
  return points.reduce((sum, point) => sum + point[metric], 0)
}
