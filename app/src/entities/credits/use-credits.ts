import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { useUserId } from '#data/session.ts'

import { creditQueries, refreshCredits, type Balance } from './credit-queries.ts'

/**
 * The signed-in person's credits, kept fresh: read again when a generation is ordered or ends, and when the channel that
 * tells of it comes to stand. After an order of one's own, `refreshCredits()` need not wait for it.
 */
export function useCredits(): UseQueryResult<Balance> {
  const userId = useUserId()
  const query = useQuery({ ...creditQueries.balance(userId ?? ''), enabled: userId !== null })
  useEffect(() => {
    if (userId === null) return undefined
    // What came before the channel stood, nobody has told; where it stands already, the query is younger.
    let isStanding = true
    const stop = listenToOwn(userId, {
      event: 'generation',
      onEvent: (payload) => {
        // While it runs, no credit moves.
        if (statusOf(payload) !== 'running') refreshCredits()
      },
      onJoined: () => {
        if (!isStanding) refreshCredits()
      },
      onLost: () => undefined,
    })
    isStanding = false
    return stop
  }, [userId])
  return query
}

function statusOf(payload: unknown): string {
  const { status } = (payload ?? {}) as { status?: unknown }
  return typeof status === 'string' ? status : ''
}
