import { NotificationNews, notificationEvent } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as v from 'valibot'

import { listenToOwn } from '#data/channels/own-channel.ts'
import { useHeard } from '#data/channels/use-heard.ts'
import { queryClient, readAnew } from '#data/query-client.ts'

import { notificationQueries } from './notification-queries.ts'
import { tellUnread } from './unread-count.ts'

/** How many groups are unread, and kept true: by the channel, and read again when it was away. */
export function useUnread(userId: string): number {
  const { data = 0 } = useQuery({ ...notificationQueries.unread(userId), enabled: useHeard(userId) })
  useEffect(() => {
    return listenToOwn(userId, {
      event: notificationEvent,
      onEvent: (payload) => {
        const { success, output } = v.safeParse(NotificationNews, payload)
        if (success) receiveNews(userId, output)
      },
      // What came before the channel stood, nobody has told.
      onJoined: () => void readAnew(notificationQueries.root(userId)),
      onLost: () => undefined,
    })
  }, [userId])
  return data
}

function receiveNews(userId: string, { unread, id, type }: v.InferOutput<typeof NotificationNews>): void {
  // Whoever looks at the app sees the end of a generation there, and is told by a toast: the bell stays as it is.
  const isTold = type === 'generation' && document.visibilityState === 'visible'
  if (!isTold) tellUnread(userId, unread)
  void queryClient.invalidateQueries({ queryKey: notificationQueries.lists(userId) })
  if (isTold && id !== undefined) {
    void import('./mark-notifications.ts').then(({ markRead }) => markRead(userId, [id])).catch(() => undefined)
  }
}
