import { useState } from 'react'

import { DoneSheet } from '../DoneSheet.tsx'
import { useWork } from '../use-work.ts'
import { CheckSheet } from './CheckSheet.tsx'
import { RecoveryKeySheet } from './RecoveryKeySheet.tsx'

export interface KeepKeySheetsProps {
  code: string
  /** A passkey opens the messages too. */
  hasPasskey?: boolean
  /** What the last sheet says; that everything is ready, as a rule. */
  doneText?: string
  /** After two groups of it were typed: the person has it. */
  onChecked: () => Promise<void>
  onClose: () => void
}

/** A recovery key is shown, kept by its person, and checked. */
export function KeepKeySheets({ code, hasPasskey = false, doneText, onChecked, onClose }: KeepKeySheetsProps) {
  const [step, setStep] = useState<'key' | 'check' | 'done'>('key')
  const { isBusy, failure, run } = useWork()
  if (step === 'done') return <DoneSheet {...(doneText !== undefined && { text: doneText })} onClose={onClose} />
  if (step === 'key') {
    return (
      <RecoveryKeySheet code={code} hasPasskey={hasPasskey} onContinue={() => setStep('check')} onClose={onClose} />
    )
  }
  const finish = async () => {
    await onChecked()
    setStep('done')
  }
  return (
    <CheckSheet
      code={code}
      failure={failure}
      isBusy={isBusy}
      onChecked={() => void run(finish)}
      onBack={() => setStep('key')}
      onClose={onClose}
    />
  )
}
