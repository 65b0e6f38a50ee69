import { useEffect, useEffectEvent, useState } from 'react'

import type { Secret } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'

import { DoneSheet } from '../DoneSheet.tsx'
import { explainFailure } from '../explain-failure.ts'
import { keysMessages } from '../keys.i18n.ts'
import { SecretSheet } from '../secret/SecretSheet.tsx'
import { Step } from '../Steps.tsx'
import { ComparedWords } from './ComparedWords.tsx'
import { beginGiving, type Giving } from './link-data.ts'
import { linkMessages } from './link.i18n.ts'

interface Given {
  userId: string
  onClose: () => void
}

/** On a device that has the keys: a code for the new one, four words to compare, and the keys go over. */
export function GiveLinkSheets({ userId, onClose }: Given) {
  const m = useMessages(linkMessages)
  const words = useMessages(keysMessages)
  const { giving, met, failure } = useGiving(userId)
  const [step, setStep] = useState<'meet' | 'differ' | 'open' | 'done'>('meet')
  if (step === 'done') return <DoneSheet text={m.given} onClose={onClose} />
  if (step === 'open' && giving) {
    const give = async (secret: Secret) => {
      await giving.give(secret)
      setStep('done')
    }
    return (
      <SecretSheet
        userId={userId}
        title={m.giveTitle}
        intro={m.giveOpen}
        action={{ label: words.continue, busyLabel: m.sending }}
        other={{ label: words.cancel, onPress: onClose }}
        onSecret={give}
        onClose={onClose}
      />
    )
  }
  if (step === 'differ') {
    return (
      <Step title={m.compareTitle} onClose={onClose} action={{ label: words.finish, onPress: onClose }}>
        <Alert tone="danger">{m.differ}</Alert>
      </Step>
    )
  }
  if (met) {
    return (
      <Step
        title={m.compareTitle}
        onClose={onClose}
        other={{ label: m.other, onPress: () => setStep('differ') }}
        action={{ label: m.same, onPress: () => setStep('open') }}
      >
        <p>{m.compareThere}</p>
        <ComparedWords words={met} />
      </Step>
    )
  }
  return (
    <Step title={m.giveTitle} onClose={onClose} action={{ label: words.cancel, isQuiet: true, onPress: onClose }}>
      <p>{m.giveIntro}</p>
      {failure && <Alert tone="danger">{failure}</Alert>}
      {!failure && (
        <div className="grid justify-items-center gap-3">
          {giving ? (
            <QrCode text={giving.code} label={m.code} className="size-64 rounded-md" />
          ) : (
            <Skeleton className="size-64 rounded-md" />
          )}
          <p role="status" className="text-text-2">
            {m.waiting}
          </p>
        </div>
      )}
    </Step>
  )
}

/** One meeting for as long as the sheets are open: what was shown is good for nothing after. */
function useGiving(userId: string) {
  const m = useMessages(keysMessages)
  const [giving, setGiving] = useState<Giving | null>(null)
  const [met, setMet] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const explain = useEffectEvent((error: unknown) => setFailure(explainFailure(error, m)))
  useEffect(() => {
    let isOver = false
    let begun: Giving | undefined
    const begin = async () => {
      begun = await beginGiving(userId, {
        onMet: (words) => !isOver && setMet(words),
        onFailed: (error) => !isOver && explain(error),
      })
      if (isOver) begun.leave()
      else setGiving(begun)
    }
    begin().catch((error: unknown) => !isOver && explain(error))
    return () => {
      isOver = true
      begun?.leave()
    }
  }, [userId])
  return { giving, met, failure }
}
