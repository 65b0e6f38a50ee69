/** The hour of a planned publication as it is written and read: in the time zone of the device, in full. */

/** How far ahead one may plan, in days: the server judges by its own clock. */
export const furthestDays = 30

const day = 86_400_000

/** `2026-11-24T08:00`, as a field of the kind datetime-local holds it. */
export function toField(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const days = [String(date.getFullYear()).padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${days}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The next full hour that is not too near. */
export function proposedHour(now: Date): Date {
  const hour = new Date(now.getTime() + day / 48)
  hour.setHours(hour.getHours() + 1, 0, 0, 0)
  return hour
}

export type HourFault = 'missing' | 'past' | 'tooFar'

export function faultOf(field: string, now: number): HourFault | null {
  const at = new Date(field).getTime()
  if (Number.isNaN(at)) return 'missing'
  if (at <= now) return 'past'
  return at > now + furthestDays * day ? 'tooFar' : null
}

/** An hour as it was last written, and what was wrong with it then. */
export interface WrittenHour {
  field: string
  fault: HourFault | null
}

export function writeHour(field: string): WrittenHour {
  return { field, fault: faultOf(field, Date.now()) }
}

export function hourAt(date: Date | string): WrittenHour {
  return writeHour(toField(new Date(date)))
}

/** « heure normale d’Afrique de l’Ouest (UTC+1) », as it is at that hour. */
export function nameZone(at: Date, language: string): string {
  const named = (timeZoneName: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat(language, { timeZoneName }).formatToParts(at).find(({ type }) => type === 'timeZoneName')
      ?.value ?? ''
  const [long, offset] = [named('long'), named('shortOffset')]
  return long === offset ? offset : `${long} (${offset})`
}
