/** Numbers and dates in the person's language: what the first page says. Its neighbours come with who needs them. */
import { getLanguage } from './language.ts'
import { frenchSpaces, written } from './messages.ts'

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
  ['min', 'min', 60],
  ['h', 'hr', 3600],
  ['j', 'day', 86_400],
  ['sem.', 'wk', 604_800],
] as const

/** « à l’instant », « il y a 5 min », « il y a 3 h », « il y a 2 j »; the date itself after four weeks. */
export function formatAgo(date: string | Date, now: number = Date.now()): string {
  const isFrench = getLanguage() === 'fr'
  const seconds = Math.max(0, (now - new Date(date).getTime()) / 1000)
  if (seconds < 60) return isFrench ? 'à l’instant' : 'just now'
  if (seconds >= 4 * 604_800) return formatDate(date)
  const [french, english, size] = units.findLast(([, , length]) => seconds >= length) ?? units[0]
  const count = Math.floor(seconds / size)
  // Intl.RelativeTimeFormat says the same (messages.test.ts), after twenty milliseconds of a phone's first page.
  if (isFrench) return `il y a ${count}\u00a0${french}`
  return `${count} ${english}${english === 'day' && count > 1 ? 's' : ''} ago`
}
