import { useUserId } from '#data/session.ts'
import { KeysBanner, useBannerAwaited } from '#features/message-keys/reminder/KeysBanner.tsx'
import { listMessages } from '#features/messages/list/list.i18n.ts'
import { MessagesView } from '#features/messages/MessagesView.tsx'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

export function MessagesScreen() {
  const m = useMessages(listMessages)
  const userId = useUserId()
  const isBannerAwaited = useBannerAwaited()
  usePageTitle(m.title)
  return (
    userId && <MessagesView key={userId} userId={userId} banner={<KeysBanner />} isBannerAwaited={isBannerAwaited} />
  )
}
