/** Read and unread: at once on the screen, and taken back where the server does not hear of it. */
import type { InfiniteData } from '@tanstack/react-query'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'

import { notificationQueries } from './notification-queries.ts'
import type { NotificationEntry } from './notification.ts'
import { whileMarking } from './unread-count.ts'

export async function markRead(userId: string, ids: readonly string[]): Promise<void> {
  const changed = patch(userId, ({ id }) => ids.includes(id), new Date().toISOString())
  const call = () => callSignedIn('mark_notifications_read', { ids })
  await orReadAgain(
    userId,
    whileMarking(userId, (before) => before - changed, call),
  )
}

export async function markUnread(userId: string, ids: readonly string[]): Promise<void> {
  const changed = patch(userId, ({ id }) => ids.includes(id), null)
  const call = () => callSignedIn('mark_notifications_unread', { ids })
  await orReadAgain(
    userId,
    whileMarking(userId, (before) => before + changed, call),
  )
}

/** Answers the way back, for those that this has marked. */
export async function markAllRead(userId: string): Promise<() => Promise<void>> {
  patch(userId, () => true, new Date().toISOString())
  const call = () => callSignedIn('mark_notifications_read', {})
  const stamp = await orReadAgain(
    userId,
    whileMarking(userId, () => 0, call),
  )
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

/** Answers how many this changes. */
function patch(userId: string, isMeant: (entry: NotificationEntry) => boolean, readAt: string | null): number {
  const changed = new Set<string>()
  queryClient.setQueriesData<Pages>({ queryKey: notificationQueries.lists(userId) }, (held) => {
    if (!held) return held
    const mark = (entry: NotificationEntry) => {
      if (!isMeant(entry) || (entry.read_at === null) === (readAt === null)) return entry
      changed.add(entry.id)
      return { ...entry, read_at: readAt }
    }
    return { ...held, pages: held.pages.map((page) => page.map(mark)) }
  })
  return changed.size
}
