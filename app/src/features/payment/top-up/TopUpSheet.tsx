import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'

import { isUuid } from '#data/uuid.ts'
import { isOpen, paymentQueries, type Offer, type Operator, type Payment } from '#entities/payment/payment-queries.ts'
import { closeTopUp, followInTopUp, placeUnderTopUp } from '#entities/payment/top-up-place.ts'
import { usePayment } from '#entities/payment/use-payment.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { toast } from '#ui/toast/toast.ts'

import { PayPanel } from '../buy/PayPanel.tsx'
import { WithOffers } from '../buy/WithOffers.tsx'
import { useStepFocus } from '../follow/use-step-focus.ts'
import { Waiting } from '../follow/Waiting.tsx'
import { paymentMessages } from '../payment.i18n.ts'
import { reasonWords } from '../problem-words.ts'
import { problemMessages } from '../problem.i18n.ts'
import { topUpChoices, type TopUpChoice } from './choices.ts'
import { topUpMessages } from './top-up.i18n.ts'

export interface TopUpSheetProps {
  missing: number
  /** The payment that it waits for. */
  paymentId: string | undefined
}

/** Sells what a form is short of without leaving it: the form waits underneath, and is there again by itself. */
export function TopUpSheet({ missing, paymentId }: TopUpSheetProps) {
  const m = useMessages(topUpMessages)
  const id = paymentId !== undefined && isUuid(paymentId) ? paymentId : null
  return (
    <Dialog title={m.title} onClose={closeTopUp}>
      {id === null ? <Choosing missing={missing} failed={null} /> : <Following key={id} id={id} missing={missing} />}
    </Dialog>
  )
}

function Following({ id, missing }: { id: string; missing: number }) {
  const { data: payment, isError } = usePayment(id)
  const operators = useQuery(paymentQueries.operators())
  const operator = operators.data?.find(({ code }) => code === payment?.method)
  const isPaid = payment?.status === 'paid'
  const box = useStepFocus(payment && (isOpen(payment) ? 'open' : payment.status), true)
  useEffect(() => {
    if (!isPaid) return
    const words = currentMessages(topUpMessages)
    toast({ title: words.done(payment.credits), description: words.doneText })
    closeTopUp()
  }, [isPaid, payment?.credits])
  if (isError && !payment) return <Choosing missing={missing} failed={null} />
  if (!payment || isPaid) return <Skeleton className="h-80 w-full" />
  if (isOpen(payment)) {
    return (
      <div ref={box}>
        <Waiting payment={payment} operator={operator} isInSheet />
      </div>
    )
  }
  return <Choosing missing={missing} failed={payment} operator={operator?.name} />
}

interface ChoosingProps {
  missing: number
  /** What was tried before, and came to nothing. */
  failed: Payment | null
  operator?: string | undefined
}

function Choosing({ missing, failed, operator }: ChoosingProps) {
  const p = useMessages(paymentMessages)
  const problems = useMessages(problemMessages)
  const words = failed && (failed.status === 'review' ? p.review : reasonWords(problems, failed, operator))
  return (
    <div className="grid gap-4">
      {words !== null && <Alert tone={failed?.status === 'review' ? 'info' : 'danger'}>{words}</Alert>}
      <WithOffers>
        {(offers, operators) => <Purchase missing={missing} offers={offers} operators={operators} />}
      </WithOffers>
    </div>
  )
}

interface PurchaseProps {
  missing: number
  offers: readonly Offer[]
  operators: readonly Operator[]
}

function Purchase({ missing, offers, operators }: PurchaseProps) {
  const m = useMessages(topUpMessages)
  const choices = topUpChoices(offers, missing)
  const [place, setPlace] = useState(0)
  const chosen = choices[place] ?? choices[0]
  if (!chosen) return null
  return (
    <PayPanel
      isPlain
      what={chosen}
      operators={operators}
      returnTo={placeUnderTopUp()}
      onStarted={({ payment_id: id }) => followInTopUp(id)}
    >
      <p className="text-text-2">{m.missing(missing)}</p>
      <Choices choices={choices} chosen={chosen} onChoose={setPlace} />
    </PayPanel>
  )
}

interface ChoicesProps {
  choices: readonly TopUpChoice[]
  chosen: TopUpChoice
  onChoose: (place: number) => void
}

function Choices({ choices, chosen, onChoose }: ChoicesProps) {
  const m = useMessages(topUpMessages)
  const p = useMessages(paymentMessages)
  const name = useId()
  return (
    <div role="radiogroup" aria-label={m.choices} className="grid gap-2">
      {choices.map((choice, place) => (
        <label
          key={choice.priceId}
          className="relative flex min-h-14 items-center justify-between gap-3 rounded-md border border-line px-4 py-2 has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            checked={choice === chosen}
            onChange={() => onChoose(place)}
            aria-label={`${p.credits(choice.credits)}, ${p.francsSpoken(choice.amount)}`}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          <span aria-hidden="true">
            <span className="block text-sm font-semibold">{p.credits(choice.credits)}</span>
            <span className="block text-xs text-text-3">{choice.isTopUp ? m.just : m.pack}</span>
          </span>
          <span aria-hidden="true" className="num flex-none whitespace-nowrap">
            {p.francs(choice.amount)}
          </span>
        </label>
      ))}
    </div>
  )
}
