/** One step of an order between the messages of its two: what happened, when, by whom. It opens the order. */
import type { CommissionCard } from '@product/contract'
import ShoppingBag from 'lucide-react/icons/shopping-bag'

import { formatTime } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { classNames } from '#ui/class-names.ts'

import { eventMessages, wordEvent } from './event-words.i18n.ts'

export interface OrderCardProps {
  card: CommissionCard
  /** Who the other one is. */
  other: string
  /** Arrows go from message to message, and to this one among them. */
  'data-message': string
}

export function OrderCard({ card, other, ...place }: OrderCardProps) {
  const m = useMessages(eventMessages)
  const by = card.mine ? m.you : ({ staff: m.byStaff, clock: m.byClock, bank: m.byBank }[card.by as string] ?? other)
  return (
    <Link
      {...place}
      to={paths.commissions}
      search={{ order: card.commission_id }}
      className="my-1 flex w-88 max-w-full scroll-my-16 items-start gap-3 self-center rounded-md border border-line bg-surface p-3 text-text hover:border-line-strong"
    >
      <span
        aria-hidden="true"
        className={classNames('grid size-9 flex-none place-items-center rounded-full', toneOf(card.what))}
      >
        <ShoppingBag className="size-4.5" strokeWidth={1.75} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate text-xs text-text-2">{m.cardOf(card.number, card.service_title)}</span>
        <strong className="text-sm leading-5 wrap-anywhere">{wordEvent(m, card.what, card)}</strong>
        <span className="truncate text-xs text-text-3">
          {by} · <time dateTime={card.at}>{formatTime(card.at)}</time>
        </span>
      </span>
    </Link>
  )
}

const good = new Set(['paid', 'accepted', 'settled', 'time_given', 'withdrawn', 'chargeback_over'])
const bad = new Set(['disputed', 'appealed', 'late', 'chargeback'])

function toneOf(what: string): string {
  if (good.has(what)) return 'bg-success-soft text-on-success-soft'
  return bad.has(what) ? 'bg-danger-soft text-on-danger-soft' : 'bg-info-soft text-on-info-soft'
}
