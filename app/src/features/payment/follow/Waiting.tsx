import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { refreshPayments, type Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'

import { paymentMessages } from '../payment.i18n.ts'

/** How long operators usually keep a request open. */
const ringSeconds = 180
const announcedEvery = 30

/** A request that is on somebody's phone, or a card's page that is open: closing this one loses nothing. */
export function Waiting({ payment, operator }: { payment: Payment; operator: string | undefined }) {
  const m = useMessages(paymentMessages)
  const { amount, checkout_url: url, msisdn_last4: last4, method } = payment
  if (method === 'card') {
    return (
      <section className="card grid gap-4">
        <h2>{m.cardTitle}</h2>
        <p className="text-sm text-text-2">{m.mayClose}</p>
        <div className="flex flex-wrap gap-3">
          {url !== null && (
            <a href={url} className={buttonClass({ variant: 'primary' })}>
              {m.cardGo}
            </a>
          )}
          <Cancel id={payment.id} />
        </div>
      </section>
    )
  }
  const name = operator ?? m.mobile
  return (
    <section className="card grid gap-5">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h2>{m.waitTitle}</h2>
          <p className="mt-1 text-text-2">{m.waitWhat(m.francs(amount), name, last4 === null ? '' : `•• ${last4}`)}</p>
        </div>
        <Ring since={payment.attempt_started_at ?? payment.created_at} />
      </div>
      <ol className="grid list-decimal gap-1.5 pl-5 text-sm">
        <li>{m.step1(name)}</li>
        <li>{m.step2}</li>
        <li>{m.step3(name)}</li>
      </ol>
      <p className="text-sm text-text-2">{m.nothing}</p>
      <p className="text-sm text-text-2">{m.mayClose}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={paths.payment} className={buttonClass({ variant: 'line' })}>
          {m.otherWay}
        </Link>
        <Cancel id={payment.id} />
      </div>
      <p className="text-xs text-text-3">{m.cancelAnyway}</p>
    </section>
  )
}

function Cancel({ id }: { id: string }) {
  const m = useMessages(paymentMessages)
  const { mutate, isPending } = useMutation({
    mutationFn: () => callSignedIn('cancel_payment', { p_payment: id }),
    onSettled: refreshPayments,
  })
  return (
    <Button variant="ghost" disabled={isPending} onClick={() => mutate()}>
      {m.cancel}
    </Button>
  )
}

/** What is left of the operator's time, drawn and said now and then: never a limit of ours. */
function Ring({ since }: { since: string }) {
  const m = useMessages(paymentMessages)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.round(ringSeconds - (now - new Date(since).getTime()) / 1000))
  if (left === 0) return null
  const said = Math.ceil(left / announcedEvery) * announcedEvery
  const words = (seconds: number) => m.left(Math.floor(seconds / 60), seconds % 60)
  return (
    <div role="timer" aria-label={words(said)} className="relative grid size-16 flex-none place-items-center">
      <svg viewBox="0 0 36 36" aria-hidden="true" className="absolute inset-0 -rotate-90">
        <circle cx="18" cy="18" r="16" fill="none" stroke="var(--line)" strokeWidth="3" />
        <circle
          cx="18"
          cy="18"
          r="16"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="3"
          pathLength="1"
          strokeDasharray={`${left / ringSeconds} 1`}
        />
      </svg>
      <span aria-hidden="true" className="num text-sm font-semibold">
        {Math.floor(left / 60)}:{String(left % 60).padStart(2, '0')}
      </span>
    </div>
  )
}
