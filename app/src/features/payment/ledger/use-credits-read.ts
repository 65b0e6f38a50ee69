import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { creditQueries } from '#entities/credits/credit-queries.ts'
import { useCredits } from '#entities/credits/use-credits.ts'

import type { CreditsRead } from './check-credits.ts'
import { creationIds, paidWorkQuery, type PaidWork } from './paid-work.ts'

export interface CreditsReading {
  /** `null` until all of it was read once. */
  read: CreditsRead | null
  works: ReadonlyMap<string, PaidWork>
  hasFailed: boolean
  isReading: boolean
  /** When the oldest of the figures was read, in milliseconds. */
  since: number
  /** Reads older entries; `null` when there are none. */
  readMore: (() => void) | null
  isReadingMore: boolean
}

/** Everything that the ledger tells its reader. */
export function useCreditsRead(userId: string): CreditsReading {
  const balance = useCredits()
  const holds = useQuery(creditQueries.holds(userId))
  const statement = useInfiniteQuery(creditQueries.statement(userId))
  const entries = statement.data?.pages.flat() ?? []
  const works = useQuery(paidWorkQuery(userId, creationIds([...entries, ...(holds.data ?? [])])))
  const all = [balance, holds, statement] as const
  const isRead = balance.data && holds.data && statement.data
  return {
    read: isRead ? { balance: balance.data, holds: holds.data, entries, isWhole: !statement.hasNextPage } : null,
    works: works.data ?? new Map(),
    hasFailed: all.some(({ isError }) => isError),
    isReading: all.some(({ isFetching }) => isFetching),
    since: Math.min(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    readMore: statement.hasNextPage ? () => void statement.fetchNextPage() : null,
    isReadingMore: statement.isFetchingNextPage,
  }
}
