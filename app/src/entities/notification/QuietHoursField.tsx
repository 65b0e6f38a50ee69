import { useId } from 'react'

import { teenMessages } from '#entities/profile/teen-mode/teen-mode.i18n.ts'
import { useTeenUntil } from '#entities/profile/teen-mode/teen-mode.ts'
import { useMessages } from '#i18n/messages.ts'
import { Switch } from '#ui/fields/Switch.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { placeOf, toClock, toMinutes } from './clock.ts'
import { notificationMessages } from './notification.i18n.ts'
import { changeQuietHours, type QuietHours } from './preference-queries.ts'

const day = 1440
const night: QuietHours = { from: 22 * 60, to: 31 * 60 }

export interface QuietHoursFieldProps {
  userId: string
  value: QuietHours | null
  timeZone: string
}

/** When no push comes, in the time zone of the device that says so. */
export function QuietHoursField({ userId, value, timeZone }: QuietHoursFieldProps) {
  const m = useMessages(notificationMessages)
  const teen = useMessages(teenMessages)
  const isLocked = useTeenUntil() !== null
  const id = useId()
  const change = (ends: Partial<Record<'from' | 'to', string>>) => {
    const from = toMinutes(ends.from) ?? value?.from
    const to = toMinutes(ends.to) ?? value?.to
    if (from === undefined || to === undefined || from % day === to % day) return
    changeQuietHours(userId, { from: from % day, to: to % day > from % day ? to % day : (to % day) + day })
  }
  return (
    <section className="grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id}>
          <span className="block font-semibold">{m.quiet}</span>
          <span className="block text-sm text-text-3">{isLocked ? teen.nightLocked : m.quietText}</span>
        </label>
        <Switch
          id={id}
          checked={value !== null}
          disabled={isLocked}
          onChange={(isOn) => changeQuietHours(userId, isOn ? night : null)}
        />
      </div>
      {value && (
        <div className="grid max-w-80 grid-cols-2 gap-3">
          <TextField
            label={m.from}
            disabled={isLocked}
            type="time"
            value={toClock(value.from)}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            label={m.to}
            disabled={isLocked}
            type="time"
            value={toClock(value.to)}
            onChange={(event) => change({ to: event.target.value })}
          />
          <p className="col-span-2 text-xs text-text-3">{m.zone(placeOf(timeZone))}</p>
        </div>
      )}
    </section>
  )
}
