import type { CreditEntry } from '#entities/credits/credit-queries.ts'
import { formatAgo, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { creditsMessages } from './credits.i18n.ts'
import type { PaidWork } from './paid-work.ts'
import { WorkLink } from './WorkLink.tsx'

export interface CreditEntriesProps {
  /** Newest first: those of one transfer stand together. */
  entries: readonly CreditEntry[]
  works: ReadonlyMap<string, PaidWork>
}

/** One item per transfer, one line per account that it moved. */
export function CreditEntries({ entries, works }: CreditEntriesProps) {
  const m = useMessages(creditsMessages)
  const transfers = [...Map.groupBy(entries, ({ id }) => id)]
  return (
    <section className="card" aria-labelledby="entries">
      <h2 id="entries">{m.entries}</h2>
      <ol className="mt-1 divide-y divide-line">
        {transfers.map(([id, legs]) => (
          <Transfer key={id} legs={legs} work={works.get(legs[0]?.ref_id ?? '')} />
        ))}
      </ol>
    </section>
  )
}

function Transfer({ legs, work }: { legs: readonly CreditEntry[]; work: PaidWork | undefined }) {
  const m = useMessages(creditsMessages)
  const [first] = legs
  if (!first) return null
  const isWelcome = first.kind === 'bonus' && first.ref_id === 'welcome'
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 text-sm md:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <p className="font-semibold">{isWelcome ? m.welcome : m.kind(first.kind, first.why)}</p>
        {first.ref_type === 'generation' && <WorkLink work={work} />}
        <p className="text-xs text-text-3">
          <time dateTime={first.created_at} title={new Date(first.created_at).toLocaleString()}>
            {formatAgo(first.created_at)}
          </time>
        </p>
      </div>
      <ul className="grid content-start gap-0.5">
        {legs.map((leg) => (
          <Leg key={leg.seq} leg={leg} />
        ))}
      </ul>
    </li>
  )
}

function Leg({ leg }: { leg: CreditEntry }) {
  const m = useMessages(creditsMessages)
  const amount = `${leg.amount > 0 ? '+' : '−'}${formatNumber(Math.abs(leg.amount))}`
  return (
    <li className="grid grid-cols-[1fr_4rem_6rem] items-baseline gap-2">
      <span className="text-text-2">{m[leg.account]}</span>
      <span className={classNames('num text-right', leg.amount > 0 && 'text-success-text')}>{amount}</span>
      <span className="text-right text-xs text-text-3">{m.balance(formatNumber(leg.balance_after))}</span>
    </li>
  )
}
