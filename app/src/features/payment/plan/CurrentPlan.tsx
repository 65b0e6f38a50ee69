import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import type { Operator } from '#entities/payment/payment-queries.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { toast } from '#ui/toast/toast.ts'

import { PayPanel } from '../buy/PayPanel.tsx'
import { paymentMessages } from '../payment.i18n.ts'
import { followPayment, namePlan, type PlanWords } from './name-plan.ts'
import { quoteQuery, refreshPlan, type Plan, type Subscription } from './plan-queries.ts'
import { planMessages } from './plan.i18n.ts'

export interface CurrentPlanProps {
  own: Subscription
  plans: readonly Plan[]
  operators: readonly Operator[]
}

/** The plan that one is on: until when, and everything that can be done about it. */
export function CurrentPlan({ own, plans, operators }: CurrentPlanProps) {
  const m = useMessages(planMessages)
  const renewal = own.is_payable && own.renewal_price_id !== null && own.renewal_amount !== null
  const name = namePlan(m, own.sku)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <div className="grid gap-6">
        <section className="card grid gap-3 overflow-hidden">
          <div className="-mx-5 -mt-5">
            <Pagne seed={own.sku ?? ''} className="h-12" />
          </div>
          <h2>
            {m.current} : {name}
          </h2>
          <p className="num text-xl">{m.monthly(own.credits ?? 0)}</p>
          <State own={own} />
          <Acts own={own} />
        </section>
        {own.state === 'active' && <OtherPlans own={own} plans={plans} operators={operators} />}
      </div>
      {renewal && (
        <PayPanel
          what={{ priceId: own.renewal_price_id!, credits: own.credits ?? 0, amount: own.renewal_amount! }}
          operators={operators}
          onStarted={followPayment}
        >
          <p className="text-text-2">{m.renew(name, formatDate(own.period_end ?? ''))}</p>
        </PayPanel>
      )}
    </div>
  )
}

function State({ own }: { own: Subscription }) {
  const m = useMessages(planMessages)
  const until = formatDate((own.state === 'paused' ? own.paused_until : own.benefits_until) ?? '')
  const end = formatDate(own.period_end ?? '')
  return (
    <div className="grid gap-1 text-sm text-text-2">
      <p role="status">{wordState(m, own, until)}</p>
      {own.state === 'active' && <p>{own.way === 'card' ? m.card(end) : m.prepaid}</p>}
      {own.next_sku !== null && <p>{m.next(end, namePlan(m, own.next_sku))}</p>}
    </div>
  )
}

function wordState(m: PlanWords, { state }: Subscription, until: string): string {
  if (state === 'past_due' || state === 'paused' || state === 'canceling') return m[state](until)
  return m.active(until)
}

function usePlanAct<Argument = void>(act: (argument: Argument) => Promise<unknown>, done: string) {
  const m = useMessages(planMessages)
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ title: done }),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
    onSettled: refreshPlan,
  })
}

function Acts({ own }: { own: Subscription }) {
  const m = useMessages(planMessages)
  const [asked, setAsked] = useState<'stop' | 'pause' | null>(null)
  const resume = usePlanAct(() => callSignedIn('resume_plan', {}), m.changed)
  const isHeld = own.state === 'canceling' || own.state === 'paused'
  return (
    <div className="flex flex-wrap gap-3">
      {isHeld ? (
        <Button variant="ink" busyLabel={resume.isPending && m.working} onClick={() => resume.mutate()}>
          {own.state === 'paused' ? m.endPause : m.takeBack}
        </Button>
      ) : (
        <Button variant="line" onClick={() => setAsked('stop')}>
          {m.stop}
        </Button>
      )}
      {own.can_pause && (
        <Button variant="ghost" onClick={() => setAsked('pause')}>
          {m.pause}
        </Button>
      )}
      {asked === 'stop' && <StopDialog own={own} onClose={() => setAsked(null)} />}
      {asked === 'pause' && <PauseDialog onClose={() => setAsked(null)} />}
    </div>
  )
}

