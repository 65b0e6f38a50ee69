import { mutationOptions } from '@tanstack/react-query'

import { clearPrivate } from '#data/device/private-storage.ts'
import { expectSignOut, getSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

export type SignOutScope = 'local' | 'others' | 'global'

export const signOutMutation = mutationOptions({
  mutationFn: async (scope: SignOutScope): Promise<void> => {
    const client = await supabase()
    const session = getSession()
    const userId = session.status === 'signed-in' ? session.user.id : null
    if (scope !== 'others') await (await import('#entities/notification/push-subscription.ts')).disablePush()
    expectSignOut(scope !== 'others')
    const { error } = await client.auth.signOut({ scope }).finally(() => expectSignOut(false))
    if (error) throw error
    if (scope === 'others') return
    if (userId !== null) await forgetMessagesOf(userId)
    clearPrivate()
    await (await import('#data/device/private-files.ts')).clearFiles()
  },
})

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
