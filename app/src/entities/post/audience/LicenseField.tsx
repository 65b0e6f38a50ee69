import { defineMessages, useMessages } from '#i18n/messages.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'

import { licenses, licenseWords, type License } from './license.ts'

const messages = defineMessages(licenseWords)

export interface LicenseFieldProps {
  value: License
  onChange: (license: License) => void
}

export function LicenseField({ value, onChange }: LicenseFieldProps) {
  const m = useMessages(messages)
  return (
    <SelectField
      label={m.license}
      value={value}
      options={licenses.map((license) => ({ value: license, label: m[license] }))}
      onChange={(event) => onChange(event.target.value as License)}
    />
  )
}
