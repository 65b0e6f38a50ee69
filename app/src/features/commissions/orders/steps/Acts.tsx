import type { Commission, CommissionStep } from '@product/contract'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { currentMilestone } from '../milestone.ts'
import { StepDialog, type AskedStep } from './StepDialog.tsx'
import { stepMessages, type StepWords } from './steps.i18n.ts'
import { refusedStep, useStep } from './use-step.ts'

type Act = Commission['may'][number]

/** What comes first stands first; the first of them is the one to press. */
const ranks = [
  'pay',
  'propose',
  'accept',
  'start',
  'deliver',
  'review',
  'add_evidence',
  'appeal',
  'revise',
  'revise_sketch',
  'extend',
  'ask_time',
  'offer_share',
  'refund',
  'withdraw',
  'decline',
  'cancel',
  'dispute',
] as const satisfies Act[]

/** Those that bring an order on. */
const leading: ReadonlySet<Act> = new Set(['pay', 'propose', 'accept', 'start', 'deliver', 'review', 'add_evidence'])

/** Those that end one, and stand back where there is something else to do. */
const quiet: ReadonlySet<Act> = new Set(['decline', 'cancel', 'dispute'])

export interface ActsProps {
  order: Commission
  onPay: () => void
}

/** Everything that whoever looks may do with the order now, and nothing else. */
export function Acts({ order, onPay }: ActsProps) {
  const m = useMessages(stepMessages)
  const [asked, setAsked] = useState<AskedStep | null>(null)
  const acts = ranks.filter((act) => order.may.includes(act))
  const first = order.is_late && order.role === 'client' ? 'refund' : acts.find((act) => leading.has(act))
  const press = (act: Act) => (act === 'pay' ? onPay() : setAsked(act as AskedStep))
  return (
    <>
      {acts.length > 0 && (
        <div className="flex flex-wrap gap-2.5">
          {[...acts]
            .sort((a, b) => Number(b === first) - Number(a === first))
            .map((act) =>
              act === 'start' || act === 'extend' ? (
                <AtOnce key={act} order={order} step={act} label={wordAct(m, order, act)} isFirst={act === first} />
              ) : (
                <Button
                  key={act}
                  variant={act === first ? 'primary' : acts.length > 1 && quiet.has(act) ? 'ghost' : 'line'}
                  className="h-auto max-w-full whitespace-normal"
                  onClick={() => press(act)}
                >
                  {wordAct(m, order, act)}
                </Button>
              ),
            )}
        </div>
      )}
      {asked && <StepDialog order={order} step={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

interface AtOnceProps {
  order: Commission
  step: CommissionStep
  label: string
  isFirst: boolean
}

function AtOnce({ order, step, label, isFirst }: AtOnceProps) {
  const m = useMessages(stepMessages)
  const { mutate, isPending, error } = useStep(order, step)
  return (
    <>
      {error && (
        <div className="order-first w-full">
          <Alert tone="danger">{refusedStep(m, error)}</Alert>
        </div>
      )}
      <Button variant={isFirst ? 'primary' : 'line'} busyLabel={isPending && m.busy} onClick={() => mutate({})}>
        {label}
      </Button>
    </>
  )
}

function wordAct(m: StepWords, order: Commission, act: (typeof ranks)[number]): string {
  const { position = 1, amount = 0 } = currentMilestone(order) ?? {}
  const isClient = order.role === 'client'
  const isFirstAnswer = isClient && order.status === 'proposed' && order.current === 1
  const words = {
    ...m,
    pay: m.pay(position, amount),
    propose: order.terms > 0 ? m.proposeAgain : m.propose,
    accept: m.accept(amount),
    refund: isClient ? m.refund(amount) : m.giveBack,
    cancel: isFirstAnswer ? m.cancelClient : m.cancel,
    revise: m.revise(order.revisions.final),
    revise_sketch: m.revise_sketch(order.revisions.sketch),
  }
  return words[act]
}
