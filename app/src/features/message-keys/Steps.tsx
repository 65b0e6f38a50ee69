import type { ReactNode } from 'react'

import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'

export interface StepProps {
  title: string
  onClose: () => void
  /** The one thing to do next. */
  action: {
    label: string
    busyLabel?: string | false | undefined
    /** The form that it sends; else `onPress` is what it does. */
    form?: string
    danger?: boolean
    /** A way out, where there is nothing to do but wait. */
    isQuiet?: boolean
    isDisabled?: boolean
    onPress?: () => void
  }
  /** The way that leads elsewhere, or out. */
  other?: { label: string; onPress: () => void } | undefined
  children: ReactNode
}

/** One sheet of a sequence: what it is about, one way on, at most one other. */
export function Step({ title, onClose, action, other, children }: StepProps) {
  const { label, busyLabel, form, danger, isQuiet, isDisabled = false, onPress } = action
  const calm = isQuiet ? 'neutral' : 'ink'
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap-reverse gap-2">
          {other && (
            <Button className="flex-1" onClick={other.onPress}>
              {other.label}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : calm}
            className="flex-1"
            busyLabel={busyLabel}
            disabled={isDisabled}
            {...(form ? { type: 'submit', form } : { onClick: onPress })}
          >
            {label}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4 text-sm">{children}</div>
    </Dialog>
  )
}
