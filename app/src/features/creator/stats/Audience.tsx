import { viewSources, type CreatorStats } from '@product/contract'

import { formatWeekday } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { BarList } from '#ui/chart/BarList.tsx'
import { ChartFigure } from '#ui/chart/ChartFigure.tsx'
import { HeatGrid } from '#ui/chart/HeatGrid.tsx'

import { statsPageMessages } from './stats-page.i18n.ts'

/** Where views come from, where they are enough to point at nobody. */
export function Sources({ stats: { sources } }: { stats: CreatorStats }) {
  const m = useMessages(statsPageMessages)
  if (sources === null) return <Withheld title={m.sources} text={m.fewPeople} />
  const rows = viewSources.map((source) => ({ key: source, name: m[source], value: sources[source] ?? 0 }))
  const seen = rows.filter(({ value }) => value > 0)
  const [first] = seen.toSorted((one, other) => other.value - one.value)
  return (
    <section className="card min-w-0">
      <ChartFigure
        title={m.sources}
        caption={first ? m.mostFrom(first.name) : ''}
        head={[m.sources, m.views]}
        rows={rows}
      >
        <BarList rows={seen} />
      </ChartFigure>
    </section>
  )
}

/** When one is seen, by the hours of the week. */
export function BestHours({ stats: { hours } }: { stats: CreatorStats }) {
  const m = useMessages(statsPageMessages)
  const best = hours?.toSorted((one, other) => other.views - one.views)[0]
  if (!hours || !best) return <Withheld title={m.hours} text={m.fewViews} />
  const days = Array.from({ length: 7 }, (_, day) => formatWeekday(day + 1))
  const nameOf = (day: number) => days[day - 1] ?? ''
  const caption = m.bestHour(nameOf(best.day), best.hour)
  const cells = hours.map(({ day, hour, views }) => ({ day: day - 1, hour, value: views }))
  const rows = hours.map(({ day, hour, views }) => ({
    key: `${day}-${hour}`,
    name: `${nameOf(day)}, ${formatNumber(hour)} h`,
    value: views,
  }))
  return (
    <section className="card min-w-0">
      <ChartFigure title={m.hours} caption={caption} head={[m.hour, m.views]} rows={rows}>
        <HeatGrid days={days} cells={cells} caption={caption} labelOf={m.cell} />
      </ChartFigure>
    </section>
  )
}

function Withheld({ title, text }: { title: string; text: string }) {
  return (
    <section className="card grid content-start gap-2">
      <h2 className="text-base md:text-lg">{title}</h2>
      <p className="text-sm text-text-2">{text}</p>
    </section>
  )
}
