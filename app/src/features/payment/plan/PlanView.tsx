import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { paymentQueries, type Operator } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { PayPanel } from '../buy/PayPanel.tsx'
import { CurrentPlan } from './CurrentPlan.tsx'
import { followPayment, namePlan } from './name-plan.ts'
import { plansQuery, subscriptionQuery, type Plan } from './plan-queries.ts'
import { planMessages } from './plan.i18n.ts'

/** The plan that one is on, or those that one may choose. */
export function PlanView({ userId }: { userId: string }) {
  const m = useMessages(planMessages)
  const plans = useQuery(plansQuery)
  const own = useQuery(subscriptionQuery(userId))
  const operators = useQuery(paymentQueries.operators())
  const all = [plans, own, operators] as const
  if (plans.data && own.data !== undefined && operators.data) {
    const shared = { plans: plans.data, operators: operators.data }
    return own.data ? <CurrentPlan {...shared} own={own.data} /> : <FirstPlan {...shared} />
  }
  if (!all.some(({ isError }) => isError)) return <Skeleton className="h-96 w-full" />
  const again = (
    <Button size="sm" variant="line" onClick={() => all.forEach(({ refetch }) => void refetch())}>
      {m.retry}
    </Button>
  )
  return <Alert tone="danger" title={m.unreadable} action={again} />
}

function FirstPlan({ plans, operators }: { plans: readonly Plan[]; operators: readonly Operator[] }) {
  const m = useMessages(planMessages)
  const [priceId, setPriceId] = useState(plans[0]?.priceId ?? '')
  const chosen = plans.find((plan) => plan.priceId === priceId)
  if (!chosen) return null
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <section className="grid gap-3">
        <div>
          <h2>{m.choose}</h2>
          <p className="mt-1 text-sm text-text-2">{m.chooseText}</p>
        </div>
        <PlanChoice plans={plans} value={priceId} onChange={setPriceId} />
        <p className="text-sm text-text-2">{m.bothWays}</p>
      </section>
      <PayPanel key={priceId} what={chosen} operators={operators} onStarted={followPayment} />
    </div>
  )
}

interface PlanChoiceProps {
  plans: readonly Plan[]
  value: string
  onChange: (priceId: string) => void
}

function PlanChoice({ plans, value, onChange }: PlanChoiceProps) {
  const m = useMessages(planMessages)
  const name = useId()
  return (
    <div role="radiogroup" aria-label={m.choose} className="grid gap-3 md:grid-cols-2">
      {plans.map(({ priceId, sku, credits, amount }) => (
        <label
          key={priceId}
          className="relative overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong has-checked:border-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={priceId}
            checked={priceId === value}
            onChange={() => onChange(priceId)}
            className="absolute inset-0 z-1 m-0 cursor-pointer opacity-0"
          />
          <Pagne seed={sku} className="h-8" />
          <span className="grid gap-0.5 p-4">
            <span className="font-semibold">{namePlan(m, sku)}</span>
            <span className="num text-xl">{m.monthly(credits)}</span>
            <span className="text-sm text-text-2">{m.price(amount)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
