import { useEffect, useRef, useState } from 'react'

import { VaultError } from '#crypto/index.ts'
import { useMessages } from '#i18n/messages.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Spinner } from '#ui/feedback/Spinner.tsx'
import { toast } from '#ui/toast/toast.ts'

import { explainFailure } from '../explain-failure.ts'
import { keysMessages } from '../keys.i18n.ts'
import { QrScanner } from '../scanner/QrScanner.tsx'
import { Step } from '../Steps.tsx'
import { ComparedWords } from './ComparedWords.tsx'
import { beginTaking } from './link-data.ts'
import { linkMessages } from './link.i18n.ts'

interface Given {
  userId: string
  onBack: () => void
  onClose: () => void
}

/** On a device without keys: scans the code of one that has them, and waits for the word from there. */
export function TakeLinkSheet({ userId, onBack, onClose }: Given) {
  const m = useMessages(linkMessages)
  const words = useMessages(keysMessages)
  const { isScanned, met, failure, take, again } = useTaking(userId, onClose)
  const isBroken = failure !== null && isScanned
  return (
    <Step
      title={met ? m.compareTitle : m.takeTitle}
      onClose={onClose}
      other={isBroken ? { label: words.cancel, onPress: onBack } : undefined}
      action={isBroken ? { label: m.again, onPress: again } : { label: words.cancel, isQuiet: true, onPress: onBack }}
    >
      {failure && <Alert tone="danger">{failure}</Alert>}
      {!isScanned && (
        <>
          <p>{m.takeIntro}</p>
          <QrScanner label={m.takeLook} onCode={take} />
        </>
      )}
      {isScanned && !met && !failure && (
        <p role="status" className="flex items-center gap-3 py-6">
          <Spinner /> {m.meeting}
        </p>
      )}
      {met && !failure && (
        <>
          <p role="status">{m.compareHere}</p>
          <ComparedWords words={met} />
        </>
      )}
    </Step>
  )
}

function useTaking(userId: string, onOpened: () => void) {
  const m = useMessages(linkMessages)
  const words = useMessages(keysMessages)
  const [isScanned, setScanned] = useState(false)
  const [met, setMet] = useState<readonly string[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const leave = useRef<(() => void) | null>(null)
  // The camera says what it reads as long as it sees it.
  const taken = useRef<string | null>(null)
  const stop = () => {
    leave.current?.()
    leave.current = null
  }
  useEffect(() => () => leave.current?.(), [])
  const fail = (error: unknown) => {
    stop()
    setFailure(explainFailure(error, words))
  }
  const take = (code: string) => {
    if (taken.current === code) return
    taken.current = code
    setFailure(null)
    setScanned(true)
    const begin = async () => {
      const way = await beginTaking(userId, code, {
        onMet: setMet,
        onOpened: () => {
          toast({ title: words.unlocked })
          onOpened()
        },
        onFailed: fail,
      })
      if (taken.current === code) leave.current = way
      else way()
    }
    begin().catch((error: unknown) => {
      if (!(error instanceof VaultError && error.code === 'bad_link')) return fail(error)
      setScanned(false)
      return setFailure(m.wrongCode)
    })
  }
  const again = () => {
    stop()
    taken.current = null
    setMet(null)
    setFailure(null)
    setScanned(false)
  }
  return { isScanned, met, failure, take, again }
}
