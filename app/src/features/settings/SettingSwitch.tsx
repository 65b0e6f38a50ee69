import type { LucideIcon } from 'lucide-react/types'

import { changeSetting, type MySettings, type SettingName } from '#entities/profile/my-settings.ts'
import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Switch } from '#ui/fields/Switch.tsx'

import { SettingRow } from './SettingRow.tsx'

type SwitchName = { [Name in SettingName]: MySettings[Name] extends boolean ? Name : never }[SettingName]

export interface SettingSwitchProps {
  icon: LucideIcon
  name: string
  help: string
  setting: SwitchName
  settings: MySettings
  userId: string
  /** Where the switch says the opposite of what is kept. */
  isReversed?: boolean
  /** Teen mode says it: why stands in the help's place. */
  isLocked?: boolean
}

export function SettingSwitch(props: SettingSwitchProps) {
  const { setting, settings, userId, isReversed = false, isLocked = false, help, ...row } = props
  const { locked } = useMessages(teenMessages)
  return (
    <SettingRow {...row} help={isLocked ? locked : help} setting={setting}>
      <Switch
        label={row.name}
        disabled={isLocked}
        checked={settings[setting] !== isReversed}
        onChange={(checked) => changeSetting(userId, setting, checked !== isReversed)}
      />
    </SettingRow>
  )
}
