import { readStoredSession } from '#data/auth/stored-session.ts'
import { getSession, isSignOutExpected, watchSession } from '#data/session.ts'

const leaving = () => import('#entities/message-keys/leave-device.ts')

/** Tells somebody whose session ended without their asking that it did, and that nothing they wrote is lost (spec §8). */
export function tellSessionEnd(): void {
  let hadSession = readStoredSession().kind !== 'none'
  watchSession(() => {
    const session = getSession()
    const { status } = session
    if (status === 'signed-in' && !hadSession) {
      hadSession = true
      void leaving().then(({ leaveDeviceTo }) => leaveDeviceTo(session.user.id))
    }
    if (status !== 'signed-out' || !hadSession) return
    hadSession = false
    if (isSignOutExpected()) return
    void leaving().then(({ leaveDevice }) => leaveDevice())
    // In another tab, which is out of sight, the person has just left by themselves.
    if (document.hidden) return
    void import('./say-session-end.ts').then(({ saySessionEnd }) => saySessionEnd())
  })
}
