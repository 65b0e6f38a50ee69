import { NotificationPreferences } from '#entities/notification/NotificationPreferences.tsx'
import { useMessages } from '#i18n/messages.ts'

import { RungPeople } from './content/PeoplePutAside.tsx'
import { settingsMessages } from './settings.i18n.ts'

export function NotificationsSection({ userId }: { userId: string }) {
  const m = useMessages(settingsMessages)
  return (
    <>
      <section className="card grid gap-4" aria-labelledby="notifications">
        <h2 id="notifications" className="max-lg:sr-only">
          {m.notifications}
        </h2>
        <NotificationPreferences userId={userId} />
      </section>
      <RungPeople userId={userId} />
    </>
  )
}
