import { useId, type FormEvent } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { confirmKeys, unlockKeys } from './keys-data.ts'
import { keysMessages } from './keys-messages.ts'
import { SecretFields, useSecret } from './SecretFields.tsx'
import { Step } from './Steps.tsx'
import type { UnlockSheetProps } from './UnlockSheet.tsx'
import { useWork } from './use-work.ts'

/** Set-up was left before its end: whoever can open the backup has kept the key. */
export function ConfirmSheet({ userId, onLost, onClose }: UnlockSheetProps) {
  const m = useMessages(keysMessages)
  const formId = useId()
  const { typed, setTyped, read, isEmpty } = useSecret(userId)
  const { isBusy, failure, run, forget } = useWork()
  const confirm = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      await unlockKeys(userId, await read())
      await confirmKeys(userId)
      onClose()
    })
  }
  return (
    <Step
      title={m.unconfirmedTitle}
      onClose={onClose}
      other={{ label: m.unconfirmedLost, onPress: onLost }}
      action={{ label: m.verify, form: formId, busyLabel: isBusy && m.verifying, isDisabled: isEmpty }}
    >
      <p>{m.unconfirmed}</p>
      <form id={formId} noValidate onSubmit={confirm}>
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
    </Step>
  )
}
