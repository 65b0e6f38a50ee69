import { useId, type FormEvent, type ReactNode } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'

import { keysMessages } from '../keys.i18n.ts'
import { Step } from '../Steps.tsx'
import { useWork } from '../use-work.ts'
import { SecretFields, useSecret } from './SecretFields.tsx'

export interface SecretSheetProps {
  userId: string
  title: string
  intro: string
  /** What the button says, and while it works; « Continuer » as a rule. */
  action?: { label: string; busyLabel: string }
  other?: { label: string; onPress: () => void }
  /** What opens a backup that was replaced is asked for. */
  isFormer?: boolean
  /** Its failure is told in the sheet, which stays. */
  onSecret: (secret: Secret) => Promise<void>
  onClose: () => void
  /** Below what is typed. */
  children?: ReactNode
}

/** The account's master key is on no device: whoever wants its keys, or wants to change them, opens them first. */
export function SecretSheet(props: SecretSheetProps) {
  const { userId, title, intro, action, other, isFormer, onSecret, onClose, children } = props
  const m = useMessages(keysMessages)
  const formId = useId()
  const { typed, setTyped, read, isEmpty } = useSecret(userId)
  const { isBusy, failure, run, forget } = useWork()
  const { label, busyLabel } = action ?? { label: m.continue, busyLabel: m.opening }
  const open = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => onSecret(await read()))
  }
  return (
    <Step
      title={title}
      onClose={onClose}
      other={other}
      action={{ label, form: formId, busyLabel: isBusy && busyLabel, isDisabled: isEmpty }}
    >
      <p>{intro}</p>
      <form id={formId} noValidate onSubmit={open}>
        <SecretFields
          userId={userId}
          typed={typed}
          error={failure}
          isFormer={isFormer}
          onChange={(next) => {
            setTyped(next)
            forget()
          }}
        />
      </form>
      {children}
    </Step>
  )
}
