/** Read and unread: at once on the screen, and taken back where the server does not hear of it. */
import type { InfiniteData } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'

import { notificationQueries } from './notification-queries.ts'
import type { NotificationEntry } from './notification.ts'

export async function markRead(userId: string, ids: readonly string[]): Promise<void> {
  patch(userId, ({ id }) => ids.includes(id), new Date().toISOString())
  await orReadAgain(userId, callSignedIn('mark_notifications_read', { ids }))
}

export async function markUnread(userId: string, ids: readonly string[]): Promise<void> {
  patch(userId, ({ id }) => ids.includes(id), null)
  await orReadAgain(userId, callSignedIn('mark_notifications_unread', { ids }))
}

/** Answers the way back, for those that this has marked. */
export async function markAllRead(userId: string): Promise<() => Promise<void>> {
  patch(userId, () => true, new Date().toISOString())
  const stamp = await orReadAgain(userId, callSignedIn('mark_notifications_read', {}))
  return async () => {
    await orReadAgain(userId, callSignedIn('mark_notifications_unread', { stamp }))
    await queryClient.invalidateQueries({ queryKey: notificationQueries.root(userId) })
  }
}

/** What was not heard of is not marked: the lists are read again. */
async function orReadAgain<Answer>(userId: string, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: notificationQueries.root(userId) })
    throw error
  }
}

type Pages = InfiniteData<NotificationEntry[]>

function patch(userId: string, isMeant: (entry: NotificationEntry) => boolean, readAt: string | null): void {
  queryClient.setQueriesData<Pages>({ queryKey: notificationQueries.lists(userId) }, (held) => {
    if (!held) return held
    const mark = (entry: NotificationEntry) =>
      isMeant(entry) && (entry.read_at === null) !== (readAt === null) ? { ...entry, read_at: readAt } : entry
    return { ...held, pages: held.pages.map((page) => page.map(mark)) }
  })
}
