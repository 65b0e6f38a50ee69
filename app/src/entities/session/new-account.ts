/** Whoever has just signed up on this device sees their first steps once; whoever put them off is reminded, not pushed. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'

const signUpEntry = 'cortexia.new-account'
const putOffEntry = 'first-steps-put-off'
const day = 24 * 3600 * 1000
const mostReminders = 3

/** Before the sign-up is sent: the session may be there before its answer. */
export function noteSignUp(): void {
  globalThis.localStorage?.setItem(signUpEntry, String(Date.now()))
}

export function forgetSignUp(): void {
  globalThis.localStorage?.removeItem(signUpEntry)
}

/** Answers once: an address may be proved by a link that opens another page of this browser. */
export function takeSignUp(): boolean {
  const at = Number(globalThis.localStorage?.getItem(signUpEntry) ?? 0)
  forgetSignUp()
  return Date.now() - at < day
}

/** Until tomorrow; after three reminders for good, and the profile and the first publication ask on. */
export function putOffFirstSteps(): void {
  const { times } = readPutOff()
  writePrivate(putOffEntry, JSON.stringify({ at: Date.now(), times: times + 1 }))
}

export function isReminderDue(): boolean {
  const { at, times } = readPutOff()
  return times > 0 && times <= mostReminders && Date.now() - at >= day
}

function readPutOff(): { at: number; times: number } {
  try {
    return JSON.parse(readPrivate(putOffEntry)) as { at: number; times: number }
  } catch {
    return { at: 0, times: 0 }
  }
}
