/** How long messages may stay (SCREENS §3.10): in seconds, as the conversation keeps it. */
const day = 24 * 60 * 60

export const vanishTimes = [day, 7 * day, 90 * day] as const

/** « 24 heures », « 7 jours » */
export function wordDuration(m: { hours24: string; days: (count: number) => string }, seconds: number): string {
  return seconds <= day ? m.hours24 : m.days(Math.round(seconds / day))
}
