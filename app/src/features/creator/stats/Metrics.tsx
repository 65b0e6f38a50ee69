import type { CreatorStats } from '@product/contract'
import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'

import { formatCount, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { statsPageMessages } from './stats-page.i18n.ts'
import { countOf, metrics, type Metric } from './stats-queries.ts'

export interface MetricsProps {
  stats: CreatorStats
  chosen: Metric
  onChoose: (metric: Metric) => void
}

/** The figures of the period; the chosen one is drawn. */
export function Metrics({ stats, chosen, onChoose }: MetricsProps) {
  const m = useMessages(statsPageMessages)
  return (
    <div role="group" aria-label={m.shown} className="grid grid-cols-2 gap-2.5 md:grid-cols-3 xl:grid-cols-6">
      {metrics.map((metric) => (
        <button
          key={metric}
          type="button"
          aria-pressed={metric === chosen}
          onClick={() => onChoose(metric)}
          className="grid min-w-0 content-start gap-1 rounded-lg border border-line bg-surface p-4 text-left hover:bg-surface-2 aria-pressed:border-accent"
        >
          <span className="text-xs text-text-2">{m[metric]}</span>
          <b className="num text-2xl">{formatCount(countOf(stats.totals, metric))}</b>
          <Trend stats={stats} metric={metric} />
          <Aside stats={stats} metric={metric} />
        </button>
      ))}
    </div>
  )
}

function Trend({ stats: { totals, before }, metric }: { stats: CreatorStats; metric: Metric }) {
  const m = useMessages(statsPageMessages)
  const earlier = before === null ? 0 : countOf(before, metric)
  if (before === null || earlier <= 0) return null
  const percent = Math.round((100 * (countOf(totals, metric) - earlier)) / earlier)
  if (percent === 0) return <span className="text-xs text-text-3">{m.same}</span>
  const [Icon, words, tone] =
    percent > 0 ? [TrendingUp, m.up, 'text-success-text'] : [TrendingDown, m.down, 'text-danger-text']
  return (
    <span className={`flex items-center gap-1 text-xs ${tone}`}>
      <Icon aria-hidden="true" className="size-3.5 flex-none" />
      {words(formatNumber(Math.abs(percent)))}
    </span>
  )
}

function Aside({ stats: { totals }, metric }: { stats: CreatorStats; metric: Metric }) {
  const m = useMessages(statsPageMessages)
  const { people, gained, lost } = totals
  if (metric === 'views' && people > 0)
    return (
      <span className="text-xs text-text-3">{people === 1 ? m.person : m.people(approximate(people, m.about))}</span>
    )
  if (metric === 'followers' && gained + lost > 0)
    return <span className="text-xs text-text-3">{m.gainedLost(gained, lost)}</span>
  return null
}

const exactBelow = 512

/** From 512 on it is an estimate: two digits of it, and said so. */
function approximate(people: number, about: (count: string) => string): string {
  if (people < exactBelow) return formatNumber(people)
  const power = 10 ** (Math.floor(Math.log10(people)) - 1)
  return about(formatNumber(Math.round(people / power) * power))
}
