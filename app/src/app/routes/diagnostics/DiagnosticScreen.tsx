import { useQuery } from '@tanstack/react-query'

import { readConfig } from '#data/config.ts'
import { isOnline } from '#data/network.ts'
import { useUserId } from '#data/session.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { useScreenSize } from '#ui/screen/use-screen-size.ts'

const messages = defineMessages({
  fr: {
    title: 'Diagnostic',
    version: 'Version',
    account: 'Compte',
    screen: 'Écran',
    language: 'Langue',
    mobile: 'mobile',
    tablet: 'tablette',
    desktop: 'ordinateur',
    installed: 'Installée',
    network: 'Réseau',
    online: 'en ligne',
    offline: 'hors ligne',
    yes: 'oui',
    no: 'non',
  },
  en: {
    title: 'Diagnostics',
    version: 'Version',
    account: 'Account',
    screen: 'Screen',
    language: 'Language',
    mobile: 'mobile',
    tablet: 'tablet',
    desktop: 'desktop',
    installed: 'Installed',
    network: 'Network',
    online: 'online',
    offline: 'offline',
    yes: 'yes',
    no: 'no',
  },
})

/** The test and debug paths (spec §2): what this device and this session are, and nobody else's data. */
export function DiagnosticScreen() {
  const m = useMessages(messages)
  const userId = useUserId()
  const language = useLanguage()
  const { isMobile, isTablet, width, height } = useScreenSize()
  const { data: config } = useQuery({ queryKey: ['config'], queryFn: readConfig, staleTime: Infinity })
  usePageTitle(m.title)
  const kind = isMobile ? m.mobile : isTablet ? m.tablet : m.desktop
  const facts = [
    [m.version, config?.version ?? '…'],
    [m.account, userId],
    [m.screen, `${width} × ${height}, ${kind}`],
    [m.language, language],
    [m.installed, matchMedia('(display-mode: standalone)').matches ? m.yes : m.no],
    [m.network, isOnline() ? m.online : m.offline],
  ]
  return (
    <div className="page">
      <h1>{m.title}</h1>
      <dl className="mt-5 grid max-w-160 grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
