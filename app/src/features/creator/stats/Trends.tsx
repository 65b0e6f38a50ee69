import type { CreatorStats } from '@product/contract'

import { formatDay, formatShortDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { ChartFigure } from '#ui/chart/ChartFigure.tsx'
import { LineChart, type ChartPoint } from '#ui/chart/LineChart.tsx'

import { statsPageMessages } from './stats-page.i18n.ts'
import { countOf, type Metric } from './stats-queries.ts'

/** Fewer are figures, not a line. */
const fewestDrawn = 3

/** Noon is on the same day in every time zone that there is. */
const noonOf = (day: string) => `${day}T12:00:00`

/** The chosen figure over the period. */
export function Trends({ stats, metric }: { stats: CreatorStats; metric: Metric }) {
  const m = useMessages(statsPageMessages)
  const { points, step, from, to, totals } = stats
  const title = m[`by_${step}`](m[metric])
  const line = points.map((point) => ({
    key: point.day,
    short: formatShortDay(noonOf(point.day)),
    label: formatDay(noonOf(point.day)),
    // A day on which more people left than came stands on the floor.
    value: Math.max(0, countOf(point, metric)),
  }))
  if (line.length < fewestDrawn) return <Days title={title} days={line} />
  const best = line.reduce((most, point) => (point.value > most.value ? point : most), line[0]!)
  const total = formatNumber(countOf(totals, metric))
  const caption = [
    m.sentence(m[metric], formatDay(noonOf(from)), formatDay(noonOf(to)), total),
    best.value > 0 && line.length > 1 ? m.most(formatNumber(best.value), best.label) : '',
    step === 'day' ? m.underWay : '',
  ]
  const said = caption.filter(Boolean).join(' ')
  const rows = line.toReversed().map(({ key, label, value }) => ({ key, name: label, value }))
  return (
    <section className="card min-w-0">
      <ChartFigure title={title} caption={said} head={[m[step], m[metric]]} rows={rows}>
        <LineChart points={line} caption={said} isUnderWay={step === 'day'} />
      </ChartFigure>
    </section>
  )
}

/** The first days, as what they are. */
function Days({ title, days }: { title: string; days: readonly ChartPoint[] }) {
  const m = useMessages(statsPageMessages)
  return (
    <section className="card grid gap-3">
      <h2 className="text-base md:text-lg">{title}</h2>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {days.map(({ key, label, value }) => (
          <div key={key} className="grid gap-0.5">
            <dd className="num order-1 text-2xl font-semibold">{formatNumber(value)}</dd>
            <dt className="text-xs text-text-2">{label}</dt>
          </div>
        ))}
      </dl>
      <p className="text-sm text-text-2">{m.lineLater}</p>
    </section>
  )
}
