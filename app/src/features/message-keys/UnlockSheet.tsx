import { useId, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast.ts'

import { unlockKeys } from './keys-data.ts'
import { keysMessages } from './keys-messages.ts'
import { SecretFields, useSecret } from './SecretFields.tsx'
import { Step } from './Steps.tsx'
import { useWork } from './use-work.ts'

export interface UnlockSheetProps {
  userId: string
  onLost: () => void
  onClose: () => void
}

/** « Retrouver mes messages »: the account's keys come onto this device. */
export function UnlockSheet({ userId, onLost, onClose }: UnlockSheetProps) {
  const m = useMessages(keysMessages)
  const formId = useId()
  const { typed, setTyped, read, isEmpty } = useSecret(userId)
  const { isBusy, failure, run, forget } = useWork()
  const open = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await unlockKeys(userId, await read())
      toast({ title: m.unlocked })
      onClose()
    })
  }
  return (
    <Step
      title={m.unlockTitle}
      onClose={onClose}
      action={{ label: m.open, form: formId, busyLabel: isBusy && m.opening, isDisabled: isEmpty }}
    >
      <p>{m.unlockIntro}</p>
      <form id={formId} noValidate onSubmit={open}>
        <SecretFields
          userId={userId}
          typed={typed}
          error={failure}
          onChange={(next) => {
            setTyped(next)
            forget()
          }}
        />
      </form>
      <button
        type="button"
        className="min-h-11 justify-self-start text-left text-sm text-text-2 underline underline-offset-2"
        onClick={onLost}
      >
        {m.noneLeft}
      </button>
    </Step>
  )
}
