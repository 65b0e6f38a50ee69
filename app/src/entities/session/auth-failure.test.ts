import { AuthApiError, AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { hasReturnError, toAuthFailure } from './auth-failure.ts'

test.each([
  [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), { kind: 'credentials' }],
  [new AuthApiError('Email not confirmed', 400, 'email_not_confirmed'), { kind: 'confirm' }],
  [new AuthApiError('User already registered', 422, 'user_already_exists'), { kind: 'exists' }],
  [new AuthApiError('Too many', 429, 'over_request_rate_limit'), { kind: 'rate' }],
  [new AuthApiError('Token has expired or is invalid', 403, 'otp_expired'), { kind: 'code' }],
  [new AuthApiError('Invalid TOTP code entered', 422, 'mfa_verification_failed'), { kind: 'code' }],
  [new AuthApiError('New password should be different', 422, 'same_password'), { kind: 'same' }],
  [new AuthWeakPasswordError('Weak', 422, ['length']), { kind: 'weak', reasons: ['length'] }],
  [new AuthRetryableFetchError('Failed to fetch', 0), { kind: 'network' }],
  [new AuthApiError('Bad gateway', 502, undefined), { kind: 'network' }],
  [new TypeError('Failed to fetch'), { kind: 'network' }],
  [
    new AuthApiError('You must provide either an email or phone number and a password', 400, undefined),
    { kind: 'either' },
  ],
  [new Error('odd'), { kind: 'generic' }],
  [null, { kind: 'generic' }],
])('%s', (error, failure) => {
  expect(toAuthFailure(error)).toEqual(failure)
})

test('a link or a provider that failed is seen in the address', () => {
  expect(hasReturnError({ hash: '#error=access_denied&error_code=otp_expired', search: '' })).toBe(true)
  expect(hasReturnError({ hash: '', search: '?error_description=refused' })).toBe(true)
  expect(hasReturnError({ hash: '', search: '?from=/a' })).toBe(false)
})
