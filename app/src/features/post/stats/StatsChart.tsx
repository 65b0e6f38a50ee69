import type { PostStats } from '@product/contract'

import { formatDay, formatShortDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { ChartFigure } from '#ui/chart/ChartFigure.tsx'
import { LineChart } from '#ui/chart/LineChart.tsx'

import { sumOf, type Metric } from './stats-queries.ts'
import { statsMessages } from './stats.i18n.ts'

export interface StatsChartProps {
  stats: PostStats
  metric: Metric
}

/** One metric by day, week or month. */
export function StatsChart({ stats, metric }: StatsChartProps) {
  const m = useMessages(statsMessages)
  const { points, step, before, from, to } = stats
  const total = sumOf(points, metric)
  const title = m[`by_${step}`](m[metric])
  const summary = `${title}, ${m.between(dayOf(from), dayOf(to))} : ${formatNumber(total)}`
  const line = points.map(({ day, [metric]: value }) => ({
    key: day,
    short: formatShortDay(noonOf(day)),
    label: dayOf(day),
    value,
  }))
  const rows = line.toReversed().map(({ key, label, value }) => ({ key, name: label, value }))
  const caption = before !== null && before[metric] > 0 ? m.delta(change(before[metric], total)) : ''
  return (
    <ChartFigure
      title={title}
      Heading="h3"
      caption={total === 0 ? m.none : caption}
      head={[m[step], m[metric]]}
      rows={rows}
    >
      <LineChart points={line} caption={summary} isUnderWay={step === 'day'} />
    </ChartFigure>
  )
}

/** Noon is on the same day in every time zone that there is. */
const noonOf = (day: string) => `${day}T12:00:00`
const dayOf = (day: string) => formatDay(noonOf(day))

/** « +50 », « −20 », « 0 » */
function change(before: number, now: number): string {
  const percent = Math.round((100 * (now - before)) / before)
  const sign = percent > 0 ? '+' : ''
  return `${sign}${formatNumber(percent)}`.replace('-', '−')
}
