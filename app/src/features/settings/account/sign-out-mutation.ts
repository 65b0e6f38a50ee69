import { mutationOptions } from '@tanstack/react-query'

import { endSessionHere } from '#data/auth/end-session.ts'
import { goOnAsAnother, leavingLock } from '#data/auth/go-on.ts'
import { parkedIds } from '#data/auth/parked-sessions.ts'
import { forgetPictures } from '#data/device/kept-pictures.ts'
import { clearPrivate } from '#data/device/private-storage.ts'
import { forgetAllShared } from '#data/device/shared-inbox.ts'
import { alone } from '#data/outbox/one-tab.ts'
import { expectSignOut, getSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

export type SignOutScope = 'local' | 'others' | 'global'

export const signOutMutation = mutationOptions({
  mutationFn: async (scope: SignOutScope): Promise<void> => {
    const session = getSession()
    const userId = session.status === 'signed-in' ? session.user.id : null
    if (scope === 'others') return signOutAtServer(scope)
    // Whoever closes the page over it has left all the same.
    if (scope === 'local') addEventListener('pagehide', endSessionHere)
    await endPush().finally(() => removeEventListener('pagehide', endSessionHere))
    // No tab goes on as another account before all of this one is gone.
    await alone(leavingLock, () => leave(userId, scope))
    await goOnAsAnother('signed-out')
  },
})

async function leave(userId: string | null, scope: 'local' | 'global'): Promise<void> {
  if (scope === 'global') await signOutAtServer(scope)
  else endSessionHere()
  const staying = parkedIds()
  if (userId !== null) await forgetMessagesOf(userId, staying)
  await forgetPictures(staying)
  await forgetAllShared()
  clearPrivate(staying)
  await (await import('#data/device/private-files.ts')).clearFiles(staying)
}

/** Of other devices only the server can tell. */
async function signOutAtServer(scope: 'others' | 'global'): Promise<void> {
  const { auth } = await supabase()
  expectSignOut(scope === 'global')
  const { error } = await auth.signOut({ scope }).finally(() => expectSignOut(false))
  if (error) throw error
}

const pushPatienceMs = 1000

/** The server forgets the subscription when a push service refuses it: nobody waits for that. */
async function endPush(): Promise<void> {
  const { disablePush } = await import('#entities/notification/push-subscription.ts')
  await Promise.race([
    disablePush().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, pushPatienceMs)),
  ])
}

/** What is left of messages on this device: never a reason to stay signed in. */
async function forgetMessagesOf(userId: string, staying: readonly string[]): Promise<void> {
  try {
    const [{ forgetMessages }, { keepsKeys }] = await Promise.all([
      import('#entities/message/sign-out-messages.ts'),
      import('#entities/message-keys/kept-keys.ts'),
    ])
    await forgetMessages(userId, { keepKeys: keepsKeys(userId), staying })
  } catch {
    // The database of the keys may be closed to this window; the server's session is over all the same.
  }
}
