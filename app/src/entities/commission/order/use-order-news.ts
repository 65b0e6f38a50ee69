import { useEffect } from 'react'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { useUserId } from '#data/session.ts'

import { refreshOrders } from './order-queries.ts'

/** Reads orders again when the channel tells that something happened to one. */
export function useOrderNews(): void {
  const userId = useUserId()
  useEffect(() => {
    if (userId === null) return undefined
    const onEvent = () => void refreshOrders()
    return listenToOwn(userId, { event: 'commission', onEvent, onJoined: () => undefined, onLost: () => undefined })
  }, [userId])
}
