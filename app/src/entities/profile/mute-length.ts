/** For how long somebody or something is muted. */
export const muteLengths = ['day', 'week', 'month', 'forever'] as const

export type MuteLength = (typeof muteLengths)[number]

const days: Record<MuteLength, number | null> = { day: 1, week: 7, month: 30, forever: null }

/** `null` is until further notice. */
export function muteEnd(length: MuteLength, now: number = Date.now()): Date | null {
  const count = days[length]
  return count === null ? null : new Date(now + count * 86_400_000)
}
