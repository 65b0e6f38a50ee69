import type { CommissionCard } from '@product/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { useUserId } from '#data/session.ts'

import { orderQueries } from './order-queries.ts'
import { useOrderNews } from './use-order-news.ts'

export interface OrderCards {
  /** Oldest first. */
  cards: readonly CommissionCard[]
  /** Neither the server nor this device has them; null where they are there. */
  readAgain: (() => void) | null
}

interface Reach {
  /** What was before is gone from the conversation, and its orders' steps with it. */
  since: string | null
  /** The oldest message that is there; null where there is none before it. */
  from: string | null
}

/** The steps of all orders between one and somebody else, as far back as their messages, kept up to date. */
export function useOrderCards(otherId: string | null, { since, from }: Reach): OrderCards {
  const userId = useUserId() ?? ''
  useOrderNews()
  const query = useInfiniteQuery({ ...orderQueries.cards(userId, otherId ?? ''), enabled: otherId !== null })
  const { data, fetchNextPage, hasNextPage, isError, isFetching, refetch } = query
  const cards = useMemo(() => {
    const first = since === null ? -Infinity : Date.parse(since)
    const all = data?.pages.flat() ?? []
    return all
      .filter(({ at }) => Date.parse(at) >= first)
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  }, [data, since])
  const oldest = cards[0]?.at
  const isShort = hasNextPage && (oldest === undefined || from === null || Date.parse(oldest) > Date.parse(from))
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])
  return { cards, readAgain: isError ? () => void refetch() : null }
}
