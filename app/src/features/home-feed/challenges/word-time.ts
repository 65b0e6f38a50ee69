/** How long a challenge still runs, or when it ended. */
import { stateOf, type Challenge } from '#entities/post/challenge/challenge-queries.ts'
import { formatDay } from '#i18n/format-dates.ts'
import type { useMessages } from '#i18n/messages.ts'

import type { challengesMessages } from './challenges.i18n.ts'

const hour = 3_600_000
const day = 24 * hour

type Words = ReturnType<typeof useMessages<(typeof challengesMessages)['fr']>>

export function wordTime(challenge: Challenge, m: Words, now: number): string {
  const { starts_at: begins, ends_at: ends } = challenge
  const state = stateOf(challenge, now)
  if (state !== 'running') return state === 'over' ? m.ended(formatDay(ends)) : m.begins(formatDay(begins))
  const left = Date.parse(ends) - now
  return left < day ? m.lastHours(Math.ceil(left / hour)) : m.lastDays(Math.floor(left / day))
}
