/** Turns an error of the authentication client into what the form can say about it. */

export type AuthFailure =
  | {
      kind: 'credentials' | 'confirm' | 'network' | 'either' | 'exists' | 'email' | 'rate' | 'code' | 'same' | 'generic'
    }
  | { kind: 'weak'; reasons: readonly string[] }

interface ClientError {
  name?: string
  code?: string
  status?: number
  message?: string
  reasons?: readonly string[]
}

const kinds: Record<string, Exclude<AuthFailure['kind'], 'weak' | 'generic'>> = {
  invalid_credentials: 'credentials',
  invalid_grant: 'credentials',
  email_not_confirmed: 'confirm',
  phone_not_confirmed: 'confirm',
  user_already_exists: 'exists',
  email_exists: 'exists',
  phone_exists: 'exists',
  email_address_invalid: 'email',
  over_request_rate_limit: 'rate',
  over_email_send_rate_limit: 'rate',
  over_sms_send_rate_limit: 'rate',
  otp_expired: 'code',
  mfa_verification_failed: 'code',
  mfa_challenge_expired: 'code',
  same_password: 'same',
}

const eitherMessage = 'You must provide either an email or phone number and a password'

export function toAuthFailure(error: unknown): AuthFailure {
  const { name, code, status, message = '', reasons } = (error ?? {}) as ClientError
  if (code === 'weak_password') return { kind: 'weak', reasons: reasons ?? [] }
  const kind = kinds[code ?? '']
  if (kind) return { kind }
  if (message === eitherMessage) return { kind: 'either' }
  if (isNetwork({ name, status })) return { kind: 'network' }
  return { kind: 'generic' }
}

/** Another message to the same address is too soon: the one before is still good. */
export function isJustSent(error: unknown): boolean {
  const { code } = (error ?? {}) as ClientError
  return code === 'over_email_send_rate_limit' || code === 'over_sms_send_rate_limit'
}

/** 502, 503, 504 and no answer at all are the network's fault (spec §8). */
function isNetwork({ name, status }: { name: string | undefined; status: number | undefined }): boolean {
  return name === 'AuthRetryableFetchError' || name === 'TypeError' || [0, 502, 503, 504].includes(status ?? -1)
}

/** Whether the address brings back a provider's or a link's error. */
export function hasReturnError({ hash, search }: { hash: string; search: string }): boolean {
  return /[#?&]error(?:_description)?=/u.test(hash) || /[?&]error(?:_description)?=/u.test(search)
}
