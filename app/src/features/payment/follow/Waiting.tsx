import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { refreshPayments, type Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'

import { paymentMessages } from '../payment.i18n.ts'

/** How long operators usually keep a request open. */
const ringSeconds = 180
const announcedEvery = 30
const slowAfterSeconds = 120
const stuckAfterSeconds = 30

export interface WaitingProps {
  payment: Payment
  operator: string | undefined
  /** In a sheet, which has its own title and its own way out. */
  isInSheet?: boolean
}

/** A request that is on somebody's phone, or a card's page that is open: closing this one loses nothing. */
export function Waiting({ payment, operator, isInSheet = false }: WaitingProps) {
  const m = useMessages(paymentMessages)
  const { method, checkout_url: url, msisdn_last4: last4, attempt_started_at: at, created_at: made } = payment
  const seconds = useSecondsSince(at ?? made)
  const look = isInSheet ? 'grid gap-5' : 'card grid gap-5'
  if (method === 'card') {
    return (
      <section className={look}>
        <h2>{m.cardTitle}</h2>
        <p className="text-sm text-text-2">{m.mayClose}</p>
        {url !== null && (
          <a href={url} className={buttonClass({ variant: 'primary', size: 'lg', wide: true })}>
            {m.cardGo}
          </a>
        )}
        <WaysOut payment={payment} hasOther={!isInSheet} />
      </section>
    )
  }
  const name = operator ?? m.mobile
  return (
    <section className={look}>
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
        {seconds >= slowAfterSeconds ? m.slow(name) : seconds >= stuckAfterSeconds ? m.nothing : m.mayClose}
      </div>
      <WaysOut payment={payment} hasOther={!isInSheet} />
      <p className="text-xs text-text-3">{m.cancelAnyway}</p>
    </section>
  )
}

/** Both give up this request: whoever has approved it already gets what they paid, and may begin another one at once. */
function WaysOut({ payment, hasOther }: { payment: Payment; hasOther: boolean }) {
  const m = useMessages(paymentMessages)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => callSignedIn('cancel_payment', { p_payment: payment.id }),
    onSettled: refreshPayments,
  })
  const payOtherwise = async () => {
    await mutateAsync()
    const search = { pack: payment.sku, left: '1', return: payment.return_to ?? undefined }
    navigate({ to: paths.payment, search })
  }
  return (
    <div className="flex flex-wrap gap-3">
      {hasOther && (
        <Button variant="line" disabled={isPending} onClick={() => void payOtherwise()}>
          {m.otherWay}
        </Button>
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
