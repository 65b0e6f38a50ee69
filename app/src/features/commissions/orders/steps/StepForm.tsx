import type { Commission, CommissionStep } from '@product/contract'
import type { FormEvent, ReactNode } from 'react'

import { orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { stepMessages } from './steps.i18n.ts'
import { isLost, refusedStep, useStep, type StepDetails } from './use-step.ts'

export interface StepFormProps {
  order: Commission
  step: CommissionStep
  title: string
  /** On the button; money is said in it. */
  label: string
  isDanger?: boolean
  /** What goes with the step; null while something is missing. */
  details: () => StepDetails | null
  /** What is made when it is sent. */
  prepare?: (details: StepDetails) => Promise<StepDetails>
  onClose: () => void
  children?: ReactNode
}

/** A step that asks for something, or once more. It stays, with what was typed, where the order has changed meanwhile. */
export function StepForm(props: StepFormProps) {
  const { order, step, title, label, isDanger = false, details, prepare, onClose, children } = props
  const m = useMessages(stepMessages)
  const o = useMessages(orderMessages)
  const { mutate, isPending, error } = useStep(order, step, { onDone: onClose, ...(prepare && { prepare }) })
  // What no answer came of may have been done: pressed again, the same is asked.
  const isGone = !order.may.includes(step) && !isLost(error)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const given = details()
    if (given !== null) mutate(given)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={send} noValidate className="grid gap-4">
        {children}
        {isGone && !isPending ? (
          <Alert tone="warning">{m.changed(o[order.status])}</Alert>
        ) : (
          error && <Alert tone="danger">{refusedStep(m, error)}</Alert>
        )}
        <Button
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
          size="lg"
          wide
          disabled={isGone}
          className="h-auto whitespace-normal"
          busyLabel={isPending && m.busy}
        >
          {label}
        </Button>
      </form>
    </Dialog>
  )
}
