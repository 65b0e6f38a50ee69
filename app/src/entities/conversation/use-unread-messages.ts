import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useHeard } from '#data/channels/use-heard.ts'
import { queryClient } from '#data/query-client.ts'

import { conversationQueries } from './conversation-queries.ts'
import { watchMessages } from './message-feed.ts'

/** In how many conversations something is unread, muted ones and requests apart (FEATURES N5). */
export function useUnreadMessages(userId: string): number {
  const { data = 0 } = useQuery({ ...conversationQueries.unread(userId), enabled: useHeard(userId) })
  useEffect(() => {
    const countAgain = () =>
      void queryClient.invalidateQueries({ queryKey: conversationQueries.unread(userId).queryKey })
    addEventListener('message-read', countAgain)
    const stop = watchMessages(userId, ({ type }) => {
      if (type !== 'keys' && type !== 'lost') countAgain()
    })
    return () => {
      removeEventListener('message-read', countAgain)
      stop()
    }
  }, [userId])
  return data
}
