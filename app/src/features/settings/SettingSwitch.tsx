import type { LucideIcon } from 'lucide-react/types'

import { changeSetting, type MySettings, type SettingName } from '#entities/profile/my-settings.ts'
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
}

export function SettingSwitch({ setting, settings, userId, isReversed = false, ...row }: SettingSwitchProps) {
  return (
    <SettingRow {...row} setting={setting}>
      <Switch
        label={row.name}
        checked={settings[setting] !== isReversed}
        onChange={(checked) => changeSetting(userId, setting, checked !== isReversed)}
      />
    </SettingRow>
  )
}
