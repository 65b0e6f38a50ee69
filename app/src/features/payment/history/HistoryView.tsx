import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { paymentQueries, refreshPayments, type Payment } from '#entities/payment/payment-queries.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { paymentMessages } from '../payment.i18n.ts'

/** One's purchases, newest first, each with what became of it. */
export function HistoryView({ userId }: { userId: string }) {
  const m = useMessages(paymentMessages)
  const { data, isError, refetch } = useQuery(paymentQueries.own(userId))
  const [asked, setAsked] = useState<Payment | null>(null)
  if (!data && isError) {
    const again = (
      <Button size="sm" variant="line" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return <Alert tone="danger" title={m.unreadable} action={again} />
  }
  if (!data) return <Skeleton className="h-60 w-full" />
  if (data.length === 0) return <EmptyState title={m.noPayments} text={m.noPaymentsText} />
  return (
    <>
      <ul className="card divide-y divide-line">
        {data.map((payment) => (
          <Row key={payment.id} payment={payment} onRefund={() => setAsked(payment)} />
        ))}
      </ul>
      {asked && <RefundDialog payment={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function Row({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const m = useMessages(paymentMessages)
  const { id, purpose, credits, amount, created_at: at, is_refundable: isRefundable } = payment
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <Link to={paths.paymentSuccess} search={{ p: id }} className="font-semibold hover:underline">
          {purpose === 'gift' ? m.gift(credits) : m.purchase(credits)}
        </Link>
        <p className="text-xs text-text-3">
          {formatDate(at)} · {stateOf(m, payment)}
        </p>
      </div>
      <div className="flex items-center gap-3">
        <span className="num font-semibold">{m.francs(amount)}</span>
        {isRefundable && (
          <Button size="sm" variant="ghost" onClick={onRefund}>
            {m.refund}
          </Button>
        )}
      </div>
    </li>
  )
}

type Words = ReturnType<typeof useMessages<(typeof paymentMessages)['fr']>>

function stateOf(m: Words, { status, refunded, amount, dispute, refund_state: refund }: Payment): string {
  if (dispute === 'open') return m.disputed
  if (refunded > 0) return refunded >= amount ? m.refunded : m.partly
  if (refund !== null && refund !== 'done') return m.refundAsked
  if (status === 'paid') return m.paid
  if (status === 'review') return m.inReview
  return status === 'created' || status === 'pending' ? m.open : m.failed
}

function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const m = useMessages(paymentMessages)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callSignedIn('ask_refund', { p_payment: payment.id }),
    onSuccess: () => {
      toast({ title: m.refundDone })
      onClose()
    },
    onSettled: () => {
      refreshPayments()
      refreshCredits()
    },
  })
  const isUsed = error instanceof DataError && error.hint === 'credits_used'
  const footer = (
    <Button variant="danger" wide busyLabel={isPending && m.asking} disabled={isUsed} onClick={() => mutate()}>
      {m.refund}
    </Button>
  )
  return (
    <Dialog title={m.refund} onClose={onClose} footer={footer}>
      <p>{m.refundText(m.francs(payment.amount), payment.credits)}</p>
      {error && (
        <div className="mt-4">
          <Alert tone="danger">{isUsed ? m.refundUsed : m.refundFailed}</Alert>
        </div>
      )}
    </Dialog>
  )
}
