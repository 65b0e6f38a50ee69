import { useQuery } from '@tanstack/react-query'

import { useOnline } from '#data/network.ts'
import { DataError } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'
import { isOpen, paymentQueries, type Payment } from '#entities/payment/payment-queries.ts'
import { usePayment } from '#entities/payment/use-payment.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { reasonWords } from '../problem-words.ts'
import { Steps } from './Steps.tsx'
import { Waiting } from './Waiting.tsx'

/** How one payment goes: by its id alone, whatever else an address says. */
export function FollowView({ id }: { id: string }) {
  return isUuid(id) ? <Followed id={id} /> : <Unknown />
}

function Followed({ id }: { id: string }) {
  const m = useMessages(paymentMessages)
  const isOnline = useOnline()
  const { data: payment, error } = usePayment(id)
  const operators = useQuery(paymentQueries.operators())
  const operator = operators.data?.find(({ code }) => code === payment?.method)
  if (payment) {
    return (
      <div className="grid max-w-160 gap-5">
        {!isOnline && <Alert tone="info">{m.lost}</Alert>}
        <Outcome payment={payment} operator={operator?.name} />
      </div>
    )
  }
  const isNobodys = error instanceof DataError && error.status >= 400 && error.status < 500
  return isNobodys ? <Unknown /> : <Skeleton className="h-80 w-full" />
}

function Unknown() {
  const m = useMessages(paymentMessages)
  return (
    <EmptyState
      title={m.unknownTitle}
      text={m.unknownText}
      action={
        <Link to={paths.payment} search={{ tab: 'history' }} className={buttonClass({ variant: 'line' })}>
          {m.history}
        </Link>
      }
    />
  )
}

function Outcome({ payment, operator }: { payment: Payment; operator: string | undefined }) {
  const m = useMessages(paymentMessages)
  if (payment.status === 'paid') return <Steps payment={payment} />
  if (isOpen(payment)) return <Waiting payment={payment} operator={operator} />
  if (payment.status === 'review')
    return (
      <Alert tone="info" title={m.inReview}>
        {m.review}
      </Alert>
    )
  return (
    <section className="card grid gap-4" role="status">
      <h2>{m.failedTitle}</h2>
      <p className="text-text-2">{reasonWords(m, payment, operator)}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.payment} search={{ again: payment.id }} className={buttonClass({ variant: 'primary' })}>
          {m.retry}
        </Link>
        <Link to={paths.payment} className={buttonClass({ variant: 'line' })}>
          {m.otherWay}
        </Link>
      </div>
    </section>
  )
}
