import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { useUserId } from '#data/session.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'

import { isOpen, paymentQueries, refreshPayments, type Payment } from './payment-queries.ts'

const everyMs = 3000
const receiptWithinMs = 90_000

/** Reads payments and credits again when the channel tells of one. */
export function usePaymentNews(): void {
  const userId = useUserId()
  useEffect(() => {
    if (userId === null) return undefined
    const onEvent = () => {
      refreshPayments()
      refreshCredits()
    }
    return listenToOwn(userId, { event: 'payment', onEvent, onJoined: () => undefined, onLost: () => undefined })
  }, [userId])
}

/** A payment as it stands: told by the channel, and asked for as long as it is open. */
export function usePayment(id: string): UseQueryResult<Payment> {
  const query = useQuery({
    ...paymentQueries.one(id),
    refetchInterval: ({ state }) => (state.data === undefined || isWaiting(state.data) ? everyMs : false),
    retry: false,
  })
  usePaymentNews()
  const status = query.data?.status
  useEffect(() => {
    if (status === 'paid') refreshCredits()
  }, [status])
  return query
}

/** For the provider, or for its receipt, which is numbered within a minute. */
function isWaiting(payment: Payment): boolean {
  const { status, receipt_id: receipt, paid_at: at } = payment
  if (isOpen(payment)) return true
  return status === 'paid' && receipt === null && at !== null && Date.now() - new Date(at).getTime() < receiptWithinMs
}
