/** A dispute as its two see it: who says what by when, what was attached, and what was decided. */
import type { Commission, CommissionDispute, CommissionSide, DisputeEntry } from '@product/contract'

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
  const { dispute, role } = order
  if (dispute === null) return null
  const parties = { client: handleOf(order.client, o.somebody), creator: handleOf(order.creator, o.somebody) }
  const byBank = role === 'client' ? m.byOwnBank : m.byBank
  const { entries, opened_by: by } = dispute
  return (
    <section aria-labelledby="order-dispute" className="card grid gap-4">
      <div className="grid gap-1">
        <h2 id="order-dispute">{m.title}</h2>
        <p className="font-semibold">{s[dispute.reason]}</p>
        <p className="text-sm text-text-2">
          {by === 'bank' ? byBank : m.openedBy(parties[by], o.moment(dispute.opened_at))}
        </p>
      </div>
      {order.status === 'disputed' && dispute.ruling === null && (
        <Awaited dispute={dispute} parties={parties} isParty={role !== 'staff'} />
      )}
      {entries.length > 0 && (
        <ol aria-label={m.said} className="grid gap-4">
          {entries.map((entry) => (
            <Entry key={`${entry.by} ${entry.at}`} order={order} entry={entry} who={parties[entry.by]} />
          ))}
        </ol>
      )}
      <Ruling dispute={dispute} />
    </section>
  )
}

interface AwaitedProps {
  dispute: CommissionDispute
  parties: Readonly<Record<CommissionSide, string>>
  isParty: boolean
}

/** Before the staff has ruled: who answers by when, and what the two may do instead. */
function Awaited({ dispute, parties, isParty }: AwaitedProps) {
  const m = useMessages(disputeMessages)
  const { moment } = useMessages(orderMessages)
  const { answer_by: answer, opened_by: by, ruled_by: ruling, suggestion } = dispute
  return (
    <>
      {by !== 'bank' && (
        <Alert tone="warning">
          {m.until(parties[by === 'client' ? 'creator' : 'client'], moment(answer), moment(ruling))}
          {isParty && ` ${m.onlyShown}`}
        </Alert>
      )}
      {isParty && by !== 'bank' && <p className="text-sm text-text-2">{m.suggestion(suggestion)}</p>}
    </>
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
