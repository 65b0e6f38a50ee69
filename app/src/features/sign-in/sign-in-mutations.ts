import { mutationOptions } from '@tanstack/react-query'

import { supabase } from '#data/supabase.ts'
import { splitName, type Login } from '#entities/session/credentials.ts'

export interface Entry {
  login: Login
  password: string
  /** Only read at sign-up. */
  name: string
}

/** Whether a session came with the answer; without one the address has to be confirmed first. */
export interface Entered {
  hasSession: boolean
}

export const signInMutation = mutationOptions({
  mutationFn: async ({ login, password }: Entry): Promise<Entered> => {
    const client = await supabase()
    const { data, error } = await client.auth.signInWithPassword({ ...login, password })
    if (error) throw error
    return { hasSession: Boolean(data.session) }
  },
})

export const signUpMutation = mutationOptions({
  mutationFn: async ({ login, password, name }: Entry): Promise<Entered> => {
    const client = await supabase()
    const { data, error } = await client.auth.signUp({ ...login, password, options: { data: splitName(name) } })
    if (error) throw error
    return { hasSession: Boolean(data.session) }
  },
})
