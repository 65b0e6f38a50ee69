import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { classNames } from '#ui/class-names.ts'

import type { PaidWork } from '../ledger/paid-work.ts'
import { WorkLink } from '../ledger/WorkLink.tsx'
import { historyMessages } from './history.i18n.ts'
import type { HistoryLine } from './lines.ts'
import type { GivenGift } from './use-history-gifts.ts'

interface LineProps {
  line: HistoryLine
  words: string
  work: PaidWork | undefined
  /** Of a gift. */
  got: { who: string; words: string | null } | null
}

/** What changed what one can spend, and what it left. */
export function Line({ line, words, work, got }: LineProps) {
  const m = useMessages(historyMessages)
  const { at, change, balance, refType, refId } = line
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <div className="min-w-0">
        <p className="text-sm font-semibold">
          {refType === 'payment' && refId !== null ? (
            <Link to={paths.paymentSuccess} search={{ p: refId }} className="hover:underline">
              {words}
            </Link>
          ) : got === null ? (
            words
          ) : (
            m.giftOf(got.who)
          )}
        </p>
        {refType === 'generation' && <WorkLink work={work} />}
        {got !== null && got.words !== null && <p className="text-sm break-words text-text-2">« {got.words} »</p>}
        <Moment at={at} />
      </div>
      <p className="text-right">
        <span className={classNames('num text-lg leading-tight', change > 0 && 'text-success-text')}>
          {change > 0 ? '+' : '−'}
          {formatNumber(Math.abs(change))}
        </span>
        <span className="block text-xs text-text-3">{m.balance(formatNumber(balance))}</span>
      </p>
    </li>
  )
}

/** A gift that one bought: it cost money, and no credit of one's own. */
export function GivenLine({ given: { gift, at, to, francs } }: { given: GivenGift }) {
  const m = useMessages(historyMessages)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-3">
      <div className="min-w-0">
        <p className="text-sm font-semibold">
          <Link to={paths.paymentSuccess} search={{ p: gift.payment_id }} className="hover:underline">
            {to === null ? m.gaveByCode(gift.credits) : m.gaveTo(to, gift.credits)}
          </Link>
        </p>
        {gift.message !== null && <p className="text-sm break-words text-text-2">« {gift.message} »</p>}
        <Moment at={at} />
      </div>
      {francs !== undefined && <p className="num text-right">{m.francs(formatNumber(francs))}</p>}
    </li>
  )
}

function Moment({ at }: { at: string }) {
  return (
    <p className="text-xs text-text-3">
      <time dateTime={at}>
        {formatDay(at)}, {formatTime(at)}
      </time>
    </p>
  )
}
