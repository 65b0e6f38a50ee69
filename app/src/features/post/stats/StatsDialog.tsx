/** `?modal=post-stats&post={id}`: what became of one's own publication, from what stands in the database. */
import type { PostStats } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import Bookmark from 'lucide-react/icons/bookmark'
import Eye from 'lucide-react/icons/eye'
import Heart from 'lucide-react/icons/heart'
import MessageSquare from 'lucide-react/icons/message-square'
import Shuffle from 'lucide-react/icons/shuffle'
import { useState } from 'react'

import { DataError } from '#data/rest.ts'
import { useModalSearch } from '#entities/session/modals.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'

import { metrics, spans, statsQuery, sumOf, type Metric, type Span } from './stats-queries.ts'
import { statsMessages } from './stats.i18n.ts'
import { StatsChart } from './StatsChart.tsx'

const icons = { views: Eye, likes: Heart, comments: MessageSquare, remixes: Shuffle, saves: Bookmark }

export function StatsDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(statsMessages)
  const { post = '' } = useModalSearch()
  const [span, setSpan] = useState<Span>('30')
  const { data, error, refetch } = useQuery(statsQuery(post, span))
  const retry = (
    <Button size="sm" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  const isAbsent = error instanceof DataError && !error.isRetryable
  return (
    <Dialog title={m.title} onClose={onClose} size="md">
      <div className="grid gap-5">
        {isAbsent && <Alert tone="danger">{m.notMine}</Alert>}
        {!isAbsent && (
          <SegmentedControl
            label={m.span}
            value={span}
            options={spans.map((value) => ({ value, label: m[`span${value}`] }))}
            onChange={setSpan}
          />
        )}
        {error && !isAbsent && (
          <Alert tone="danger" action={retry}>
            {m.failed}
          </Alert>
        )}
        {data && !isAbsent && <Stats stats={data} />}
        {!data && !error && <Skeleton className="h-96 rounded-md" />}
      </div>
    </Dialog>
  )
}

function Stats({ stats }: { stats: PostStats }) {
  const m = useMessages(statsMessages)
  const [metric, setMetric] = useState<Metric>('views')
  return (
    <>
      <div role="group" aria-label={m.shown} className="grid grid-cols-2 gap-2 md:grid-cols-5">
        {metrics.map((one) => (
          <MetricButton
            key={one}
            metric={one}
            count={sumOf(stats.points, one)}
            isChosen={one === metric}
            onChoose={() => setMetric(one)}
          />
        ))}
      </div>
      <StatsChart stats={stats} metric={metric} />
      <p className="text-xs text-text-3">{m.honest}</p>
    </>
  )
}

interface MetricButtonProps {
  metric: Metric
  count: number
  isChosen: boolean
  onChoose: () => void
}

function MetricButton({ metric, count, isChosen, onChoose }: MetricButtonProps) {
  const m = useMessages(statsMessages)
  const Icon = icons[metric]
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="grid min-w-0 gap-0.5 rounded-md border border-line p-3 text-left hover:bg-surface-2 aria-pressed:border-text aria-pressed:bg-surface-2"
    >
      <span className="text-xs text-text-2">{m[metric]}</span>
      <span className="flex items-center justify-between">
        <b className="num text-xl">{formatCount(count)}</b>
        <Icon aria-hidden="true" className="size-4.5 flex-none text-text-3" strokeWidth={1.75} />
      </span>
    </button>
  )
}
