/** What one has earned: four places that are never added together, each line with its source, and the way to one's phone. */
import type { EarningsSummary } from '@product/contract'
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import Banknote from 'lucide-react/icons/banknote'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { getPlace } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { WorthNav } from '../WorthNav.tsx'
import { EarningLines } from './EarningLines.tsx'
import { earningsQueries, leastPayout } from './earnings-queries.ts'
import { earningsMessages } from './earnings.i18n.ts'
import { PayoutList } from './PayoutList.tsx'
import { RemixLines } from './RemixLines.tsx'
import { Statement } from './Statement.tsx'
import { Unread } from './Unread.tsx'

const WithdrawDialog = lazy(async () => (await import('./withdraw/WithdrawDialog.tsx')).WithdrawDialog)

export function EarningsView() {
  const m = useMessages(earningsMessages)
  const userId = useUserId()
  const summary = useQuery(earningsQueries.summary(userId))
  const { data } = summary
  const { lines, remixes, payouts, years } = earningsQueries
  const rest = useQueries({ queries: [lines(userId), remixes(userId), payouts(userId), years(userId)] })
  // All at once: what comes later would push away what is read already.
  const isWhole = ![summary, ...rest].some(isAwaited)
  // Back from the pages of whoever pays banks: the sheet that led there is open again.
  const [isOpen, setOpen] = useState(() => getPlace().search['bank'] === 'back')
  usePageTitle(m.title)
  return (
    <div className="page grid gap-5 pb-10">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1>{m.title}</h1>
        {data && data.available + data.pending > 0 && (
          <Button
            // Nothing to withdraw yet is nothing to press first; who one is and where it goes can be said already.
            variant={data.available > 0 ? 'primary' : 'neutral'}
            icon={<Banknote aria-hidden="true" className="size-5" />}
            onClick={() => setOpen(true)}
          >
            {m.withdraw}
          </Button>
        )}
      </div>
      <WorthNav present="earnings" />
      <Unread userId={userId} />
      {isWhole ? (
        <>
          {data && <Places summary={data} />}
          {data && <Sources summary={data} />}
          <PayoutList />
          <EarningLines />
          <RemixLines />
          <Statement />
        </>
      ) : (
        <Skeleton className="h-120 rounded-lg" />
      )}
      {isOpen && data && <WithdrawDialog available={data.available} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** A second try is not waited for. */
const isAwaited = ({ isLoading, failureCount }: UseQueryResult) => isLoading && failureCount === 0

function Places({ summary }: { summary: EarningsSummary }) {
  const m = useMessages(earningsMessages)
  const { pending, available, on_its_way: onItsWay, paid, next_release: next, milli_to_post: milli } = summary
  const places = [
    { name: m.pending, amount: pending, text: next ? m.nextRelease(formatDay(next)) : m.pendingText },
    {
      name: m.available,
      amount: available,
      text: available < leastPayout ? m.availableFrom(m.francs(leastPayout)) : m.availableText,
    },
    { name: m.onItsWay, amount: onItsWay, text: null },
    { name: m.paid, amount: paid, text: null },
  ]
  return (
    <section aria-label={m.places} className="grid gap-2">
      <dl className="grid grid-cols-2 gap-2.5 lg:grid-cols-4">
        {places.map(({ name, amount, text }) => (
          <div key={name} className="grid content-start gap-1 rounded-lg border border-line bg-surface p-4">
            <dt className="text-xs text-text-2">{name}</dt>
            <dd className="num text-xl font-semibold">{m.francs(amount)}</dd>
            {text !== null && <dd className="text-xs text-text-3">{text}</dd>}
          </div>
        ))}
      </dl>
      {milli > 0 && <p className="text-sm text-text-2">{m.tonight(formatNumber(milli / 1000))}</p>}
    </section>
  )
}

const sources = ['remix', 'tip', 'prompt', 'commission', 'workflow'] as const

function Sources({ summary: { by_source: given } }: { summary: EarningsSummary }) {
  const m = useMessages(earningsMessages)
  const earned = sources.filter((source) => (given[source] ?? 0) > 0)
  if (earned.length === 0) return null
  const most = Math.max(...earned.map((source) => given[source] ?? 0))
  return (
    <section aria-labelledby="earned-by-source" className="card grid gap-3">
      <h2 id="earned-by-source" className="text-base">
        {m.bySource}
      </h2>
      <ul className="grid gap-2.5">
        {earned.map((source) => (
          <li key={source} className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-3 text-sm">
            <span>{m[source]}</span>
            <span aria-hidden="true" className="h-2 rounded-full bg-surface-2">
              <span
                className="block h-2 rounded-full bg-accent"
                style={{ width: `${(100 * (given[source] ?? 0)) / most}%` }}
              />
            </span>
            <span className="num">{m.francs(given[source] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
