/**
 * « Plus tard »: a problem that was put away comes back when it is another one, after three messages or after a day; and
 * once it has come back and was closed, not before a day has passed (SCREENS §3.10, §5.4).
 */
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
