/**
 * « Plus tard »: a problem that was put away comes back when it is another one, after three messages or after a day; and
 * once it has come back and was closed, not before a day has passed (SCREENS §3.10, §5.4).
 */
import type { DeviceState } from '#entities/message/keys/vault.ts'

const day = 86_400_000
const enoughMessages = 3

export interface PutOff {
  problem: string
  at: number
  /** That have come since. */
  messages: number
  /** When its person was last reminded, and closed that. */
  remindedAt: number | null
}

export type Problem = Exclude<DeviceState, 'loading' | 'ready'>

/** Keys are made in silence, and a backup is offered when there is something to lose: what needs nothing is no problem. */
export function problemOf(
  state: DeviceState,
  { hasTalked, hasFailed }: { hasTalked: boolean; hasFailed: boolean },
): Problem | null {
  if (state === 'loading' || state === 'ready') return null
  if (state === 'absent') return hasFailed ? state : null
  return state === 'ready_unbacked' && !hasTalked ? null : state
}

export function isDue(held: PutOff | null, problem: string, now: number): boolean {
  if (held?.problem !== problem || now - held.at >= day) return true
  const isRested = held.remindedAt === null || now - held.remindedAt >= day
  return isRested && held.messages >= enoughMessages
}

/** `isReminder`: what is put away is the reminder itself, and not the set-up for the first time. */
export function afterPutOff(
  held: PutOff | null,
  problem: string,
  { now, isReminder }: { now: number; isReminder: boolean },
): PutOff {
  const before = held?.problem === problem ? held : null
  const wasReminded = isReminder || (before !== null && isDue(before, problem, now))
  return { problem, at: now, messages: 0, remindedAt: wasReminded ? now : (before?.remindedAt ?? null) }
}
