/** What an operator decides about accounts, sign-in and passwords. What is unset stays with the service's defaults. */

import { defaultAuthConfig, parseHookUri, type HookFunction } from '@platform/auth'

import { isAddressRange } from '../process-settings.ts'
import { anyText, area, choice, list, onOff, secret, text, webAddress, whole, type Form } from '../reader.ts'

const day = 86_400
const usual = defaultAuthConfig({ apiUrl: 'http://localhost', siteUrl: 'http://localhost' })

const addressRange: Form<string> = {
  expected: 'an address or a network',
  parse: (given) => (isAddressRange(given) ? given : undefined),
}

const signInArea = area({
  title: 'Signing in',
  settings: {
    siteUrl: {
      name: 'AUTH_SITE_URL',
      form: webAddress(),
      unset: 'PUBLIC_URL',
      words: 'Where links in mails lead.',
    },
    redirectUrls: {
      name: 'AUTH_URI_ALLOW_LIST',
      form: list(anyText, { expected: 'addresses as globs, with commas between them' }),
      default: [],
      words: 'Further addresses that a client may ask to be sent to.',
    },
    signUpDisabled: {
      name: 'AUTH_DISABLE_SIGNUP',
      form: onOff,
      default: false,
      words: 'Nobody new may sign up.',
    },
    emailEnabled: {
      name: 'AUTH_EXTERNAL_EMAIL_ENABLED',
      form: onOff,
      default: true,
      words: 'People may sign up and in by mail.',
    },
    phoneEnabled: {
      name: 'AUTH_EXTERNAL_PHONE_ENABLED',
      form: onOff,
      default: true,
      words: 'People may sign up and in by phone.',
    },
    anonymous: {
      name: 'AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED',
      form: onOff,
      default: false,
      words: 'People may have an account without saying who they are.',
    },
    emptyIdentities: {
      name: 'AUTH_UPSTREAM_EMPTY_IDENTITIES',
      form: onOff,
      default: false,
      words:
        'Signing up with a taken address answers `identities: []`, as the original does: whoever asks learns who has an account.',
    },
    refusesUnknown: {
      name: 'AUTH_UPSTREAM_REFUSE_UNKNOWN',
      form: onOff,
      default: false,
      words:
        'A code for an address without an account answers `otp_disabled` where nobody may be made, as the original does: whoever asks learns who has an account.',
    },
    emailAutoconfirm: {
      name: 'AUTH_MAILER_AUTOCONFIRM',
      form: onOff,
      unset: 'on only without a mail server',
      words: 'Addresses count as proven at sign-up.',
    },
    phoneAutoconfirm: {
      name: 'AUTH_SMS_AUTOCONFIRM',
      form: onOff,
      unset: 'on only without a service for texts',
      words: 'Phone numbers count as proven at sign-up.',
    },
    accessTokenSeconds: {
      name: 'AUTH_JWT_EXP',
      form: whole(60, 7 * day, 'seconds'),
      unset: `${usual.accessTokenSeconds}`,
      words: 'How long an access token lives.',
    },
    reuseSeconds: {
      name: 'AUTH_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
      form: whole(0, 300, 'seconds'),
      unset: `${usual.refresh.reuseSeconds}`,
      words: 'How long a used refresh token is let in once more.',
    },
    codeDigits: {
      name: 'AUTH_OTP_LENGTH',
      form: whole(6, 10),
      unset: `${usual.codes.digits}`,
      words: 'Digits of codes by mail and by text.',
    },
    codeSeconds: {
      name: 'AUTH_OTP_EXP',
      form: whole(60, day, 'seconds'),
      unset: `${usual.codes.seconds}`,
      words: 'How long such a code is good.',
    },
    passwordChangedMail: {
      name: 'AUTH_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED',
      form: onOff,
      default: true,
      words: 'Whoever changed a password is told by mail.',
    },
    manualLinking: {
      name: 'AUTH_SECURITY_MANUAL_LINKING_ENABLED',
      form: onOff,
      default: false,
      words: 'People may add and remove identities of other providers themselves.',
    },
    auditDays: {
      name: 'AUTH_AUDIT_LOG_DAYS',
      form: whole(0, 3_650, 'days'),
      unset: `${usual.auditDays}`,
      words: 'How long the list of what happened to accounts is kept; 0 keeps none.',
    },
    sharedNetworks: {
      name: 'AUTH_SHARED_NETWORKS',
      form: list(addressRange, {
        expected: 'addresses and networks, with commas between them: 41.66.0.0/16, 2c0f:f000::/32',
      }),
      default: [],
      words:
        'Networks whose single addresses many people share, as those of mobile carriers: what is limited for an address is ten times as much there, what is limited for an account is not.',
    },
  },
})

