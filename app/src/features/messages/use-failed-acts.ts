import { useEffect } from 'react'

import { useUserId } from '#data/session.ts'
import { watchFailures } from '#entities/message/send.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { failureWords } from './bubble/failure-words.ts'
import { threadMessages } from './thread.i18n.ts'

/** A reaction, a change or a deletion has no bubble of its own to say that it did not go. */
export function useFailedActs(): void {
  const userId = useUserId()
  useEffect(() => {
    if (userId === null) return undefined
    return watchFailures(userId, (failure) => {
      const m = currentMessages(threadMessages)
      toast({ tone: 'danger', title: m.actFailed, description: failureWords(m, failure) })
    })
  }, [userId])
}
