/** Times and dates in the person's language. */
import { locale } from './format.ts'

/** « 14:05 » */
export function formatTime(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }).format(new Date(date))
}

/** « 5 nov. 2026 », on one line. */
export function formatDay(date: string | Date): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' }).format(new Date(date)).replaceAll(' ', '\u{a0}')
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
