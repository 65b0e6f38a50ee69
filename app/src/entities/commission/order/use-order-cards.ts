import type { CommissionCard } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { useUserId } from '#data/session.ts'

import { orderQueries } from './order-queries.ts'
import { useOrderNews } from './use-order-news.ts'

const none: readonly CommissionCard[] = []

/**
 * The steps of all orders between one and somebody else, oldest first, kept up to date.
 *
 * @param since what was before is gone from the conversation, and its orders' steps with it
 */
export function useOrderCards(otherId: string | null, since: string | null): readonly CommissionCard[] {
  const userId = useUserId() ?? ''
  useOrderNews()
  const { data = none } = useQuery({ ...orderQueries.cards(userId, otherId ?? ''), enabled: otherId !== null })
  return useMemo(() => {
    const from = since === null ? -Infinity : Date.parse(since)
    return data.filter(({ at }) => Date.parse(at) >= from)
  }, [data, since])
}
