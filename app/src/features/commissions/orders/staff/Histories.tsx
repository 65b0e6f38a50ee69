/** What became of the other orders of both, for whoever rules: figures, and nothing of what was in them. */
import type { Commission, CommissionHistory } from '@product/contract'

import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { staffDisputeMessages } from './staff.i18n.ts'

const figures = ['paid', 'completed', 'refunded', 'late', 'disputes', 'opened', 'lost', 'chargebacks'] as const

export function Histories({ order: { client, creator, histories } }: { order: Commission }) {
  const m = useMessages(staffDisputeMessages)
  const { somebody } = useMessages(orderMessages)
  if (histories === null) return null
  return (
    <section aria-labelledby="histories" className="card grid gap-4">
      <h2 id="histories">{m.histories}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:grid-cols-2">
        <History name={m.asClient(handleOf(client, somebody))} history={histories.client} />
        <History name={m.asCreator(handleOf(creator, somebody))} history={histories.creator} />
      </div>
    </section>
  )
}

function History({ name, history }: { name: string; history: CommissionHistory }) {
  const m = useMessages(staffDisputeMessages)
  return (
    <div className="grid content-start gap-2">
      <h3 className="text-base wrap-anywhere">{name}</h3>
      {history.since !== null && <p className="text-xs text-text-3">{m.since(formatDay(history.since))}</p>}
      {history.paid === 0 ? (
        <p className="text-sm text-text-2">{m.noOther}</p>
      ) : (
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-sm">
          {figures.map((figure) => (
            <div key={figure} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-text-2">{m[`history_${figure}`]}</dt>
              <dd className="num font-semibold">{formatNumber(history[figure])}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
