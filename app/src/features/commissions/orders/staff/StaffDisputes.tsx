/** Disputes for the staff: those to decide first, and of one what its two have shown, nothing else. */
import type { Commission, StaffDispute } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { orderQueries } from '#entities/commission/order/order-queries.ts'
import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { Dispute } from '../page/Dispute.tsx'
import { History } from '../page/History.tsx'
import { Proposal, Request } from '../page/Terms.tsx'
import { Work } from '../page/Work.tsx'
import { stepMessages } from '../steps/steps.i18n.ts'
import { Histories } from './Histories.tsx'
import { RulingForm } from './RulingForm.tsx'
import { staffDisputeMessages } from './staff.i18n.ts'

export function StaffDisputes({ order }: { order: string | undefined }) {
  return order === undefined ? <List /> : <One id={order} />
}

function List() {
  const m = useMessages(staffDisputeMessages)
  const { data, isError, refetch } = useQuery(orderQueries.disputes())
  if (!data) {
    const retry = (
      <Button size="sm" variant="line" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-60 rounded-lg" />
  }
  if (data.length === 0) return <EmptyState text={m.none} />
  return (
    <ul aria-label={m.toRule} className="grid gap-4">
      {data.map((dispute) => (
        <li key={dispute.commission_id}>
          <Card dispute={dispute} />
        </li>
      ))}
    </ul>
  )
}

function Card({ dispute }: { dispute: StaffDispute }) {
  const m = useMessages(staffDisputeMessages)
  const s = useMessages(stepMessages)
  const o = useMessages(orderMessages)
  const { amount, client, commission_id: order, creator, number, reason, state } = dispute
  return (
    <article className="card grid gap-2" aria-label={m.number(number)}>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="text-base">
          {[m.number(number), amount !== null && o.francs(amount)].filter(Boolean).join(' · ')}
        </h2>
        <span className="rounded-sm bg-surface-2 px-2.5 py-0.5 text-xs font-semibold">{m[state]}</span>
      </div>
      <p className="text-sm">{s[reason]}</p>
      <p className="text-sm text-text-2 wrap-anywhere">
        {m.between(handleOf(client, o.somebody), handleOf(creator, o.somebody))}
      </p>
      <p className={dispute.is_overdue ? 'text-sm font-semibold text-danger-text' : 'text-sm text-text-2'}>
        {m.ruleBy(o.moment(dispute.ruled_by))}
        {dispute.is_overdue && ` · ${m.overdue}`}
      </p>
      {dispute.needs_two && <p className="text-sm text-text-2">{m.needsTwo}</p>}
      <Link
        to={paths.moderation}
        search={{ area: 'disputes', order }}
        className={`${buttonClass({ variant: 'line' })} justify-self-start`}
      >
        {m.look}
      </Link>
    </article>
  )
}

function One({ id }: { id: string }) {
  const m = useMessages(staffDisputeMessages)
  const { data: order, isError } = useQuery(orderQueries.one(id))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to={paths.moderation}
        search={{ area: 'disputes' }}
        className="inline-block justify-self-start text-sm font-semibold text-link"
      >
        {m.back}
      </Link>
      {isError && !order && <Alert tone="danger" title={m.unread} />}
      {!order && !isError && <Skeleton className="h-120 rounded-lg" />}
      {order && <Head order={order} />}
      {order && <OrderParts order={order} />}
      {order && canRule(order) && <RulingForm order={order} />}
    </div>
  )
}

function Head({ order }: { order: Commission }) {
  const m = useMessages(staffDisputeMessages)
  const o = useMessages(orderMessages)
  const amount = order.milestones.find(({ position }) => position === order.current)?.amount
  return (
    <header className="grid gap-1">
      <h2 className="wrap-anywhere">{order.service_title}</h2>
      <p className="text-sm text-text-2">
        {[m.number(order.number), amount !== undefined && o.francs(amount)].filter(Boolean).join(' · ')}
      </p>
      <p className="text-sm text-text-2 wrap-anywhere">
        {m.between(handleOf(order.client, o.somebody), handleOf(order.creator, o.somebody))}
      </p>
    </header>
  )
}

const canRule = ({ dispute, status }: Commission): boolean =>
  status === 'disputed' && dispute !== null && (dispute.ruling === null || dispute.is_appealed)

/** An order for somebody who only reads it: what was agreed beside what was made, and what the two have shown. */
function OrderParts({ order }: { order: Commission }) {
  return (
    <>
      <Dispute order={order} />
      <Histories order={order} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <Request order={order} />
          <Proposal order={order} />
        </div>
        <Work order={order} />
      </div>
      <History order={order} />
    </>
  )
}
