import type { Commission, CommissionStep } from '@product/contract'

import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'

import { currentMilestone, sharesOf } from '../milestone.ts'
import { DeliverForm } from './DeliverForm.tsx'
import { AppealForm, DisputeForm, EvidenceForm } from './DisputeForms.tsx'
import { PointsForm } from './PointsForm.tsx'
import { ProposeForm } from './ProposeForm.tsx'
import { ReviewForm } from './ReviewForm.tsx'
import { DeclineForm, ShareForm, TimeForm } from './SmallForms.tsx'
import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'

export type AskedStep = Exclude<CommissionStep, 'start' | 'extend' | 'answer_time'> | 'review'

export interface StepDialogProps {
  order: Commission
  step: AskedStep
  onClose: () => void
}

/** The form of a step; those that only ask once more say what happens, with the amount on the button. */
export function StepDialog({ order, step, onClose }: StepDialogProps) {
  const given = { order, onClose }
  switch (step) {
    case 'propose':
      return <ProposeForm {...given} />
    case 'decline':
      return <DeclineForm {...given} />
    case 'deliver':
      return <DeliverForm {...given} />
    case 'revise':
    case 'revise_sketch':
      return <PointsForm {...given} step={step} />
    case 'ask_time':
      return <TimeForm {...given} />
    case 'offer_share':
      return <ShareForm {...given} />
    case 'dispute':
      return <DisputeForm {...given} />
    case 'add_evidence':
      return <EvidenceForm {...given} />
    case 'appeal':
      return <AppealForm {...given} />
    case 'review':
      return <ReviewForm {...given} />
    default:
      return <Confirmation {...given} step={step} />
  }
}

type Confirmed = 'accept' | 'refund' | 'cancel' | 'withdraw' | 'answer_share'

function Confirmation({ order, step, onClose }: StepDialogProps & { step: Confirmed }) {
  const m = useMessages(stepMessages)
  const { somebody } = useMessages(orderMessages)
  const amount = currentMilestone(order)?.amount ?? 0
  const percent = order.share_offer?.percent ?? 0
  const isClient = order.role === 'client'
  const asked = {
    accept: [m.acceptTitle, m.acceptText(handleOf(order.creator, somebody)), m.accept(amount)],
    refund: isClient
      ? [m.refund(amount), m.refundText(amount), m.refund(amount)]
      : [m.giveBack, m.giveBackText, m.giveBackSum(amount)],
    cancel: [isClient && order.terms > 0 ? m.cancelClient : m.cancel, m.cancelText, m.cancel],
    withdraw: [m.withdraw, m.withdrawText, m.withdraw],
    answer_share: [m.shareYes, m.shareYesText, m.shareYesSums(...sharesOf(order, percent))],
  } as const satisfies Record<Confirmed, readonly [string, string, string]>
  const [title, text, label] = asked[step]
  return (
    <StepForm
      order={order}
      step={step}
      title={title}
      label={label}
      isDanger={step === 'cancel' || (step === 'refund' && !isClient)}
      details={() => (step === 'answer_share' ? { yes: true, percent } : {})}
      onClose={onClose}
    >
      <p className="text-text-2">{text}</p>
    </StepForm>
  )
}
