import { mutationOptions } from '@tanstack/react-query'

import { endSessionHere } from '#data/auth/end-session.ts'
import { goOnAsAnother, leavingLock } from '#data/auth/go-on.ts'
import { parkedIds } from '#data/auth/parked-sessions.ts'
import { readKeptSession } from '#data/auth/stored-session.ts'
import { alone } from '#data/outbox/one-tab.ts'
import { expectSignOut, getSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

import { endPush, forgetPerson, markLeft } from './forget-person.ts'

export type SignOutScope = 'local' | 'others' | 'global'

export const signOutMutation = mutationOptions({
  mutationFn: async (scope: SignOutScope): Promise<void> => {
    const session = getSession()
    const userId = session.status === 'signed-in' ? session.user.id : null
    if (scope === 'others') return signOutAtServer(scope)
    const close = () => leaveClosing(userId)
    if (scope === 'local') addEventListener('pagehide', close)
    try {
      await endPush()
      // No tab goes on as another account before all of this one is gone.
      await alone(leavingLock, () => leave(userId, scope))
    } finally {
      removeEventListener('pagehide', close)
    }
    await goOnAsAnother('signed-out')
  },
})

async function leave(userId: string | null, scope: 'local' | 'global'): Promise<void> {
  if (scope === 'global') await signOutAtServer(scope)
  else endSessionHere()
  if (userId !== null) markLeft(userId)
  await forgetPerson(userId, parkedIds())
}

/** Whoever closes the page over it has left all the same, and the next start takes what is theirs. */
function leaveClosing(userId: string | null): void {
  if (userId === null || readKeptSession()?.user.id !== userId) return
  endSessionHere({ isClosing: true })
  markLeft(userId)
}

/** Of other devices only the server can tell. */
async function signOutAtServer(scope: 'others' | 'global'): Promise<void> {
  const { auth } = await supabase()
  expectSignOut(scope === 'global')
  const { error } = await auth.signOut({ scope }).finally(() => expectSignOut(false))
  if (error) throw error
}
