import { periodOf, type NotificationEntry } from '#entities/notification/notification.ts'
import { useMessages } from '#i18n/messages.ts'

import { NotificationItem } from './NotificationItem.tsx'
import { notificationsMessages } from './notifications.i18n.ts'

export interface NotificationListProps {
  entries: readonly NotificationEntry[]
  userId: string
  onOpen: (id: string) => void
}

/** By today, this week and before. */
export function NotificationList({ entries, userId, onOpen }: NotificationListProps) {
  const m = useMessages(notificationsMessages)
  const periods = Map.groupBy(entries, ({ last_at: at }) => periodOf(at))
  return [...periods].map(([period, told]) => (
    <section key={period} aria-labelledby={`notifications-${period}`}>
      <h2 id={`notifications-${period}`} className="px-(--gutter) pt-5 pb-2 text-base md:px-4">
        {m[period]}
      </h2>
      <ul className="grid gap-px">
        {told.map((entry) => (
          <NotificationItem key={entry.id} entry={entry} userId={userId} onOpen={() => onOpen(entry.id)} />
        ))}
      </ul>
    </section>
  ))
}
