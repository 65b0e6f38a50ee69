import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { isOpen, paymentQueries, type Payment } from '#entities/payment/payment-queries.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { namePayment } from '../name-payment.ts'
import { paymentMessages } from '../payment.i18n.ts'
import { ReceiptButton } from '../receipt/ReceiptButton.tsx'
import { RefundDialog } from '../refund/RefundDialog.tsx'
import { historyMessages } from './history.i18n.ts'

/** One's purchases, newest first, each with what became of it. */
export function Purchases({ userId }: { userId: string }) {
  const m = useMessages(historyMessages)
  const p = useMessages(paymentMessages)
  const { data, isError, refetch } = useQuery(paymentQueries.own(userId))
  const [asked, setAsked] = useState<Payment | null>(null)
  if (!data && isError) {
    const again = (
      <Button size="sm" variant="line" onClick={() => void refetch()}>
        {p.retry}
      </Button>
    )
    return <Alert tone="danger" title={m.failed} action={again} />
  }
  if (!data) return <Skeleton className="h-60 w-full" />
  if (data.length === 0) return <EmptyState title={m.emptyPurchases} text={m.emptyPurchasesText} />
  return (
    <>
      <ul className="card divide-y divide-line py-1!">
        {data.map((payment) => (
          <Row key={payment.id} payment={payment} onRefund={() => setAsked(payment)} />
        ))}
      </ul>
      {asked && <RefundDialog payment={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Row({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const m = useMessages(historyMessages)
  const p = useMessages(paymentMessages)
  const { id, amount, created_at: at } = payment
  return (
    <li className="py-3">
      <div className="relative flex items-baseline justify-between gap-4">
        <Link
          to={paths.paymentSuccess}
          search={{ p: id }}
          className="min-w-0 font-semibold before:absolute before:inset-x-0 before:-inset-y-3 hover:underline"
        >
          {namePayment(p, payment)}
        </Link>
        <span className="num flex-none">{p.francs(amount)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-xs text-text-3">
          {formatDay(at)} · {stateOf(m, payment)}
        </p>
        <div className="-mx-3.5 flex flex-wrap">
          <ReceiptButton payment={payment} look={{ size: 'sm' }} className="relative min-h-(--tap)!" />
          {payment.is_refundable && (
            <Button size="sm" variant="ghost" className="relative min-h-(--tap)!" onClick={onRefund}>
              {p.refund}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

type Words = ReturnType<typeof useMessages<(typeof historyMessages)['fr']>>

function stateOf(m: Words, payment: Payment): string {
  const { status, refunded, amount, dispute, refund_state: refund } = payment
  if (dispute === 'open') return m.contested
  if (refunded > 0) return refunded >= amount ? m.wasRefunded : m.partly
  if (refund !== null && refund !== 'done') return m.refundAsked
  if (status === 'paid') return m.paid
  if (status === 'review') return m.inReview
  return isOpen(payment) ? m.open : m.unpaid
}
