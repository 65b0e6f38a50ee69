import { mutationOptions } from '@tanstack/react-query'

import { clearPrivate } from '#data/private-storage.ts'
import { expectSignOut } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

export type SignOutScope = 'local' | 'others' | 'global'

export const signOutMutation = mutationOptions({
  mutationFn: async (scope: SignOutScope): Promise<void> => {
    const client = await supabase()
    if (scope !== 'others') await (await import('#entities/notification/push-subscription.ts')).disablePush()
    expectSignOut(scope !== 'others')
    const { error } = await client.auth.signOut({ scope }).finally(() => expectSignOut(false))
    if (error) throw error
    if (scope === 'others') return
    clearPrivate()
    await (await import('#data/private-files.ts')).clearFiles()
  },
})
