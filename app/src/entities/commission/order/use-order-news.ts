import { useEffect } from 'react'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { useUserId } from '#data/session.ts'

import { refreshOrders } from './order-queries.ts'

/** Reads orders again when the channel tells that something happened to one, or may have while it was not there. */
export function useOrderNews(): void {
  const userId = useUserId()
  useEffect(() => {
    if (userId === null) return undefined
    let isListening = false
    const onEvent = () => void refreshOrders()
    // Joined already as one begins to listen: what is shown has just been asked for.
    const onJoined = () => {
      if (isListening) onEvent()
    }
    const stop = listenToOwn(userId, { event: 'commission', onEvent, onJoined, onLost: () => undefined })
    isListening = true
    return stop
  }, [userId])
}
