import { useUserId } from '#data/session.ts'
import { SecuritySection } from '#features/security/SecuritySection.tsx'
import { DisplaySection } from '#features/settings/DisplaySection.tsx'
import { ProfileSection } from '#features/settings/ProfileSection.tsx'
import { SessionSection } from '#features/settings/SessionSection.tsx'
import { settingsMessages } from '#features/settings/settings-messages.ts'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/use-page-title.ts'

export function AccountScreen() {
  const m = useMessages(settingsMessages)
  const userId = useUserId()
  usePageTitle(m.title)
  return (
    <div className="page">
      <h1 className="mb-5">{m.title}</h1>
      <div className="grid max-w-176 gap-4">
        {userId && <ProfileSection userId={userId} />}
        <DisplaySection />
        <SecuritySection />
        <SessionSection />
      </div>
    </div>
  )
}
