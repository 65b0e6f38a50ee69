import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { getLanguage } from '#i18n/language.ts'

import { daysAgo } from '../days.ts'

/** « 14:32 », « Hier », « lun. », « 5 nov. 2026 »: as little as says when. */
export function shortMoment(date: string, yesterday: string, now: Date = new Date()): string {
  const ago = daysAgo(date, now)
  if (ago <= 0) return formatTime(date)
  if (ago === 1) return yesterday
  if (ago < 7) return new Intl.DateTimeFormat(getLanguage(), { weekday: 'short' }).format(new Date(date))
  return formatDay(date)
}
