import type { SupabaseClient } from '@supabase/supabase-js'
import { mutationOptions } from '@tanstack/react-query'

import { supabase } from '#data/supabase.ts'
import { paths } from '#navigation/paths.ts'

import type { CodeRequest } from './entry-step.ts'

type Auth = SupabaseClient['auth']

/** Where the link of a recovery mail leads: the same screen, with the new password to choose. */
const recoveryPath = `${paths.auth}?step=recovery`

export const requestCodeMutation = mutationOptions({
  mutationFn: async (request: CodeRequest): Promise<void> => {
    const { auth } = await supabase()
    const { error } = await send(auth, request)
    // Whether an account exists is nobody's business: the server's « no such account » reads like a message that went out.
    if (error && error.code !== 'otp_disabled') throw error
  },
})

function send(auth: Auth, { purpose, login, channel }: CodeRequest) {
  const emailRedirectTo = location.origin
  if ('phone' in login) {
    if (purpose === 'confirm') return auth.resend({ type: 'sms', phone: login.phone })
    const isWhatsApp = channel === 'whatsapp'
    const options = { shouldCreateUser: false, channel: isWhatsApp ? ('whatsapp' as const) : ('sms' as const) }
    return auth.signInWithOtp({ phone: login.phone, options })
  }
  const { email } = login
  if (purpose === 'recovery') {
    return auth.resetPasswordForEmail(email, { redirectTo: `${location.origin}${recoveryPath}` })
  }
  if (purpose === 'confirm') return auth.resend({ type: 'signup', email, options: { emailRedirectTo } })
  return auth.signInWithOtp({ email, options: { shouldCreateUser: false, emailRedirectTo } })
}

const emailTypes = { 'sign-in': 'email', confirm: 'signup', recovery: 'recovery' } as const

export const verifyCodeMutation = mutationOptions({
  mutationFn: async ({ purpose, login, code }: CodeRequest & { code: string }): Promise<void> => {
    const { auth } = await supabase()
    const { error } =
      'phone' in login
        ? await auth.verifyOtp({ type: 'sms', phone: login.phone, token: code })
        : await auth.verifyOtp({ type: emailTypes[purpose], email: login.email, token: code })
    if (error) throw error
  },
})

export const newPasswordMutation = mutationOptions({
  mutationFn: async (password: string): Promise<void> => {
    const { auth } = await supabase()
    const { error } = await auth.updateUser({ password })
    if (error) throw error
  },
})
