import { useState } from 'react'

import { getLanguage } from '#i18n/language.ts'
import { useMessages } from '#i18n/messages.ts'
import { TextField } from '#ui/fields/TextField.tsx'

import { furthestDays, nameZone, toField, writeHour, type WrittenHour } from './planned-hour.ts'
import { plannedMessages } from './planned.i18n.ts'

export interface PlannedHourFieldProps {
  hour: WrittenHour
  onChange: (hour: WrittenHour) => void
}

/** When a publication is to appear, in the person's own time, whose zone is said in full. */
export function PlannedHourField({ hour: { field, fault }, onChange }: PlannedHourFieldProps) {
  const m = useMessages(plannedMessages)
  const [opened] = useState(() => Date.now())
  const at = fault === 'missing' ? new Date(opened) : new Date(field)
  return (
    <TextField
      label={m.hour}
      type="datetime-local"
      value={field}
      min={toField(new Date(opened))}
      max={toField(new Date(opened + furthestDays * 86_400_000))}
      help={m.zone(nameZone(at, getLanguage()))}
      error={fault && m[fault]}
      onChange={(event) => onChange(writeHour(event.target.value))}
    />
  )
}
