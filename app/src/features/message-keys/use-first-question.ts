import { useEffect } from 'react'

import { useVaultState } from '#entities/message/vault.ts'
import { openModal } from '#entities/session/modals.ts'

import { putOff, useFirstVisit } from './reminders.ts'

/** Who comes to the messages for the first time, by the list or straight into a conversation, is asked at once. */
export function useFirstQuestion(): void {
  const isFirstVisit = useFirstVisit(useVaultState())
  useEffect(() => {
    if (!isFirstVisit) return
    // However it is left, that is « Plus tard ».
    putOff('absent', { isReminder: false })
    openModal('message-keys')
  }, [isFirstVisit])
}
