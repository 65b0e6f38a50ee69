import type { LucideIcon } from 'lucide-react/types'

import type { SettingName } from '#entities/profile/my-settings.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'

import { SettingRow } from './SettingRow.tsx'

export interface SettingChoiceProps<Value extends string> {
  icon: LucideIcon
  name: string
  help: string
  setting: SettingName
  value: Value
  options: readonly { value: Value; label: string; disabled?: boolean }[]
  onChange: (value: Value) => void
}

/** One of a few, side by side. */
export function SettingChoice<Value extends string>({ value, options, onChange, ...row }: SettingChoiceProps<Value>) {
  return (
    <SettingRow {...row}>
      <SegmentedControl
        label={row.name}
        value={value}
        options={options}
        onChange={onChange}
        className="w-full md:w-84"
      />
    </SettingRow>
  )
}
