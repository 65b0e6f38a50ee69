import ALargeSmall from 'lucide-react/icons/a-large-small'
import Contrast from 'lucide-react/icons/contrast'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import Gauge from 'lucide-react/icons/gauge'
import Hash from 'lucide-react/icons/hash'
import Keyboard from 'lucide-react/icons/keyboard'
import Languages from 'lucide-react/icons/languages'
import Link2 from 'lucide-react/icons/link-2'
import SunMoon from 'lucide-react/icons/sun-moon'

import { chooseLinkPreviews, useLinkPreviews } from '#entities/conversation/link-preview-switch.ts'
import { chooseEnter, useEnterSends } from '#entities/message/enter-sends.ts'
import { changeSetting, type MySettings } from '#entities/profile/my-settings.ts'
import { setLanguage } from '#i18n/change-language.ts'
import { type Language } from '#i18n/language.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { changeDisplaySettings } from '#ui/display/change-display.ts'
import { type DisplaySettings } from '#ui/display/display-settings.ts'
import { useDisplaySettings } from '#ui/display/use-display-settings.ts'
import { Switch } from '#ui/fields/Switch.tsx'

import { displayMessages } from './display.i18n.ts'
import { SettingChoice } from './SettingChoice.tsx'
import { SettingRow } from './SettingRow.tsx'

/** How the interface looks: on this device at once, on one's others when they are opened. */
export function DisplaySection({ userId }: { userId: string }) {
  const m = useMessages(displayMessages)
  return (
    <section className="card" aria-labelledby="display">
      <h2 id="display" className="max-lg:sr-only">
        {m.title}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        <Look userId={userId} />
        <Ease userId={userId} />
        <Behaviour userId={userId} />
      </ul>
    </section>
  )
}

type Kept = 'theme' | 'text_size' | 'motion' | 'contrast' | 'shortcuts' | 'hide_counts'

function useChange(userId: string) {
  return <Name extends Kept>(name: Name, value: MySettings[Name], here: Partial<DisplaySettings>) => {
    changeDisplaySettings(here)
    changeSetting(userId, name, value)
  }
}

function Look({ userId }: { userId: string }) {
  const m = useMessages(displayMessages)
  const { theme, textSize } = useDisplaySettings()
  const change = useChange(userId)
  return (
    <>
      <SettingChoice
        icon={SunMoon}
        name={m.theme}
        help={m.themeHelp}
        setting="theme"
        value={theme}
        options={[
          { value: 'system', label: m.system },
          { value: 'light', label: m.light },
          { value: 'dark', label: m.dark },
        ]}
        onChange={(next) => change('theme', next, { theme: next })}
      />
      <SettingChoice
        icon={ALargeSmall}
        name={m.textSize}
        help={m.textSizeHelp}
        setting="text_size"
        value={textSize}
        options={[
          { value: 'small', label: m.small },
          { value: 'normal', label: m.normal },
          { value: 'large', label: m.large },
          { value: 'largest', label: m.largest },
        ]}
        onChange={(next) => change('text_size', next, { textSize: next })}
      />
    </>
  )
}

/** What makes the screens easier to look at. */
function Ease({ userId }: { userId: string }) {
  const m = useMessages(displayMessages)
  const { contrast = 'system', motion } = useDisplaySettings()
  const change = useChange(userId)
  return (
    <>
      <SettingChoice
        icon={Contrast}
        name={m.contrast}
        help={m.contrastHelp}
        setting="contrast"
        value={contrast}
        options={[
          { value: 'system', label: m.system },
          { value: 'more', label: m.strong },
        ]}
        onChange={(next) => change('contrast', next, { contrast: next })}
      />
      <SettingChoice
        icon={Gauge}
        name={m.motion}
        help={m.motionHelp}
        setting="motion"
        value={motion}
        options={[
          { value: 'system', label: m.system },
          { value: 'reduced', label: m.reduced },
          { value: 'full', label: m.full },
        ]}
        onChange={(next) => change('motion', next, { motion: next })}
      />
    </>
  )
}

function Behaviour({ userId }: { userId: string }) {
  const m = useMessages(displayMessages)
  const { shortcuts, hideCounts } = useDisplaySettings()
  const language = useLanguage()
  const enterSends = useEnterSends()
  const linkPreviews = useLinkPreviews()
  const change = useChange(userId)
  const speak = (next: Language) => {
    setLanguage(next)
    changeSetting(userId, 'language', next)
  }
  return (
    <>
      <SettingChoice
        icon={Languages}
        name={m.language}
        help={m.languageHelp}
        setting="language"
        value={language}
        options={[
          { value: 'fr', label: 'Français' },
          { value: 'en', label: 'English' },
        ]}
        onChange={speak}
      />
      <SettingRow icon={Hash} name={m.counts} help={m.countsHelp} setting="hide_counts">
        <Switch
          label={m.counts}
          checked={!hideCounts}
          onChange={(shown) => change('hide_counts', !shown, { hideCounts: !shown })}
        />
      </SettingRow>
      <SettingRow icon={Keyboard} name={m.shortcuts} help={m.shortcutsHelp} setting="shortcuts">
        <Switch
          label={m.shortcuts}
          checked={shortcuts}
          onChange={(next) => change('shortcuts', next, { shortcuts: next })}
        />
      </SettingRow>
      <SettingRow icon={CornerDownLeft} name={m.enterSends} help={m.enterSendsHelp}>
        <Switch label={m.enterSends} checked={enterSends} onChange={chooseEnter} />
      </SettingRow>
      <SettingRow icon={Link2} name={m.linkPreviews} help={m.linkPreviewsHelp}>
        <Switch label={m.linkPreviews} checked={linkPreviews} onChange={chooseLinkPreviews} />
      </SettingRow>
    </>
  )
}
