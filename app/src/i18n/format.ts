/** Numbers and dates in the person's language. */
import { getLanguage } from './language.ts'
import { frenchSpaces } from './messages.ts'

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

function locale(): string {
  return locales[getLanguage()]
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return frenchSpaces(new Intl.NumberFormat(locale(), options).format(value))
}

/** 1 542 stays whole up to 9 999; above, « 12 k » / “12K”. */
export function formatCount(value: number): string {
  if (value < 10_000) return formatNumber(value)
  return frenchSpaces(new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(value))
}

/** « 21 novembre 2026 » */
export function formatDate(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'long' }).format(new Date(date))
}

/** « 14:05 » */
export function formatTime(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(new Date(date))
}

/** « 5 nov. 2026 » */
export function formatDay(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(date))
}

/** « 5 nov. » */
export function formatShortDay(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short' }).format(new Date(date))
}

/** « lundi » of 1, as ISO 8601 counts them. */
export function formatWeekday(day: number): string {
  return new Intl.DateTimeFormat(locale(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  )
}

/** « novembre 2026 » */
export function formatMonth(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric' }).format(new Date(date))
}

const units = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
  ['week', 604_800],
] as const

/** « à l’instant », « il y a 5 min », « il y a 3 h », « il y a 2 j »; the date itself after four weeks. */
export function formatAgo(date: string | Date, now: number = Date.now()): string {
  const seconds = Math.max(0, (now - new Date(date).getTime()) / 1000)
  if (seconds < 60) return getLanguage() === 'fr' ? 'à l’instant' : 'just now'
  if (seconds >= 4 * 604_800) return formatDate(date)
  const [unit, size] = units.findLast(([, length]) => seconds >= length) ?? units[0]
  const format = new Intl.RelativeTimeFormat(locale(), { style: 'short', numeric: 'always' })
  return frenchSpaces(format.format(-Math.floor(seconds / size), unit))
}

/** « 84 Ko », « 2,1 Mo »: as networks count, by thousands. */
export function formatBytes(bytes: number): string {
  const [unit, size, digits] = bytes < 1e6 ? (['k', 1e3, 0] as const) : (['M', 1e6, 1] as const)
  const value = new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(Math.max(bytes, 1) / size)
  return frenchSpaces(`${value}\u00A0${getLanguage() === 'fr' ? `${unit === 'k' ? 'K' : unit}o` : `${unit}B`}`)
}

/** Of languages whose names browsers do not know. */
const ownNames: Readonly<Record<string, string>> = { dyu: 'dioula' }

/** « français » of `fr`; the code where nobody knows it. */
export function formatLanguage(code: string): string {
  try {
    const name = new Intl.DisplayNames([getLanguage()], { type: 'language', fallback: 'none' }).of(code)
    return name ?? ownNames[code] ?? code
  } catch {
    return code
  }
}
