import type { Provider } from '@supabase/supabase-js'
import { mutationOptions } from '@tanstack/react-query'

import { supabase } from '#data/supabase.ts'
import { paths, toHref } from '#navigation/paths.ts'

/** Leaves for the provider, which leads back to where one wanted to go. */
export const providerMutation = mutationOptions({
  mutationFn: async ({ provider, from }: { provider: string; from: string }): Promise<void> => {
    const { auth } = await supabase()
    const redirectTo = `${location.origin}${toHref({ to: paths.auth, search: { from } })}`
    const { error } = await auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo } })
    if (error) throw error
  },
})

export const passkeyMutation = mutationOptions({
  mutationFn: async (): Promise<void> => {
    const { auth } = await supabase()
    const { error } = await auth.signInWithPasskey()
    if (error) throw error
  },
})
