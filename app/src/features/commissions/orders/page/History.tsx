import type { Commission, CommissionEvent } from '@product/contract'

import { eventMessages, wordEvent } from '#entities/commission/order/event-words.i18n.ts'
import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

import { orderPageMessages } from './order-page.i18n.ts'

/** Everything that happened, as it was written with it. */
export function History({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const e = useMessages(eventMessages)
  const o = useMessages(orderMessages)
  const by: Readonly<Record<CommissionEvent['by'], string>> = {
    client: handleOf(order.client, o.somebody),
    creator: handleOf(order.creator, o.somebody),
    staff: e.byStaff,
    clock: e.byClock,
    bank: e.byBank,
  }
  return (
    <details className="card">
      <summary className="text-base font-semibold">{m.history}</summary>
      <ol className="mt-3 grid gap-3 border-l-2 border-line pl-4">
        {order.events.map((event) => (
          <li key={event.id} className="grid gap-0.5 text-sm">
            <span className="wrap-anywhere">{wordEvent(e, event.what, event.details)}</span>
            <span className="text-xs text-text-3">
              {o.moment(event.at)} · {by[event.by]}
            </span>
            {typeof event.details['words'] === 'string' && (
              <span className="whitespace-pre-line text-text-2 wrap-anywhere">« {event.details['words']} »</span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
