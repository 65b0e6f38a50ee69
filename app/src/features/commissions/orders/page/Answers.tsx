/** What the other one asks, answered by yes or no: more time, or a share. */
import type { Commission, CommissionStep } from '@product/contract'
import { useState } from 'react'

import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { StepDialog } from '../steps/StepDialog.tsx'
import { stepMessages } from '../steps/steps.i18n.ts'
import { refusedStep, useStep, type StepDetails } from '../steps/use-step.ts'
import { situationMessages } from './situation.i18n.ts'

export function Answers({ order }: { order: Commission }) {
  const s = useMessages(situationMessages)
  const m = useMessages(stepMessages)
  const { somebody } = useMessages(orderMessages)
  const [isAgreeing, setAgreeing] = useState(false)
  const { may, role, share_offer: offer, time_asked: days } = order
  const who = handleOf(role === 'client' ? order.creator : order.client, somebody)
  const percent = offer?.percent ?? 0
  return (
    <>
      {days !== null && (
        <Question words={role === 'client' ? s.timeAsked(who, days) : s.timeAskedOwn(days)}>
          {may.includes('answer_time') && (
            <>
              <Say order={order} step="answer_time" details={{ yes: true }} label={m.timeYes} isYes />
              <Say order={order} step="answer_time" details={{ yes: false }} label={m.timeNo} />
            </>
          )}
        </Question>
      )}
      {offer !== null && (
        <Question words={offer.by === role ? s.shareOwn(percent) : s.shareOffered(who, percent)}>
          {may.includes('answer_share') && (
            <>
              <Button variant="ink" onClick={() => setAgreeing(true)}>
                {m.shareYes}
              </Button>
              <Say order={order} step="answer_share" details={{ yes: false, percent }} label={m.shareNo} />
            </>
          )}
        </Question>
      )}
      {isAgreeing && <StepDialog order={order} step="answer_share" onClose={() => setAgreeing(false)} />}
    </>
  )
}

function Question({ words, children }: { words: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-3 rounded-md bg-surface-2 px-4 py-3.5">
      <p className="text-sm font-semibold">{words}</p>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  )
}

interface SayProps {
  order: Commission
  step: CommissionStep
  details: StepDetails
  label: string
  isYes?: boolean
}

function Say({ order, step, details, label, isYes = false }: SayProps) {
  const m = useMessages(stepMessages)
  const { mutate, isPending, error } = useStep(order, step)
  return (
    <>
      <Button variant={isYes ? 'ink' : 'line'} busyLabel={isPending && m.busy} onClick={() => mutate(details)}>
        {label}
      </Button>
      {error && (
        <div className="w-full">
          <Alert tone="danger">{refusedStep(m, error)}</Alert>
        </div>
      )}
    </>
  )
}
