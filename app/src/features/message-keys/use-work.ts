import { useState } from 'react'

import { useMessages } from '#i18n/messages.ts'

import { explainFailure } from './explain-failure.ts'
import { keysMessages } from './keys-messages.ts'

/** One thing at a time, and what its failure means. */
export function useWork() {
  const m = useMessages(keysMessages)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(explainFailure(error, m))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run, forget: () => setFailure(null) }
}
