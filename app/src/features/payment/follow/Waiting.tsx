import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { refreshPayments, type Operator, type Payment } from '#entities/payment/payment-queries.ts'
import { checkoutHref, PaymentRefused, startPayment } from '#entities/payment/start-payment.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { keptNumber } from '../buy/paying-way.ts'
import { paymentMessages } from '../payment.i18n.ts'
import { problemWords } from '../problem-words.ts'
import { problemMessages } from '../problem.i18n.ts'

/** How long operators usually keep a request open. */
const ringSeconds = 180
const announcedEvery = 30
const slowAfterSeconds = 120
const stuckAfterSeconds = 30

export interface WaitingProps {
  payment: Payment
  operator: Pick<Operator, 'name' | 'ussd'> | undefined
  /** In a sheet, which has its own title and its own way out. */
  isInSheet?: boolean
}

/** A request that is on somebody's phone, or a card's page that is open: closing this one loses nothing. */
export function Waiting(props: WaitingProps) {
  return props.payment.method === 'card' ? <CardWaiting {...props} /> : <PhoneWaiting {...props} />
}

const lookOf = (isInSheet: boolean) => (isInSheet ? 'grid gap-5' : 'card grid gap-5')

function CardWaiting({ payment, isInSheet = false }: WaitingProps) {
  const m = useMessages(paymentMessages)
  const { checkout_url: url } = payment
  return (
    <section className={lookOf(isInSheet)}>
      <h2>{m.cardTitle}</h2>
      <p className="text-sm text-text-2">{m.mayClose}</p>
      {url !== null && (
        <a href={checkoutHref(url)} className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}>
          {m.cardGo}
        </a>
      )}
      <WaysOut payment={payment} hasOther={!isInSheet} />
    </section>
  )
}

function PhoneWaiting({ payment, operator, isInSheet = false }: WaitingProps) {
  const m = useMessages(paymentMessages)
  const { msisdn_last4: last4, attempt_started_at: at, created_at: made } = payment
  const seconds = useSecondsSince(at ?? made)
  const name = operator?.name ?? m.mobile
  return (
    <section className={lookOf(isInSheet)}>
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2 tabIndex={-1}>{m.waitTitle}</h2>
          <p className="mt-1 text-text-2">
            {m.waitWhat(m.francs(payment.amount), name, last4 === null ? '' : `•• ${last4}`)}
          </p>
        </div>
        <Ring left={ringSeconds - seconds} />
      </div>
      <ol className="grid gap-2.5 text-sm">
        {[m.step1(name), m.step2, m.step3(name)].map((words, index) => (
          <li key={words} className="flex items-start gap-3">
            <span
              className="num grid size-6.5 flex-none place-items-center rounded-full bg-surface-2 text-xs"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{words}</span>
          </li>
        ))}
      </ol>
      <div className="grid gap-1 rounded-md bg-surface-2 px-4 py-3 text-sm text-text-2" role="status">
        {seconds >= slowAfterSeconds
          ? m.slow(name)
          : seconds >= stuckAfterSeconds
            ? m.nothing(operator?.ussd ?? null)
            : m.mayClose}
      </div>
      {seconds >= stuckAfterSeconds && <Ringing payment={payment} />}
      <WaysOut payment={payment} hasOther={!isInSheet} />
      <p className="text-xs text-text-3">{m.cancelAnyway}</p>
    </section>
  )
}

/** The same request on the same phone: whoever answers it twice pays once. Only this device knows the number. */
function Ringing({ payment: { id, method, msisdn_last4: last4 } }: { payment: Payment }) {
  const m = useMessages(paymentMessages)
  const problems = useMessages(problemMessages)
  const number = keptNumber(method ?? '', last4)
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (typed: string) =>
      startPayment(
        { payment_id: id, ring: true, method: { kind: 'mobile_money', operator: method ?? '', number: typed } },
        crypto.randomUUID(),
      ),
    onSuccess: () => toast({ title: m.rung }),
    onError: (error) =>
      toast({
        title: problemWords(problems, error instanceof PaymentRefused ? error.code : 'network'),
        tone: 'danger',
      }),
    onSettled: refreshPayments,
  })
  if (number === null || isSuccess) return null
  return (
    <Button variant="primary" busyLabel={isPending && m.sending} onClick={() => mutate(number)}>
      {m.ring}
    </Button>
  )
}

/** Both give up this request: whoever has approved it already gets what they paid, and may begin another one at once. */
function WaysOut({ payment, hasOther }: { payment: Payment; hasOther: boolean }) {
  const m = useMessages(paymentMessages)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => callSignedIn('cancel_payment', { p_payment: payment.id }),
    onSettled: refreshPayments,
  })
  const payOtherwise = async (by: 'card' | 'phone' | undefined) => {
    await mutateAsync()
    // Of an order it is paid on its page, as it stands by then.
    if (payment.purpose === 'commission') return
    const search = { pack: payment.sku, left: '1', by, return: payment.return_to ?? undefined }
    navigate({ to: paths.payment, search })
  }
  const otherWay = payment.method === 'card' ? 'phone' : 'card'
  return (
    <div className="flex flex-wrap gap-3">
      {hasOther && (
        <>
          {payment.method !== 'card' && (
            <Button variant="line" disabled={isPending} onClick={() => void payOtherwise('phone')}>
              {m.changeNumber}
            </Button>
          )}
          <Button variant="line" disabled={isPending} onClick={() => void payOtherwise(otherWay)}>
            {m.otherWay}
          </Button>
        </>
      )}
      <Button variant="ghost" disabled={isPending} onClick={() => void mutateAsync()}>
        {m.cancel}
      </Button>
    </div>
  )
}

function useSecondsSince(at: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.round((now - new Date(at).getTime()) / 1000))
}

/** What is left of the operator's time, drawn and said now and then: never a limit of ours. */
function Ring({ left }: { left: number }) {
  const m = useMessages(paymentMessages)
  if (left <= 0) return null
  const said = Math.ceil(left / announcedEvery) * announcedEvery
  return (
    <div
      role="timer"
      aria-label={m.left(Math.floor(said / 60), said % 60)}
      className="relative grid size-16 flex-none place-items-center"
    >
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="18" cy="18" r="16" fill="none" stroke="var(--line)" strokeWidth="3" />
        <circle
          cx="18"
          cy="18"
          r="16"
          fill="none"
          stroke="var(--credit)"
          strokeWidth="3"
          pathLength="1"
          strokeDasharray={`${Math.min(1, left / ringSeconds)} 1`}
        />
      </svg>
      <span aria-hidden="true" className="num text-sm font-semibold">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
    </div>
  )
}
