/** The end of a mute that has none: a date of the database needs one. */
export const forGood = '9999-12-31T00:00:00Z'

const hour = 60 * 60_000

export const muteTimes = { hour: hour, hours8: 8 * hour, week: 7 * 24 * hour } as const

export function muteUntil(time: keyof typeof muteTimes, now: number = Date.now()): string {
  return new Date(now + muteTimes[time]).toISOString()
}
