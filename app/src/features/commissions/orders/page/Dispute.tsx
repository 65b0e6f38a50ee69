/** A dispute as its two see it: who says what by when, what was attached, and what was decided. */
import type { Commission, CommissionDispute, DisputeEntry } from '@product/contract'

import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'

import { FileTile } from '../files/FileTile.tsx'
import { stepMessages } from '../steps/steps.i18n.ts'
import { disputeMessages } from './dispute.i18n.ts'
import { ShownMessages } from './ShownMessages.tsx'

export function Dispute({ order }: { order: Commission }) {
  const m = useMessages(disputeMessages)
  const s = useMessages(stepMessages)
  const o = useMessages(orderMessages)
  const { dispute } = order
  if (dispute === null) return null
  const parties = { client: handleOf(order.client, o.somebody), creator: handleOf(order.creator, o.somebody) }
  const isOpen = order.status === 'disputed'
  const opened =
    dispute.opened_by === 'bank'
      ? order.role === 'client'
        ? m.byOwnBank
        : m.byBank
      : m.openedBy(parties[dispute.opened_by], o.moment(dispute.opened_at))
  return (
    <section aria-labelledby="order-dispute" className="card grid gap-4">
      <div className="grid gap-1">
        <h2 id="order-dispute">{m.title}</h2>
        <p className="font-semibold">{s[dispute.reason]}</p>
        <p className="text-sm text-text-2">{opened}</p>
      </div>
      {isOpen && dispute.ruling === null && dispute.opened_by !== 'bank' && (
        <Alert tone="warning">
          {m.until(
            parties[dispute.opened_by === 'client' ? 'creator' : 'client'],
            o.moment(dispute.answer_by),
            o.moment(dispute.ruled_by),
          )}
          {order.role !== 'staff' && ` ${m.onlyShown}`}
        </Alert>
      )}
      {isOpen && dispute.ruling === null && order.role !== 'staff' && (
        <p className="text-sm text-text-2">{m.suggestion(dispute.suggestion)}</p>
      )}
      {dispute.entries.length > 0 && (
        <ol aria-label={m.said} className="grid gap-4">
          {dispute.entries.map((entry) => (
            <Entry key={`${entry.by} ${entry.at}`} order={order} entry={entry} who={parties[entry.by]} />
          ))}
        </ol>
      )}
      <Ruling dispute={dispute} />
    </section>
  )
}

function Entry({ order, entry, who }: { order: Commission; entry: DisputeEntry; who: string }) {
  const m = useMessages(disputeMessages)
  const { moment } = useMessages(orderMessages)
  const files = order.files.filter(({ id }) => entry.files.includes(id))
  return (
    <li className="grid gap-2 border-l-2 border-line pl-4">
      <p className="text-xs text-text-3">
        {who} · {moment(entry.at)}
        {entry.is_appeal && ` · ${m.appeal}`}
      </p>
      {entry.words !== null && <p className="whitespace-pre-line text-sm wrap-anywhere">{entry.words}</p>}
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {files.map((file) => (
            <FileTile key={file.id} order={order.id} file={file} />
          ))}
        </ul>
      )}
      {entry.messages.length > 0 && <ShownMessages order={order} messages={entry.messages} />}
    </li>
  )
}

function Ruling({ dispute: { appeal_until: until, ruling } }: { dispute: CommissionDispute }) {
  const m = useMessages(disputeMessages)
  const { moment } = useMessages(orderMessages)
  if (ruling === null) return null
  return (
    <div className="grid gap-1.5 rounded-md bg-surface-2 px-4 py-3.5">
      <p className="font-semibold">{m.ruling(ruling.percent)}</p>
      <p className="whitespace-pre-line text-sm wrap-anywhere">{m.motive(ruling.words)}</p>
      <p className="text-sm text-text-2">
        {ruling.is_final ? m.final : until !== null && m.appealUntil(moment(until))}
      </p>
    </div>
  )
}
