/** Steps that ask for one thing. */
import type { Commission } from '@product/contract'
import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Slider } from '#ui/fields/Slider.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'

import { sharesOf } from '../milestone.ts'
import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'

interface FormProps {
  order: Commission
  onClose: () => void
}

export function DeclineForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const [words, setWords] = useState('')
  return (
    <StepForm
      order={order}
      step="decline"
      title={m.declineTitle}
      label={m.decline}
      isDanger
      details={() => ({ words })}
      onClose={onClose}
    >
      <TextArea
        label={m.declineWords}
        value={words}
        maxLength={300}
        help={m.optional}
        onChange={({ target }) => setWords(target.value)}
      />
    </StepForm>
  )
}

const mostDays = 30

export function TimeForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const [days, setDays] = useState(3)
  return (
    <StepForm
      order={order}
      step="ask_time"
      title={m.ask_time}
      label={m.timeSend(days)}
      details={() => ({ days })}
      onClose={onClose}
    >
      <Slider label={m.timeDays} value={days} valueText={String(days)} min={1} max={mostDays} onChange={setDays} />
    </StepForm>
  )
}

export function ShareForm({ order, onClose }: FormProps) {
  const m = useMessages(stepMessages)
  const isDisputed = order.status === 'disputed'
  const [percent, setPercent] = useState(isDisputed ? (order.dispute?.suggestion ?? 50) : 50)
  const [work, back] = sharesOf(order, percent)
  return (
    <StepForm
      order={order}
      step="offer_share"
      title={m.shareTitle}
      label={m.shareSend(percent)}
      details={() => ({ percent })}
      onClose={onClose}
    >
      <p className="text-text-2">{m.shareText}</p>
      <Slider
        label={m.share}
        value={percent}
        valueText={`${percent} %`}
        min={isDisputed ? 0 : 1}
        max={isDisputed ? 100 : 99}
        onChange={setPercent}
      />
      <p className="num text-sm">{m.shareSums(work, back)}</p>
    </StepForm>
  )
}
