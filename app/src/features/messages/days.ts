/** Of the calendar here, not of the server's. */
export function dayOf(date: string): string {
  const at = new Date(date)
  return `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`
}

/** How many calendar days ago: 0 is today. */
export function daysAgo(date: string, now: Date = new Date()): number {
  const at = new Date(date)
  const days = (day: Date) => Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86_400_000
  return days(now) - days(at)
}
