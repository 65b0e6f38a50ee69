import { useQuery } from '@tanstack/react-query'

import { reasonMessages } from '#entities/moderation/rules.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { standingQueries } from './standing-queries.ts'
import { transparencyMessages } from './transparency.i18n.ts'
import { toQuarters, type Quarter } from './transparency.ts'

/** What moderation did, by quarter. */
export function Transparency() {
  const m = useMessages(transparencyMessages)
  const { data, isError, refetch } = useQuery(standingQueries.transparency())
  const retry = (
    <Button size="sm" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <div className="grid gap-4">
      <p className="text-text-2">{m.intro}</p>
      {!data && !isError && <Skeleton className="h-60 rounded-lg" />}
      {!data && isError && (
        <Alert tone="danger" action={retry}>
          {m.failed}
        </Alert>
      )}
      {data &&
        toQuarters(data).map((quarter, back) => (
          <QuarterCard key={`${quarter.year} ${quarter.number}`} quarter={quarter} isRunning={back === 0} />
        ))}
    </div>
  )
}

function QuarterCard({ quarter, isRunning }: { quarter: Quarter; isRunning: boolean }) {
  const m = useMessages(transparencyMessages)
  const names = useMessages(reasonMessages)
  const title = m.quarter(quarter.number, quarter.year)
  return (
    <section className="card" aria-label={title}>
      <h2>
        {title}
        {isRunning && <span className="ml-2 text-sm font-normal text-text-3">{m.running}</span>}
      </h2>
      {quarter.totals.length === 0 && <p className="mt-1 text-sm text-text-3">{m.nothing}</p>}
      {quarter.totals.length > 0 && (
        <dl className="mt-1 divide-y divide-line">
          {quarter.totals.map(({ measure, total, rules }) => (
            <div key={measure} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2.5 text-sm">
              <dt className="font-semibold">{m[measure]}</dt>
              <dd className="font-semibold tabular-nums">{formatNumber(total)}</dd>
              {rules.length > 0 && (
                <dd className="text-xs text-text-3">
                  {rules.map(({ rule, total: count }) => `${names[rule]} ${formatNumber(count)}`).join(' · ')}
                </dd>
              )}
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