const passwordArea = area({
  title: 'Passwords',
  settings: {
    minLength: {
      name: 'AUTH_PASSWORD_MIN_LENGTH',
      form: whole(6, 72, 'characters'),
      unset: 'minimum_password_length of supabase/config.toml',
      words: 'The least length of a new password.',
    },
    requiredCharacters: {
      name: 'AUTH_PASSWORD_REQUIRED_CHARACTERS',
      form: list(anyText, { separator: ':', expected: 'sets of characters, with colons between them' }),
      default: [],
      words: 'Of each of these sets a new password needs a character.',
    },
    leakedFile: {
      name: 'AUTH_PASSWORD_LEAKED_FILE',
      form: anyText,
      words: 'A file of known passwords, which are refused: one a line, or a filter made by `npm run passwords:build`.',
    },
    leakedUrl: {
      name: 'AUTH_PASSWORD_LEAKED_URL',
      form: text(/^https?:\/\/\S+\/$/, 'https://api.pwnedpasswords.com/range/'),
      words: 'A service that is asked by range whether a new password is known.',
    },
    changeNeedsReauthentication: {
      name: 'AUTH_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION',
      form: onOff,
      default: false,
      words: 'A new password needs a code where the sign-in is older than a day.',
    },
  },
})

const hook: Form<HookFunction> = {
  expected: 'pg-functions://postgres/<schema>/<function>',
  parse: (given) => parseHookUri(given) ?? undefined,
}

const hookArea = area({
  title: 'Functions of the database that have their word',
  settings: {
    customAccessToken: {
      name: 'AUTH_HOOK_CUSTOM_ACCESS_TOKEN_URI',
      form: hook,
      unset: '[auth.hook.custom_access_token] of supabase/config.toml',
      words: 'Writes the claims of an access token.',
    },
    mfaVerificationAttempt: {
      name: 'AUTH_HOOK_MFA_VERIFICATION_ATTEMPT_URI',
      form: hook,
      unset: '[auth.hook.mfa_verification_attempt] of supabase/config.toml',
      words: 'Hears of each attempt at a second factor, and may refuse it.',
    },
    passwordVerificationAttempt: {
      name: 'AUTH_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI',
      form: hook,
      unset: '[auth.hook.password_verification_attempt] of supabase/config.toml',
      words: 'Hears of each attempt at a password, and may refuse it.',
    },
  },
})

const captchaSettings = {
  provider: {
    name: 'AUTH_SECURITY_CAPTCHA_PROVIDER',
    form: choice(['off', 'hcaptcha', 'turnstile']),
    default: 'off' as const,
    words: 'To whom people prove that they are people before sign-in, sign-up and messages.',
  },
  secret: {
    name: 'AUTH_SECURITY_CAPTCHA_SECRET',
    form: secret('the secret that the service gave you'),
    words: 'Our key there.',
  },
}

const captchaArea = area({
  title: 'Proof of being a person',
  settings: captchaSettings,
  check({ provider }, refusals) {
    if (provider !== 'off') refusals.require(captchaSettings.secret, captchaSettings.provider.name)
  },
})

export const accountAreas = { signIn: signInArea, passwords: passwordArea, hooks: hookArea, captcha: captchaArea }
