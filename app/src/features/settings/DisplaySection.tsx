import Languages from 'lucide-react/icons/languages'
import Leaf from 'lucide-react/icons/leaf'
import SunMoon from 'lucide-react/icons/sun-moon'
import type { LucideIcon } from 'lucide-react/types'
import type { ReactNode } from 'react'

import { setLanguage } from '#i18n/language.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { changeDisplaySettings } from '#ui/display-settings.ts'
import { SegmentedControl } from '#ui/SegmentedControl.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useDataSaver, useDisplaySettings } from '#ui/use-display-settings.ts'

import { settingsMessages } from './settings-messages.ts'

/** Theme, language and data-saver of this device; each change is kept at once. */
export function DisplaySection() {
  const m = useMessages(settingsMessages)
  const { theme } = useDisplaySettings()
  const language = useLanguage()
  const saver = useDataSaver()
  return (
    <section className="card" aria-labelledby="display">
      <h2 id="display">{m.display}</h2>
      <ul className="mt-1 divide-y divide-line">
        <Row icon={SunMoon} name={m.theme} help={m.themeHelp}>
          <SegmentedControl
            label={m.theme}
            value={theme}
            options={[
              { value: 'system', label: m.system },
              { value: 'light', label: m.light },
              { value: 'dark', label: m.dark },
            ]}
            onChange={(next) => changeDisplaySettings({ theme: next })}
            className="w-full md:w-60"
          />
        </Row>
        <Row icon={Languages} name={m.language} help={m.languageHelp}>
          <SegmentedControl
            label={m.language}
            value={language}
            options={[
              { value: 'fr', label: 'Français' },
              { value: 'en', label: 'English' },
            ]}
            onChange={setLanguage}
            className="w-full md:w-60"
          />
        </Row>
        <Row icon={Leaf} name={m.saver} help={m.saverHelp}>
          <Switch label={m.saver} checked={saver} onChange={(next) => changeDisplaySettings({ saver: next })} />
        </Row>
      </ul>
    </section>
  )
}

interface RowProps {
  icon: LucideIcon
  name: string
  help: string
  children: ReactNode
}

function Row({ icon: Icon, name, help, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3.5 py-3.25">
      <Icon aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
      <span className="min-w-40 flex-1">
        <span className="block text-sm font-semibold">{name}</span>
        <span className="block text-xs text-text-3">{help}</span>
      </span>
      {children}
    </li>
  )
}
