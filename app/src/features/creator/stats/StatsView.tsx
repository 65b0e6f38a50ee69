/** What came to one's own publications: figures, a line, where views come from and when, and which publications. */
import type { CreatorStats } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { openModal } from '#entities/session/modals.ts'
import { formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { WorthNav } from '../WorthNav.tsx'
import { BestHours, Sources } from './Audience.tsx'
import { Downloads } from './Downloads.tsx'
import { Metrics } from './Metrics.tsx'
import { statsPageMessages } from './stats-page.i18n.ts'
import { creatorStatsQuery, spans, type Metric, type Span } from './stats-queries.ts'
import { TopPosts } from './TopPosts.tsx'
import { Trends } from './Trends.tsx'

export function StatsView() {
  const m = useMessages(statsPageMessages)
  const { search } = usePlace()
  const span = spans.find((known) => known === search['days']) ?? '30'
  const { data, isError, refetch } = useQuery(creatorStatsQuery(useUserId(), span))
  usePageTitle(m.title)
  const show = (next: Span) => changeSearch({ days: next === '30' ? undefined : next }, { replace: true })
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <div className="page grid gap-4 pb-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{m.title}</h1>
        <SegmentedControl
          label={m.span}
          value={span}
          options={spans.map((value) => ({ value, label: m[`span${value}`] }))}
          onChange={show}
          className="w-full md:w-80"
        />
      </div>
      <WorthNav present="stats" />
      {isError && <Alert tone="danger" title={m.failed} action={retry} />}
      {data ? <Figures stats={data} /> : !isError && <Skeleton className="h-160 rounded-lg" />}
    </div>
  )
}

const staleMs = 10 * 60_000

function Figures({ stats }: { stats: CreatorStats }) {
  const m = useMessages(statsPageMessages)
  const [metric, setMetric] = useState<Metric>('views')
  const [openedAt] = useState(() => Date.now())
  const { totals, posts, as_of: asOf } = stats
  if (posts.length === 0)
    return (
      <EmptyState
        title={m.none}
        text={m.fresh}
        action={<Button onClick={() => openModal('create')}>{m.create}</Button>}
      />
    )
  const interest = (totals.likes + totals.saves + totals.comments + totals.remixes) / Math.max(1, totals.views)
  return (
    <>
      <Metrics stats={stats} chosen={metric} onChoose={setMetric} />
      <Trends stats={stats} metric={metric} />
      {totals.views >= 100 && <p className="text-sm text-text-2">{m.interest(Math.round(interest * 1000) / 10)}</p>}
      <div className="grid gap-4 lg:grid-cols-2">
        <Sources stats={stats} />
        <BestHours stats={stats} />
      </div>
      <TopPosts stats={stats} />
      <Downloads stats={stats} />
      <p className="text-xs text-text-3">
        {openedAt - new Date(asOf).getTime() > staleMs && `${m.asOf(formatTime(asOf))} · `}
        {m.honest}
      </p>
    </>
  )
}
