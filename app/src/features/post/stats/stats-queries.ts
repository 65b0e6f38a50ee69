import type { PostCounts, PostStatsPoint } from '@product/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '#data/wire.ts'

export const metrics = [
  'views',
  'likes',
  'comments',
  'remixes',
  'saves',
] as const satisfies readonly (keyof PostCounts)[]
export type Metric = keyof PostCounts

/** In days; `all` since it was published. */
export const spans = ['7', '30', '90', 'all'] as const
export type Span = (typeof spans)[number]

/** For the author alone. */
export const statsQuery = (postId: string, span: Span) =>
  queryOptions({
    queryKey: ['post-stats', postId, span],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const days = span === 'all' ? null : Number(span)
      return call('post_stats', { post_id: postId, days, time_zone: timeZone }, { signal })
    },
    placeholderData: keepPreviousData,
    retry: false,
  })

export function sumOf(points: readonly PostStatsPoint[], metric: Metric): number {
  return points.reduce((sum, point) => sum + point[metric], 0)
}
