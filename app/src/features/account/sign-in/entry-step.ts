/** Where somebody stands on their way in. */
import type { Login } from '#entities/session/credentials.ts'

/** `recovery` ends with a new password, `confirm` proves an address that has just signed up. */
export type CodePurpose = 'sign-in' | 'confirm' | 'recovery'
export type CodeChannel = 'email' | 'sms' | 'whatsapp'

export interface CodeRequest {
  purpose: CodePurpose
  login: Login
  channel: CodeChannel
}

export type EntryStep = { kind: 'password' } | ({ kind: 'code' } & CodeRequest)

export function channelFor(login: Login): CodeChannel {
  return 'email' in login ? 'email' : 'sms'
}

export function addressOf(login: Login): string {
  return 'email' in login ? login.email : login.phone
}
