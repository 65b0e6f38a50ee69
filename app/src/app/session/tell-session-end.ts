import { parkedIds } from '#data/auth/parked-sessions.ts'
import { readStoredSession } from '#data/auth/stored-session.ts'
import { getSession, isSignOutExpected, watchSession, type SessionState } from '#data/session.ts'

const leaving = () => import('#entities/message-keys/leave-device.ts')

/** Tells somebody whose session ended without their asking that it did, and that nothing they wrote is lost (spec §8). */
export function tellSessionEnd(): void {
  let hadSession = readStoredSession().kind !== 'none'
  let userId = idOf(getSession())
  watchSession(() => {
    const session = getSession()
    const { status } = session
    userId = idOf(session) ?? userId
    if (status === 'signed-in' && !hadSession) {
      hadSession = true
      void leaving().then(({ leaveDeviceTo }) => leaveDeviceTo(session.user.id))
    }
    // Another account is on its way in: this one's session waits for it to be there, or to give up.
    if (status !== 'signed-out' || !hadSession || (session.halfway && session.halfway.id !== userId)) return
    hadSession = false
    if (!isSignOutExpected()) void leave()
  })
}

async function leave(): Promise<void> {
  const left = leaving().then(({ leaveDevice }) => leaveDevice())
  if (parkedIds().length === 0) {
    // In another tab, which is out of sight, the person has just left by themselves.
    if (!document.hidden) void import('./say-session-end.ts').then(({ saySessionEnd }) => saySessionEnd())
    return
  }
  await left.catch(() => undefined)
  await (await import('#entities/session/go-on.ts')).goOnAsAnother('expired')
}

function idOf(session: SessionState): string | null {
  return session.status === 'signed-in' ? session.user.id : null
}
