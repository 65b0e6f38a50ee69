import Check from 'lucide-react/icons/check'
import { useEffect, useState } from 'react'

import { useCredits } from '#entities/credits/use-credits.ts'
import { hasAftermath, type Payment } from '#entities/payment/payment-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { navigateToHref } from '#navigation/place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { GiftCode } from '../gift/GiftCode.tsx'
import { codeOf } from '../gift/kept-codes.ts'
import { namePayment } from '../name-payment.ts'
import { paymentMessages } from '../payment.i18n.ts'
import { ReceiptButton } from '../receipt/ReceiptButton.tsx'
import { RefundDialog } from '../refund/RefundDialog.tsx'
import { Aftermath } from './Aftermath.tsx'
import { Reference } from './Reference.tsx'

const resumeAfterMs = 2500

export interface StepsProps {
  payment: Payment
  operator: string | undefined
  /** It was open when this page began to look: whoever waited for it goes on by themselves. */
  wasAwaited: boolean
}

/** A payment that is done: what was added, what it was, what became of it, and the way back to what one was doing. */
export function Steps({ payment, operator, wasAwaited }: StepsProps) {
  const m = useMessages(paymentMessages)
  const isResuming = useResume(wasAwaited ? payment.return_to : null)
  const code = payment.purpose === 'gift' ? codeOf(payment.id) : null
  const isOver = hasAftermath(payment)
  return (
    <section className="card grid gap-5 overflow-hidden">
      <div className="-mx-5 -mt-5">
        <Pagne seed={payment.id} className="h-16" />
      </div>
      {isOver ? (
        <>
          <h2 className="text-2xl">{namePayment(m, payment)}</h2>
          <Aftermath payment={payment} />
        </>
      ) : (
        <Added payment={payment} hasCode={code !== null} />
      )}
      {code !== null && <GiftCode code={code} />}
      <Twice payment={payment} />
      <Facts payment={payment} operator={operator} />
      <div className="grid gap-2.5">
        {!isOver && <GoOn payment={payment} hasCode={code !== null} />}
        {isResuming && (
          <p role="status" className="text-center text-sm text-text-2">
            {payment.purpose === 'commission' ? m.resumingOrder : m.resuming}
          </p>
        )}
        <ReceiptButton payment={payment} look={{ variant: 'neutral', wide: true }} />
        <Link to={paths.payment} search={{ tab: 'history' }} className={buttonClass({ variant: 'ghost', wide: true })}>
          {m.history}
        </Link>
      </div>
    </section>
  )
}

interface GoOnProps {
  payment: Payment
  /** A gift by code, which this device knows. */
  hasCode: boolean
}

const doneClass = 'grid justify-items-center gap-1.5 text-center'

function Held() {
  const m = useMessages(paymentMessages)
  return (
    <div className={doneClass} role="status">
      <DoneMark />
      <h2 className="text-2xl">{m.milestonePaid}</h2>
      <p className="text-text-2">{m.milestoneText}</p>
      <DoneSteps steps={[m.sent, m.confirmed, m.milestoneHeld]} />
    </div>
  )
}

function DoneMark() {
  return (
    <span className="mb-4 mt-3 grid size-14 rotate-45 place-items-center rounded-md bg-success-soft text-on-success-soft">
      <Check aria-hidden="true" className="size-7 -rotate-45" />
    </span>
  )
}

function DoneSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-1 text-xs text-success-text">
      {steps.map((step) => (
        <li key={step} className="inline-flex items-center gap-1 font-medium">
          <Check aria-hidden="true" className="size-4" />
          {step}
        </li>
      ))}
    </ol>
  )
}

function Added({ payment: { credits, purpose }, hasCode }: GoOnProps) {
  const m = useMessages(paymentMessages)
  const { data: balance } = useCredits()
  const isGift = purpose === 'gift'
  if (purpose === 'commission') return <Held />
  return (
    <div className={doneClass} role="status">
      <DoneMark />
      <h2 className="text-2xl">{isGift ? m.given(credits) : m.done(credits)}</h2>
      <p className="text-text-2">{isGift ? !hasCode && m.givenText : balance && m.balance(balance.available)}</p>
      <DoneSteps steps={[m.sent, m.confirmed, isGift ? (hasCode ? m.giftReady : m.giftSent) : m.added]} />
    </div>
  )
}

function GoOn({ payment: { purpose, return_to: returnTo }, hasCode }: GoOnProps) {
  const m = useMessages(paymentMessages)
  if (purpose === 'gift') {
    const look = { variant: hasCode ? 'line' : 'primary', size: 'lg', wide: true } as const
    return (
      <Link to={paths.payment} search={{ tab: 'gifts' }} className={buttonClass(look)}>
        {m.seeGifts}
      </Link>
    )
  }
  const isOrder = purpose === 'commission'
  const to = returnTo ?? (isOrder ? paths.commissions : null)
  const goOn = () => (to === null ? openModal('create') : navigateToHref(to))
  return (
    <Button variant="primary" size="lg" wide onClick={goOn}>
      {isOrder ? m.seeOrder : to === null ? m.create : m.resume}
    </Button>
  )
}

function Facts({ payment, operator }: { payment: Payment; operator: string | undefined }) {
  const m = useMessages(paymentMessages)
  const { id, amount, method, msisdn_last4: last4 } = payment
  const means = method === 'card' ? m.card : [operator ?? m.mobile, last4 && `•• ${last4}`].filter(Boolean).join(' ')
  return (
    <div className="grid divide-y divide-line border-y border-line *:py-2.5">
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-text-3">{m.amount}</span>
        <span className="num">{m.francs(amount)}</span>
      </p>
      <p className="flex justify-between gap-3 text-sm">
        <span className="text-text-3">{m.means}</span>
        <span>{means}</span>
      </p>
      <Reference id={id} />
    </div>
  )
}

/** Both requests were approved: both were received, so that what is too much is kept or given back, as one likes. */
function Twice({ payment }: { payment: Payment }) {
  const m = useMessages(paymentMessages)
  const [isAsked, setAsked] = useState(false)
  if (payment.duplicate_of === null) return null
  const refund = payment.is_refundable && (
    <Button size="sm" variant="line" onClick={() => setAsked(true)}>
      {m.beRefunded}
    </Button>
  )
  return (
    <>
      <Alert tone="info" action={refund}>
        {m.twice(payment.credits)}
      </Alert>
      {isAsked && <RefundDialog payment={payment} onClose={() => setAsked(false)} />}
    </>
  )
}

/** Goes back to the form that this was bought for, once the words have been read. */
function useResume(to: string | null): boolean {
  useEffect(() => {
    if (to === null) return undefined
    const timer = setTimeout(() => navigateToHref(to, { replace: true }), resumeAfterMs)
    return () => clearTimeout(timer)
  }, [to])
  return to !== null
}
