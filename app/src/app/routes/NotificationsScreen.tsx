import { useUserId } from '#data/session.ts'
import { notificationsMessages } from '#features/notifications/notifications.i18n.ts'
import { NotificationsView } from '#features/notifications/NotificationsView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

export function NotificationsScreen() {
  const m = useMessages(notificationsMessages)
  const userId = useUserId()
  usePageTitle(m.title)
  return userId && <NotificationsView userId={userId} />
}
