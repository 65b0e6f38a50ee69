/** What one signs in with, as the server has it now, and every change of it. */
import type { Factor, Provider, SupabaseClient, User, UserIdentity } from '@supabase/supabase-js'
import { mutationOptions, queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import { supabase } from '#data/supabase.ts'
import { paths } from '#navigation/paths.ts'

type Auth = SupabaseClient['auth']

interface Answer {
  data: unknown
  error: Error | null
}

/** What the client gives where nothing went wrong. */
type Given<Result extends Answer> = Result extends { data: infer Data; error: null } ? Data : never

/** @throws {Error} of the client */
export async function ask<Result extends Answer>(work: (auth: Auth) => Promise<Result>): Promise<Given<Result>> {
  const { auth } = await supabase()
  const { data, error } = await work(auth)
  if (error) throw error
  return data as Given<Result>
}

export const meQuery = queryOptions({
  queryKey: ['security', 'me'],
  queryFn: async (): Promise<User> => (await ask((auth) => auth.getUser())).user,
})

export const passkeysQuery = queryOptions({
  queryKey: ['security', 'passkeys'],
  queryFn: () => ask((auth) => auth.passkey.list()),
})

/** Links in messages and other providers lead back to where one changes these things. */
function backHere(): string {
  return `${location.origin}${paths.account}?section=security`
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['security'] })

/** `nonce`: the code that the server asked for. */
export const passwordMutation = mutationOptions({
  mutationFn: ({ password, nonce }: { password: string; nonce: string | undefined }) =>
    ask((auth) => auth.updateUser({ password, ...(nonce && { nonce }) })),
  onSuccess: refresh,
})

/** The server sends a code where a password may only be changed with one. */
export const reauthenticateMutation = mutationOptions({ mutationFn: () => ask((auth) => auth.reauthenticate()) })

export const emailMutation = mutationOptions({
  mutationFn: async (email: string): Promise<User> => {
    const emailRedirectTo = backHere()
    const { user } = await ask((auth) => auth.updateUser({ email }, { emailRedirectTo }))
    return user
  },
  onSuccess: refresh,
})

/** Where numbers are proved, the answer has `new_phone` until the code that was sent to it is given. */
export const phoneMutation = mutationOptions({
  mutationFn: async (phone: string): Promise<User> => (await ask((auth) => auth.updateUser({ phone }))).user,
  onSuccess: refresh,
})

export const provePhoneMutation = mutationOptions({
  mutationFn: ({ phone, code }: { phone: string; code: string }) =>
    ask((auth) => auth.verifyOtp({ phone, token: code, type: 'phone_change' })),
  onSuccess: refresh,
})

export interface Enrolment {
  factorId: string
  /** SVG text. */
  qrCode: string
  secret: string
}

/** Begins anew each time: an enrolment that was left unfinished stands in the way of the next. */
export const enrolMutation = mutationOptions({
  mutationFn: async (): Promise<Enrolment> => {
    const { all } = await ask((auth) => auth.mfa.listFactors())
    const unfinished = all.filter(({ factor_type: type, status }) => type === 'totp' && status === 'unverified')
    await Promise.all(unfinished.map(({ id }) => ask((auth) => auth.mfa.unenroll({ factorId: id }))))
    const { id, totp } = await ask((auth) => auth.mfa.enroll({ factorType: 'totp' }))
    return { factorId: id, qrCode: totp.qr_code, secret: totp.secret }
  },
})

export const finishEnrolmentMutation = mutationOptions({
  mutationFn: (answer: { factorId: string; code: string }) => ask((auth) => auth.mfa.challengeAndVerify(answer)),
  onSuccess: refresh,
})

export const removeFactorMutation = mutationOptions({
  mutationFn: ({ id }: Factor) => ask((auth) => auth.mfa.unenroll({ factorId: id })),
  onSuccess: refresh,
})

export const addPasskeyMutation = mutationOptions({
  mutationFn: () => ask((auth) => auth.registerPasskey()),
  onSuccess: refresh,
})

export const removePasskeyMutation = mutationOptions({
  mutationFn: (passkeyId: string) => ask((auth) => auth.passkey.delete({ passkeyId })),
  onSuccess: refresh,
})

/** Leaves for the provider, which leads back to the account. */
export const linkMutation = mutationOptions({
  mutationFn: (provider: string) => {
    const redirectTo = backHere()
    return ask((auth) => auth.linkIdentity({ provider: provider as Provider, options: { redirectTo } }))
  },
})

export const unlinkMutation = mutationOptions({
  mutationFn: (identity: UserIdentity) => ask((auth) => auth.unlinkIdentity(identity)),
  onSuccess: refresh,
})
