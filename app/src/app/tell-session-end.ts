import { readStoredSession } from '#data/auth/stored-session.ts'
import { getSession, isSignOutExpected, watchSession } from '#data/session.ts'
import { currentMessages } from '#i18n/messages.ts'
import { toast } from '#ui/toast/toast.ts'

import { shellMessages } from './shell/shell.i18n.ts'

const duration = 8000
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
    if (!isSignOutExpected()) void leaving().then(({ leaveDevice }) => leaveDevice())
    // In another tab, which is out of sight, the person has just left by themselves.
    if (isSignOutExpected() || document.visibilityState === 'hidden') return
    const m = currentMessages(shellMessages)
    toast({ title: m.sessionEnded, description: m.draftsKept, duration })
  })
}
