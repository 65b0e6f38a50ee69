import { chooseReadySound, useReadySound } from '#entities/generation/progress/ready-sound.ts'
import { NotificationPreferences } from '#entities/notification/NotificationPreferences.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Switch } from '#ui/fields/Switch.tsx'

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
      <ReadySound />
      <RungPeople userId={userId} />
    </>
  )
}

function ReadySound() {
  const m = useMessages(settingsMessages)
  const isOn = useReadySound()
  return (
    <section className="card flex items-center justify-between gap-4" aria-labelledby="ready-sound">
      <div>
        <h3 id="ready-sound" className="font-semibold">
          {m.readySound}
        </h3>
        <p className="text-sm text-text-3">{m.readySoundHelp}</p>
      </div>
      <Switch label={m.readySound} checked={isOn} onChange={chooseReadySound} />
    </section>
  )
}
