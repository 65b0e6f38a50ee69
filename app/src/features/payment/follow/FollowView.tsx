import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import { DataError } from '#data/rest.ts'
import { isUuid } from '#data/uuid.ts'
import { isOpen, paymentQueries, type Operator, type Payment } from '#entities/payment/payment-queries.ts'
import { usePayment } from '#entities/payment/use-payment.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { Failure } from './Failure.tsx'
import { Reference } from './Reference.tsx'
import { Steps, type StepsProps } from './Steps.tsx'
import { useStepFocus } from './use-step-focus.ts'
import { Waiting } from './Waiting.tsx'

/** How one payment goes: by its id alone, whatever else an address says. */
export function FollowView({ id }: { id: string }) {
  return isUuid(id) ? <Followed id={id} /> : <Unknown />
}

function Followed({ id }: { id: string }) {
  const m = useMessages(paymentMessages)
  const isOnline = useOnline()
  const { data: payment, error, refetch } = usePayment(id)
  const [wasAwaited, setAwaited] = useState(false)
  if (payment && isOpen(payment) && !wasAwaited) setAwaited(true)
  const box = useStepFocus(payment && (isOpen(payment) ? 'open' : payment.status))
  const operators = useQuery(paymentQueries.operators())
  const operator = operators.data?.find(({ code }) => code === payment?.method)
  if (payment) {
    return (
      <div ref={box} className="mx-auto grid w-full max-w-144 gap-4">
        {!isOnline && isOpen(payment) && <Alert tone="warning">{m.lost}</Alert>}
        <Outcome payment={payment} operator={operator} wasAwaited={wasAwaited} />
        {payment.provider === 'sandbox' && <p className="text-center text-xs text-text-3">{m.sandboxMark}</p>}
      </div>
    )
  }
  return <Unread error={error} onRetry={() => void refetch()} />
}

function Unread({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const m = useMessages(paymentMessages)
  const isOnline = useOnline()
  if (error instanceof DataError && error.status >= 400 && error.status < 500) return <Unknown />
  if (!error) return <Skeleton className="mx-auto h-96 w-full max-w-144" />
  const again = (
    <Button size="sm" variant="line" onClick={onRetry}>
      {m.retry}
    </Button>
  )
  return (
    <Alert tone="warning" action={again}>
      {isOnline ? m.unreadablePayment : m.lost}
    </Alert>
  )
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

interface OutcomeProps extends Omit<StepsProps, 'operator'> {
  operator: Operator | undefined
}

function Outcome({ payment, operator: by, wasAwaited }: OutcomeProps) {
  const m = useMessages(paymentMessages)
  const operator = by?.name
  if (payment.status === 'paid')
    return <Steps payment={payment} operator={operator} wasAwaited={wasAwaited || isFreshCard(payment)} />
  if (isOpen(payment)) return <Waiting payment={payment} operator={by} />
  if (payment.status !== 'review') return <Failure payment={payment} operator={operator} />
  return (
    <section className="card grid gap-3" role="status">
      <h2>{m.inReview}</h2>
      <p className="text-text-2">{m.review}</p>
      <Reference id={payment.id} />
    </section>
  )
}

const freshMs = 60_000

/** Whoever comes back from a bank's page has waited there. */
function isFreshCard({ method, paid_at: at }: Payment): boolean {
  return method === 'card' && at !== null && Date.now() - new Date(at).getTime() < freshMs
}
