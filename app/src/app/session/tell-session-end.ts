import { readStoredSession } from '#data/auth/stored-session.ts'
import { getSession, isSignOutExpected, watchSession } from '#data/session.ts'

/** Tells somebody whose session ended without their asking that it did, and that nothing they wrote is lost (spec §8). */
export function tellSessionEnd(): void {
  let hadSession = readStoredSession().kind !== 'none'
  watchSession(() => {
    const session = getSession()
    const { status } = session
    if (status === 'signed-in' && !hadSession) {
      hadSession = true
      const { id } = session.user
      void import('#entities/message-keys/leave-device.ts').then(({ leaveDeviceTo }) => leaveDeviceTo(id))
    }
    // Whoever still owes a second factor is on their way in: another account's session waits for them to be there, or to give up.
    if (status !== 'signed-out' || !hadSession || session.halfway) return
    hadSession = false
    if (!isSignOutExpected()) void import('./after-session-end.ts').then((ended) => ended.afterSessionEnd())
  })
}
