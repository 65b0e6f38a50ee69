import type { PostStats, PostStatsPoint } from '@product/contract'
import { useState } from 'react'

import { formatDay, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { sumOf, type Metric } from './stats-queries.ts'
import { statsMessages } from './stats.i18n.ts'

export interface StatsChartProps {
  stats: PostStats
  metric: Metric
}

/** One bar for each day, week or month; the same as a table for whoever reads better so. */
export function StatsChart({ stats, metric }: StatsChartProps) {
  const m = useMessages(statsMessages)
  const [isTable, setTable] = useState(false)
  const { points, step, before } = stats
  const total = sumOf(points, metric)
  const title = m[`by_${step}`](m[metric])
  return (
    <section aria-label={title} className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">{title}</h3>
        <Button size="sm" variant="ghost" onClick={() => setTable(!isTable)}>
          {isTable ? m.asChart : m.asTable}
        </Button>
      </div>
      {isTable ? <Table {...{ points, metric, step }} /> : <Bars stats={stats} metric={metric} title={title} />}
      {total === 0 && <p className="text-sm text-text-3">{m.none}</p>}
      {before !== null && before[metric] > 0 && (
        <p className="text-sm text-text-2">{m.delta(change(before[metric], total))}</p>
      )}
    </section>
  )
}

/** Noon is on the same day in every time zone that there is. */
const dayOf = (day: string) => formatDay(`${day}T12:00:00`)

/** « +50 », « −20 », « 0 » */
function change(before: number, now: number): string {
  const percent = Math.round((100 * (now - before)) / before)
  const sign = percent > 0 ? '+' : ''
  return `${sign}${formatNumber(percent)}`.replace('-', '−')
}

function Bars({ stats, metric, title }: StatsChartProps & { title: string }) {
  const m = useMessages(statsMessages)
  const { points, from, to, step } = stats
  const most = Math.max(1, ...points.map((point) => point[metric]))
  const summary = `${title}, ${m.between(dayOf(from), dayOf(to))} : ${formatNumber(sumOf(points, metric))}`
  return (
    <div>
      <div className="flex justify-end text-2xs text-text-3">
        <span className="num">{formatNumber(most)}</span>
      </div>
      <div
        role="img"
        aria-label={summary}
        className="flex h-40 items-end gap-px border-y border-line border-t-line/60 md:gap-0.5"
      >
        {points.map((point) => (
          <Bar
            key={point.day}
            height={point[metric] / most}
            isUnderWay={step === 'day' && point.day === to}
            label={`${dayOf(point.day)} : ${formatNumber(point[metric])}`}
          />
        ))}
      </div>
      <div className="mt-1.5 flex justify-between gap-3 text-2xs text-text-3">
        <span>{dayOf(points[0]?.day ?? from)}</span>
        <span>{step === 'day' ? m.now : dayOf(to)}</span>
      </div>
    </div>
  )
}

interface BarProps {
  /** Of 1. */
  height: number
  isUnderWay: boolean
  label: string
}

function Bar({ height, isUnderWay, label }: BarProps) {
  return (
    <span title={label} className="flex h-full min-w-0 flex-1 items-end">
      <span
        style={{ height: `${height * 100}%` }}
        className={`w-full rounded-t-[2px] bg-(--nuit-500) ${height > 0 ? 'min-h-0.75' : ''} ${isUnderWay ? 'opacity-60' : ''}`}
      />
    </span>
  )
}

interface TableProps {
  points: readonly PostStatsPoint[]
  metric: Metric
  step: PostStats['step']
}

function Table({ points, metric, step }: TableProps) {
  const m = useMessages(statsMessages)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div tabIndex={0} className="max-h-60 overflow-y-auto rounded-md border border-line">
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface text-left text-xs text-text-3">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              {m[step]}
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              {m[metric]}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.day} className="border-t border-line">
              <th scope="row" className="px-3 py-1.5 text-left font-normal">
                {dayOf(point.day)}
              </th>
              <td className="num px-3 py-1.5 text-right">{formatNumber(point[metric])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
