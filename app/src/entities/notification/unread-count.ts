/** How many groups are unread, as this page knows it: what is marked here counts at once, and nothing older puts it back. */
import { queryClient } from '#data/query-client.ts'

import { notificationQueries } from './notification-queries.ts'

let marking = 0

/** As the channel tells it. What is told while something is being marked was counted before: the count is read afterwards. */
export function tellUnread(userId: string, unread: number): void {
  if (marking === 0) setUnread(userId, () => unread)
}

/** Shows the count as it will be while the server is told, and reads it again afterwards, however that went. */
export async function whileMarking<Answer>(
  userId: string,
  change: (before: number) => number,
  call: () => Promise<Answer>,
): Promise<Answer> {
  marking += 1
  setUnread(userId, change)
  try {
    return await call()
  } finally {
    marking -= 1
    if (marking === 0) {
      void queryClient.invalidateQueries({ queryKey: notificationQueries.unread(userId).queryKey, exact: true })
    }
  }
}

function setUnread(userId: string, change: (before: number) => number): void {
  const { queryKey } = notificationQueries.unread(userId)
  // An answer that is still on its way is older than this.
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, (before) => Math.max(0, change(before ?? 0)))
}
