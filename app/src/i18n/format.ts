/** Numbers and dates in the person's language: what the first page says. Its neighbours come with who needs them. */
import { getLanguage } from './language.ts'
import { formatter, frenchSpaces, written } from './messages.ts'

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

export function locale(): string {
  return locales[getLanguage()]
}

export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return frenchSpaces(options ? new Intl.NumberFormat(locale(), options).format(value) : written(value))
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
  const format = formatter('ago', () => new Intl.RelativeTimeFormat(locale(), { style: 'short', numeric: 'always' }))
  return frenchSpaces(format.format(-Math.floor(seconds / size), unit))
}
