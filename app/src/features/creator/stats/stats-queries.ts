import type { CreatorCounts, CreatorStatsPoint } from '@product/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { call } from '#data/wire.ts'

/** In days; `all` since the first publication. */
export const spans = ['7', '30', '90', 'all'] as const
export type Span = (typeof spans)[number]

export const metrics = ['views', 'likes', 'comments', 'remixes', 'saves', 'followers'] as const
export type Metric = (typeof metrics)[number]

const freshMs = 60_000

/** Of one's own publications. */
export const creatorStatsQuery = (userId: string | null, span: Span) =>
  queryOptions({
    queryKey: ['creator-stats', userId, span],
    queryFn: ({ signal }) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const days = span === 'all' ? null : Number(span)
      return call('creator_stats', { days, time_zone: timeZone }, { signal })
    },
    enabled: userId !== null,
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  })

/** Followers count as those who came less those who went. */
export function countOf(counts: CreatorCounts | CreatorStatsPoint, metric: Metric): number {
  return metric === 'followers' ? counts.gained - counts.lost : counts[metric]
}
