import { useId } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { Switch } from '#ui/fields/Switch.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { placeOf, toClock, toMinutes } from './clock.ts'
import { notificationMessages } from './notification.i18n.ts'
import { changeDigest } from './preference-queries.ts'

const evening = 18 * 60

export interface DigestFieldProps {
  userId: string
  /** Minutes of the day; null: each push as it happens. */
  value: number | null
  timeZone: string
}

/** One push a day in place of many, at the hour that suits. */
export function DigestField({ userId, value, timeZone }: DigestFieldProps) {
  const m = useMessages(notificationMessages)
  const id = useId()
  const change = (clock: string) => {
    const minutes = toMinutes(clock)
    if (minutes !== undefined) changeDigest(userId, minutes)
  }
  return (
    <section className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id}>
          <span className="block font-semibold">{m.digest}</span>
          <span className="block text-sm text-text-3">{m.digestText}</span>
        </label>
        <Switch id={id} checked={value !== null} onChange={(isOn) => changeDigest(userId, isOn ? evening : null)} />
      </div>
      {value !== null && (
        <div className="grid max-w-80 gap-3">
          <TextField
            label={m.digestAt}
            type="time"
            value={toClock(value)}
            onChange={(event) => change(event.target.value)}
          />
          <p className="text-xs text-text-3">{m.zone(placeOf(timeZone))}</p>
        </div>
      )}
    </section>
  )
}
