import { useId, useState, type FormEvent } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast.ts'

import { CheckSheet } from './CheckSheet.tsx'
import { DoneSheet } from './DoneSheet.tsx'
import { addSlot, makeCode, renewKeys, saveCode, type NewCode } from './keys-data.ts'
import { keysMessages } from './keys-messages.ts'
import { passkeySecret } from './passkey-secret.ts'
import { RecoveryKeySheet } from './RecoveryKeySheet.tsx'
import { SecretFields, useSecret } from './SecretFields.tsx'
import { sectionMessages } from './section-messages.ts'
import { Step } from './Steps.tsx'
import { useWork } from './use-work.ts'

interface Given {
  userId: string
  onClose: () => void
}

/** Another recovery key: the old one opens the messages until the new one is checked. */
export function ChangeCodeSheets({ userId, onClose }: Given) {
  const m = useMessages(keysMessages)
  const [made, setMade] = useState<NewCode | null>(null)
  const [step, setStep] = useState<'key' | 'check' | 'done'>('key')
  const { isBusy, failure, run } = useWork()
  if (!made) {
    const open = async (secret: Secret) => setMade(await makeCode(userId, secret))
    return <SecretSheet userId={userId} title={m.changeTitle} intro={m.changeIntro} onClose={onClose} onSecret={open} />
  }
  if (step === 'done') return <DoneSheet text={m.changed} onClose={onClose} />
  if (step === 'key') {
    return <RecoveryKeySheet code={made.recoveryCode} onContinue={() => setStep('check')} onClose={onClose} />
  }
  const save = async () => {
    await saveCode(userId, made)
    setStep('done')
  }
  return (
    <CheckSheet
      code={made.recoveryCode}
      failure={failure}
      isBusy={isBusy}
      onChecked={() => void run(save)}
      onBack={() => setStep('key')}
      onClose={onClose}
    />
  )
}

/** The next generation of keys, after a device was lost. */
export function RenewSheet({ userId, onClose }: Given) {
  const m = useMessages(keysMessages)
  const renew = async (secret: Secret) => {
    await renewKeys(userId, secret)
    toast({ title: m.rotated })
    onClose()
  }
  return <SecretSheet userId={userId} title={m.rotateTitle} intro={m.rotateIntro} onClose={onClose} onSecret={renew} />
}

/** A passkey becomes one more way in. */
export function AddPasskeySheet({ userId, onClose }: Given) {
  const m = useMessages(keysMessages)
  const section = useMessages(sectionMessages)
  const add = async (secret: Secret) => {
    await addSlot(userId, secret, { prf: await passkeySecret(userId, { mayCreate: true }) })
    toast({ title: section.passkeyAdded })
    onClose()
  }
  return (
    <SecretSheet userId={userId} title={section.addPasskey} intro={m.changeIntro} onClose={onClose} onSecret={add} />
  )
}

interface SecretSheetProps extends Given {
  title: string
  intro: string
  onSecret: (secret: Secret) => Promise<void>
}

/** The account's master key is on no device: whoever changes the keys opens them first. */
function SecretSheet({ userId, title, intro, onClose, onSecret }: SecretSheetProps) {
  const m = useMessages(keysMessages)
  const formId = useId()
  const { typed, setTyped, read, isEmpty } = useSecret(userId)
  const { isBusy, failure, run, forget } = useWork()
  const open = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => onSecret(await read()))
  }
  return (
    <Step
      title={title}
      onClose={onClose}
      other={{ label: m.cancel, onPress: onClose }}
      action={{ label: m.continue, form: formId, busyLabel: isBusy && m.opening, isDisabled: isEmpty }}
    >
      <p>{intro}</p>
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
    </Step>
  )
}
