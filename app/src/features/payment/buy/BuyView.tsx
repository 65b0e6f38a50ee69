import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useOnline } from '#data/network.ts'
import { paymentQueries, type Offer, type Operator, type Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { problemWords } from '../problem-words.ts'
import { MethodFields, type PayingWay } from './MethodFields.tsx'
import { checkNumber, countryHere } from './number.ts'
import { PackChoice } from './PackChoice.tsx'
import { usePurchase } from './use-purchase.ts'

const preselected = 'pack_25'

export interface BuyViewProps {
  /** A payment that did not succeed, to be tried again. */
  again: Payment | null
  /** Where whoever buys goes on afterwards: a path of our own. */
  returnTo: string | undefined
}

export function BuyView({ again, returnTo }: BuyViewProps) {
  const m = useMessages(paymentMessages)
  const offers = useQuery(paymentQueries.offers())
  const operators = useQuery(paymentQueries.operators())
  if (offers.data && operators.data) {
    return <Purchase offers={offers.data} operators={operators.data} again={again} returnTo={returnTo} />
  }
  if (offers.isError || operators.isError) {
    const anew = () => {
      void offers.refetch()
      void operators.refetch()
    }
    return (
      <Alert
        tone="danger"
        title={m.unreadable}
        action={
          <Button size="sm" variant="line" onClick={anew}>
            {m.retry}
          </Button>
        }
      />
    )
  }
  return <Skeleton className="h-96 w-full" />
}

interface PurchaseProps extends BuyViewProps {
  offers: readonly Offer[]
  operators: readonly Operator[]
}

function Purchase({ offers, operators, again, returnTo }: PurchaseProps) {
  const m = useMessages(paymentMessages)
  const packs = offers.filter(({ kind }) => kind === 'pack')
  const [sku, setSku] = useState(preselected)
  const [way, setWay] = useState<PayingWay>(() => firstWay(operators, again))
  const chosen = packs.find((pack) => pack.sku === sku) ?? packs[0]
  if (!chosen) return null
  const choose = (priceId: string) => setSku(packs.find((pack) => pack.priceId === priceId)?.sku ?? sku)
  const change = (part: Partial<PayingWay>) => setWay((before) => ({ ...before, ...part }))
  const what = again ?? chosen
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      {again === null && (
        <section className="grid gap-3">
          <h2>{m.packs}</h2>
          <PackChoice packs={packs} value={chosen.priceId} onChange={choose} />
          <p className="text-sm text-text-2">{m.never}</p>
        </section>
      )}
      <PayPanel
        what={what}
        priceId={chosen.priceId}
        way={way}
        operators={operators}
        again={again}
        returnTo={returnTo}
        onChange={change}
      />
    </div>
  )
}

interface PayPanelProps extends BuyViewProps {
  what: { credits: number; amount: number }
  priceId: string
  way: PayingWay
  operators: readonly Operator[]
  onChange: (change: Partial<PayingWay>) => void
}

function PayPanel({ what, priceId, way, operators, again, returnTo, onChange }: PayPanelProps) {
  const m = useMessages(paymentMessages)
  const isOnline = useOnline()
  const [isChecked, setChecked] = useState(false)
  const { buy, isPending, refused } = usePurchase()
  const operator = operators.find(({ code }) => code === way.operator)
  const isReady = way.kind === 'card' || (operator && checkNumber(way.number, operator).is !== 'short')
  const price = refused?.price?.amount ?? what.amount
  const pay = () => {
    setChecked(true)
    if (isReady) void buy({ priceId: refused?.price?.price_id ?? priceId, way, again, returnTo })
  }
  return (
    <section className="card grid gap-5" aria-labelledby="pay">
      <h2 id="pay">{m.method}</h2>
      <MethodFields way={way} operators={operators} isChecked={isChecked} onChange={onChange} />
      <div className="grid gap-1 border-t border-line pt-4 text-sm">
        <p className="flex items-baseline justify-between gap-3">
          <span>{m.credits(what.credits)}</span>
          <span className="num font-display text-xl font-bold" aria-label={m.francsSpoken(price)}>
            {m.francs(price)}
          </span>
        </p>
        <p className="text-xs text-text-3">{m.fees}</p>
        <p className="text-xs text-text-3">{m.withdraw}</p>
      </div>
      {refused && (
        <Alert tone="danger">
          {refused.price
            ? m.changed(m.francs(refused.price.amount), m.francs(what.amount))
            : problemWords(m, refused.code)}
        </Alert>
      )}
      {!isOnline && <p className="text-sm text-text-2">{m.offline}</p>}
      <Button variant="primary" size="lg" wide disabled={!isOnline} busyLabel={isPending && m.sending} onClick={pay}>
        {way.kind === 'card' ? m.goOn : m.pay(m.francs(price))}
      </Button>
    </section>
  )
}

/** What was used the last time, else the first operator of where one is. */
function firstWay(operators: readonly Operator[], again: Payment | null): PayingWay {
  const last = operators.find(({ code }) => code === again?.method)
  const country = last?.country ?? countryHere()
  const first = last ?? operators.find((one) => one.country === country && one.isUp)
  return { kind: again?.method === 'card' ? 'card' : 'mobile_money', country, operator: first?.code ?? '', number: '' }
}
