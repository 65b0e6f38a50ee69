/** What auth/v1 tells its host. Members carry ids only: no address, no token, no password. */

export type SignInMethod =
  | 'password'
  | 'otp'
  | 'magiclink'
  | 'recovery'
  | 'email/signup'
  | 'email_change'
  | 'anonymous'
  | 'invite'
  | 'oauth'
  | 'web3'
  | 'sso/saml'
  | 'passkey'
  | 'oauth_provider/authorization_code'

export type AuthEvent =
  | { readonly kind: 'auth.signed-up'; readonly userId: string; readonly provider: string }
  | { readonly kind: 'auth.signed-in'; readonly userId: string; readonly method: SignInMethod }
  | { readonly kind: 'auth.invited'; readonly userId: string }
  | { readonly kind: 'auth.factor-enrolled'; readonly userId: string; readonly factorId: string }
  | { readonly kind: 'auth.factor-verified'; readonly userId: string; readonly factorId: string }
  | { readonly kind: 'auth.factor-refused'; readonly userId: string; readonly factorId: string }
  | { readonly kind: 'auth.factor-removed'; readonly userId: string; readonly factorId: string }
  | { readonly kind: 'auth.passkey-added'; readonly userId: string; readonly passkeyId: string }
  | { readonly kind: 'auth.passkey-removed'; readonly userId: string; readonly passkeyId: string }
  /** A browser's answer for a key that did not hold, and why: most often an origin that is not configured. */
  | { readonly kind: 'auth.credential-refused'; readonly reason: string }
  | { readonly kind: 'auth.sign-in-refused'; readonly code: string }
  | { readonly kind: 'auth.refreshed'; readonly userId: string; readonly sessionId: string }
  | { readonly kind: 'auth.refresh-token-reused'; readonly userId: string; readonly sessionId: string }
  | { readonly kind: 'auth.signed-out'; readonly userId: string; readonly scope: 'global' | 'local' | 'others' }
  | { readonly kind: 'auth.user-changed'; readonly userId: string; readonly fields: readonly string[] }
  | { readonly kind: 'auth.rate-limited'; readonly rate: string }
  /** What processes count limits in together does not answer; the next store counts, and at last each by itself. */
  | { readonly kind: 'auth.rates-unshared'; readonly store: string; readonly error: unknown }
  /** Somebody guesses at an account: whoever tries from where its owner never was waits. */
  | { readonly kind: 'auth.answer-delayed'; readonly milliseconds: number }
  | { readonly kind: 'auth.message-failed'; readonly channel: 'email' | 'sms'; readonly error: unknown }
  | { readonly kind: 'auth.leaked-passwords-unknown'; readonly error: unknown }
  | { readonly kind: 'auth.mail-queue-stopped'; readonly error: unknown }
  | { readonly kind: 'auth.signing-keys-unread'; readonly error: unknown }
  /** Who has signed out or is banned since the last reading keeps rest, storage and sockets until this ends. */
  | { readonly kind: 'auth.revocations-unread'; readonly error: unknown }
  | { readonly kind: 'auth.audit-failed'; readonly error: unknown }
  /** An identity provider's metadata could not be read again; what is known of it still serves. */
  | { readonly kind: 'auth.saml-metadata-stale'; readonly providerId: string; readonly error: unknown }
  | { readonly kind: 'auth.failed'; readonly code: string; readonly status: number; readonly error: unknown }
