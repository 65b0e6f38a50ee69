import type { PaymentStarted } from '@product/contract'
import { useState, type ReactNode } from 'react'

import { useOnline } from '#data/network.ts'
import type { Operator, Payment } from '#entities/payment/payment-queries.ts'
import type { PaymentRefused } from '#entities/payment/start-payment.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { problemWords } from '../problem-words.ts'
import { problemMessages } from '../problem.i18n.ts'
import { MethodFields } from './MethodFields.tsx'
import { checkNumber } from './number.ts'
import { firstWay, type PayingWay } from './paying-way.ts'
import { usePurchase, type Milestone, type Wish } from './use-purchase.ts'

export interface PayPanelProps {
  operators: readonly Operator[]
  /** What is paid for, and for how much in francs. */
  what: { priceId: string; credits: number; amount: number; isTopUp?: boolean; milestone?: Milestone }
  /** A payment that did not succeed, to be tried again. */
  again?: Payment | null
  by?: PayingWay['kind'] | undefined
  returnTo?: string | undefined
  gift?: Wish['gift']
  promoCode?: string | undefined
  /** What is still to be said before one can pay. */
  obstacle?: string | null
  onStarted: (started: PaymentStarted) => void
  /** In a sheet, which frames it already. */
  isPlain?: boolean
  /** Above the way to pay. */
  children?: ReactNode
}

/** The way to pay, what it comes to, and the button: everything between a choice and the provider. */
export function PayPanel(props: PayPanelProps) {
  const {
    operators,
    what,
    again = null,
    by,
    returnTo,
    gift,
    promoCode,
    obstacle = null,
    onStarted,
    isPlain,
    children,
  } = props
  const m = useMessages(paymentMessages)
  const isOnline = useOnline()
  const [way, setWay] = useState(() => firstWay(operators, again, by))
  const [isChecked, setChecked] = useState(false)
  const { buy, isPending, refused, forgetRefusal } = usePurchase(onStarted)
  const price = priceOf(refused, what)
  const isOverLimit = isOwnLimit(refused)
  const pay = () => {
    setChecked(true)
    if (!isWhole(way, operators) || obstacle !== null) return
    void buy({
      priceId: refused?.price?.price_id ?? what.priceId,
      credits: what.isTopUp ? what.credits : undefined,
      milestone: what.milestone,
      way,
      again,
      returnTo,
      isOverLimit,
      promoCode,
      ...(gift && { gift }),
    })
  }
  return (
    <section className={isPlain ? 'grid gap-5' : 'card grid gap-5'} aria-label={m.method}>
      {!isPlain && <h2>{m.method}</h2>}
      {children}
      <MethodFields
        way={way}
        operators={operators}
        isChecked={isChecked}
        onChange={(change) => setWay((before) => ({ ...before, ...change }))}
      />
      <Sum what={what} price={price} isCard={way.kind === 'card'} isGift={gift !== undefined} />
      {operators.some(({ isFictional }) => isFictional) && <Alert tone="info">{m.sandboxMark}</Alert>}
      {refused && <Refusal refused={refused} before={what.amount} onForget={forgetRefusal} />}
      {isChecked && obstacle !== null && <Alert tone="danger">{obstacle}</Alert>}
      {!isOnline && <p className="text-sm text-text-2">{m.offline}</p>}
      <Button variant="primary" size="lg" wide disabled={!isOnline} busyLabel={isPending && m.sending} onClick={pay}>
        {buttonWords(m, way.kind, m.francs(price), isOverLimit)}
      </Button>
    </section>
  )
}

function Sum(props: { what: PayPanelProps['what']; price: number; isCard: boolean; isGift: boolean }) {
  const { what, price, isCard, isGift } = props
  const m = useMessages(paymentMessages)
  return (
    <div className="grid gap-1 border-t border-line pt-4 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium wrap-anywhere">{what.milestone?.name ?? m.credits(what.credits)}</span>
        <span className="num flex-none text-xl">
          <span aria-hidden="true">{m.francs(price)}</span>
          <span className="sr-only">{m.francsSpoken(price)}</span>
        </span>
      </p>
      <p className="text-xs text-text-3">{isCard ? m.feesOfCard : m.fees}</p>
      <p className="text-xs text-text-3">{what.milestone ? m.escrow : isGift ? m.withdrawGift : m.withdraw}</p>
    </div>
  )
}

function isWhole({ kind, operator: code, number }: PayingWay, operators: readonly Operator[]): boolean {
  const operator = operators.find((one) => one.code === code)
  return kind === 'card' || (operator !== undefined && checkNumber(number, operator).is !== 'short')
}

/** A new price is that of one credit where a top-up is sold. */
function priceOf(refused: PaymentRefused | null, { amount, credits, isTopUp }: PayPanelProps['what']): number {
  if (!refused?.price) return amount
  return isTopUp ? refused.price.amount * credits : refused.price.amount
}

function Refusal({ refused, before, onForget }: { refused: PaymentRefused; before: number; onForget: () => void }) {
  const m = useMessages(paymentMessages)
  const problems = useMessages(problemMessages)
  const { price, code } = refused
  if (!price && !isOwnLimit(refused)) return <Alert tone="danger">{problemWords(problems, code)}</Alert>
  const cancel = (
    <Button size="sm" variant="line" onClick={onForget}>
      {m.cancel}
    </Button>
  )
  return (
    <Alert tone="warning" action={cancel}>
      <p role="alert">{price ? m.changed(m.francs(price.amount), m.francs(before)) : problemWords(problems, code)}</p>
    </Alert>
  )
}

/** One's own limit asks, and does not forbid. */
function isOwnLimit(refused: PaymentRefused | null): boolean {
  return refused?.code === 'spend_limit' || refused?.code === 'spend_limit_month'
}

type Words = ReturnType<typeof useMessages<(typeof paymentMessages)['fr']>>

function buttonWords(m: Words, kind: PayingWay['kind'], price: string, isOverLimit: boolean): string {
  if (kind === 'card') return m.goOn
  return isOverLimit ? m.payAllTheSame(price) : m.pay(price)
}
