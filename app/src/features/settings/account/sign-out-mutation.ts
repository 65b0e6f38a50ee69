import { mutationOptions } from '@tanstack/react-query'

import { endSessionHere } from '#data/auth/end-session.ts'
import { forgetPictures } from '#data/device/kept-pictures.ts'
import { clearPrivate } from '#data/device/private-storage.ts'
import { forgetAllShared } from '#data/device/shared-inbox.ts'
import { expectSignOut, getSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

export type SignOutScope = 'local' | 'others' | 'global'

export const signOutMutation = mutationOptions({
  mutationFn: async (scope: SignOutScope): Promise<void> => {
    const session = getSession()
    const userId = session.status === 'signed-in' ? session.user.id : null
    if (scope === 'others') return signOutAtServer(scope)
    await endPush()
    if (scope === 'global') await signOutAtServer(scope)
    else endSessionHere()
    if (userId !== null) await forgetMessagesOf(userId)
    await forgetPictures()
    await forgetAllShared()
    clearPrivate()
    return (await import('#data/device/private-files.ts')).clearFiles()
  },
})

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
async function forgetMessagesOf(userId: string): Promise<void> {
  try {
    const [{ forgetMessages }, { keepsKeys }] = await Promise.all([
      import('#entities/message/sign-out-messages.ts'),
      import('#entities/message-keys/kept-keys.ts'),
    ])
    await forgetMessages(userId, { keepKeys: keepsKeys(userId) })
  } catch {
    // The database of the keys may be closed to this window; the server's session is over all the same.
  }
}
