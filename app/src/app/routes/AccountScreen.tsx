import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Suspense, type ReactNode } from 'react'

import { WaitingButton } from '#app/shell/banners/WaitingButton.tsx'
import { useUserId } from '#data/session.ts'
import { ProfileSection } from '#features/settings/ProfileSection.tsx'
import { sectionOf, type Section } from '#features/settings/sections.ts'
import { settingsMessages } from '#features/settings/settings.i18n.ts'
import { SettingsNav } from '#features/settings/SettingsNav.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { lazy } from '#ui/lazy.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

const SecurityArea = lazy(async () => (await import('./SecurityArea.tsx')).SecurityArea)
const PrivacySection = lazy(async () => (await import('#features/settings/PrivacySection.tsx')).PrivacySection)
const KeysSection = lazy(async () => (await import('#features/message-keys/KeysSection.tsx')).KeysSection)
const NotificationsSection = lazy(
  async () => (await import('#features/settings/NotificationsSection.tsx')).NotificationsSection,
)
const ContentSection = lazy(async () => (await import('#features/settings/content/ContentSection.tsx')).ContentSection)
const DisplaySection = lazy(async () => (await import('#features/settings/DisplaySection.tsx')).DisplaySection)
const DataSection = lazy(async () => (await import('#features/settings/account/DataSection.tsx')).DataSection)
const AboutSection = lazy(async () => (await import('#features/settings/about/AboutSection.tsx')).AboutSection)

/** `/account` and `/settings`: a list beside the open section; on a phone first the list, then the section. */
export function AccountScreen() {
  const m = useMessages(settingsMessages)
  const userId = useUserId()
  const { isDesktop } = useScreenSize()
  const asked = sectionOf(usePlace().search['section'])
  const section = asked ?? (isDesktop ? 'profile' : null)
  usePageTitle(section ? `${m[section]} · ${m.title}` : m.title)
  if (userId === null) return null
  if (!isDesktop) {
    return (
      <div className="page">
        {!section && <WaitingButton className="mb-3 w-full" />}
        {section ? <BackToList title={m[section]} /> : <h1 className="mb-3">{m.title}</h1>}
        {section ? <Open section={section} userId={userId} /> : <SettingsNav current={null} />}
      </div>
    )
  }
  return (
    <div className="page">
      <h1 className="mb-5">{m.title}</h1>
      <div className="grid grid-cols-[13rem_minmax(0,44rem)] gap-6">
        <SettingsNav current={section} />
        {section && <Open section={section} userId={userId} />}
      </div>
    </div>
  )
}

function BackToList({ title }: { title: string }) {
  const m = useMessages(settingsMessages)
  return (
    <div className="mb-4 -ml-2.5 flex items-center gap-1">
      <Link to={paths.settings} aria-label={m.back} className="grid size-11 place-items-center rounded-md">
        <ArrowLeft aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
      </Link>
      <h1 className="text-[1.375rem]">{title}</h1>
    </div>
  )
}

function Open({ section, userId }: { section: Section; userId: string }) {
  const shown: Record<Section, ReactNode> = {
    profile: <ProfileSection userId={userId} />,
    security: <SecurityArea />,
    privacy: <PrivacySection />,
    messages: <KeysSection />,
    notifications: <NotificationsSection userId={userId} />,
    content: <ContentSection userId={userId} />,
    display: <DisplaySection userId={userId} />,
    data: <DataSection userId={userId} />,
    about: <AboutSection />,
  }
  return (
    <div className="grid content-start gap-4">
      <Suspense fallback={<Skeleton className="h-60 rounded-lg" />}>{shown[section]}</Suspense>
    </div>
  )
}
