import { use, useState } from 'react'

import { DataError } from '#data/rest.ts'
import { useMessages } from '#i18n/messages.ts'

import { explainFailure } from './explain-failure.ts'
import { keysMessages } from './keys.i18n.ts'
import { SignInTooOld } from './sign-in-too-old.ts'

/** One thing at a time, and what its failure means. */
export function useWork() {
  const m = useMessages(keysMessages)
  const signInTooOld = use(SignInTooOld)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (signInTooOld && error instanceof DataError && error.hint === 'sign_in_again') signInTooOld()
      else setFailure(explainFailure(error, m))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run, forget: () => setFailure(null) }
}
