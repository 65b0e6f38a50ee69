import type { Factor } from '@supabase/supabase-js'
import { mutationOptions } from '@tanstack/react-query'

import { goOnAsAnother } from '#data/auth/go-on.ts'
import { expectSignOut } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

/** Sends a code to the factor's phone. Answers the challenge that the code belongs to. */
export const challengePhoneMutation = mutationOptions({
  mutationFn: async ({ id }: Factor): Promise<string> => {
    const { auth } = await supabase()
    const { data, error } = await auth.mfa.challenge({ factorId: id, channel: 'sms' })
    if (error) throw error
    return data.id
  },
})

export interface FactorAnswer {
  factor: Factor
  code: string
  /** Of a code that was sent; an authenticator's code needs none of before. */
  challengeId?: string | undefined
}

export const answerFactorMutation = mutationOptions({
  mutationFn: async ({ factor, code, challengeId }: FactorAnswer): Promise<void> => {
    const { auth } = await supabase()
    const factorId = factor.id
    const { error } =
      challengeId === undefined
        ? await auth.mfa.challengeAndVerify({ factorId, code })
        : await auth.mfa.verify({ factorId, challengeId, code })
    if (error) throw error
  },
})

/** Asks the device for its security key. */
export const touchKeyMutation = mutationOptions({
  mutationFn: async ({ id }: Factor): Promise<void> => {
    const { auth } = await supabase()
    const { error } = await auth.mfa.webauthn.authenticate({ factorId: id })
    if (error) throw error
  },
})

/** Gives up the half-open session. */
export const leaveMutation = mutationOptions({
  mutationFn: async (): Promise<void> => {
    const { auth } = await supabase()
    expectSignOut(true)
    await auth.signOut({ scope: 'local' }).finally(() => expectSignOut(false))
    // It was to be added to an account that is still here.
    await goOnAsAnother('signed-out')
  },
})