function StopDialog({ own, onClose }: { own: Subscription; onClose: () => void }) {
  const m = useMessages(planMessages)
  const stop = usePlanAct(() => callSignedIn('cancel_plan', {}).then(onClose), m.stopped)
  const footer = (
    <div className="grid grid-cols-2 gap-3">
      <Button variant="danger" busyLabel={stop.isPending && m.working} onClick={() => stop.mutate()}>
        {m.stop}
      </Button>
      <Button onClick={onClose}>{m.keep}</Button>
    </div>
  )
  return (
    <Dialog title={m.stopTitle} onClose={onClose} footer={footer}>
      <p>{m.stopText(formatDate(own.benefits_until ?? ''))}</p>
    </Dialog>
  )
}

function PauseDialog({ onClose }: { onClose: () => void }) {
  const m = useMessages(planMessages)
  const pause = usePlanAct(
    (months: number) => callSignedIn('pause_plan', { p_months: months }).then(onClose),
    m.changed,
  )
  return (
    <Dialog title={m.pauseTitle} onClose={onClose}>
      <p className="mb-4 text-text-2">{m.pauseText}</p>
      <div className="grid grid-cols-3 gap-3">
        {[1, 2, 3].map((months) => (
          <Button key={months} disabled={pause.isPending} onClick={() => pause.mutate(months)}>
            {m.months(months)}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}

/** A larger plan begins at once for the difference, a smaller one with the next month. */
function OtherPlans({ own, plans, operators }: CurrentPlanProps) {
  const m = useMessages(planMessages)
  const [larger, setLarger] = useState<Plan | null>(null)
  const change = usePlanAct((priceId: string) => callSignedIn('change_plan', { p_price_id: priceId }), m.changed)
  const present = plans.find(({ sku }) => sku === own.sku)
  const others = plans.filter(({ sku }) => sku !== own.sku)
  return (
    <section className="grid gap-3">
      <h2>{m.change}</h2>
      {others.map((plan) => {
        const isLarger = plan.amount > (own.amount ?? 0)
        const press = () => (isLarger ? setLarger(plan) : change.mutate(plan.priceId))
        return (
          <div key={plan.priceId} className="card flex flex-wrap items-center justify-between gap-3">
            <div>
              <p className="font-semibold">{namePlan(m, plan.sku)}</p>
              <p className="text-sm text-text-2">
                {m.monthly(plan.credits)} · {m.price(plan.amount)}
              </p>
              {!isLarger && <p className="text-xs text-text-3">{m.changeDown(namePlan(m, plan.sku))}</p>}
            </div>
            {own.next_sku !== plan.sku && (
              <Button variant="line" disabled={change.isPending} onClick={press}>
                {m.passTo(namePlan(m, plan.sku))}
              </Button>
            )}
          </div>
        )
      })}
      {own.next_sku !== null && present && (
        <Button variant="ghost" disabled={change.isPending} onClick={() => change.mutate(present.priceId)}>
          {m.stayWith(namePlan(m, own.sku))}
        </Button>
      )}
      {larger && <UpgradeDialog plan={larger} operators={operators} onClose={() => setLarger(null)} />}
    </section>
  )
}

interface UpgradeDialogProps {
  plan: Plan
  operators: readonly Operator[]
  onClose: () => void
}

function UpgradeDialog({ plan, operators, onClose }: UpgradeDialogProps) {
  const m = useMessages(planMessages)
  const { francs } = useMessages(paymentMessages)
  const { data: quote, isError } = useQuery(quoteQuery(plan.priceId))
  return (
    <Dialog title={m.passTo(namePlan(m, plan.sku))} onClose={onClose}>
      {isError && <Alert tone="danger">{m.failed}</Alert>}
      {quote && (
        <PayPanel
          isPlain
          what={{ priceId: plan.priceId, credits: quote.credits, amount: quote.amount }}
          operators={operators}
          onStarted={followPayment}
        >
          <p className="text-text-2">{m.changeUp(francs(quote.amount), quote.credits)}</p>
        </PayPanel>
      )}
    </Dialog>
  )
}
