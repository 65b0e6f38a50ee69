/** The `AUTH_…` variables: what an operator may decide about signing in. What is unset stays with the service's defaults. */

import type { AuthConfig } from '@platform/auth'

import { readExternalProviders, type ExternalSettings } from './external-settings.ts'
import type { SettingsReader } from './settings.ts'
import { readTextSettings, type TextSettings } from './text-settings.ts'

type Optional<Value> = Value | undefined

export interface AuthSettings {
  readonly siteUrl: Optional<string>
  readonly redirectUrls: readonly string[]
  readonly accessTokenSeconds: Optional<number>
  readonly reuseSeconds: Optional<number>
  readonly signUp: { readonly enabled: boolean; readonly anonymous: boolean }
  readonly email: { readonly enabled: boolean; readonly autoconfirm: Optional<boolean> }
  readonly phone: { readonly enabled: boolean; readonly autoconfirm: Optional<boolean> }
  readonly texts: TextSettings
  /** Whoever changed a password is told by mail. */
  readonly passwordChangedMail: boolean
  readonly manualLinking: boolean
  readonly external: ExternalSettings
  readonly codes: { readonly digits: Optional<number>; readonly seconds: Optional<number> }
  readonly passwords: {
    readonly minLength: Optional<number>
    readonly requiredCharacters: readonly string[]
    readonly leakedFile: Optional<string>
    readonly changeNeedsReauthentication: boolean
  }
  readonly factors: {
    readonly totp: { readonly enroll: boolean; readonly verify: boolean }
    readonly max: Optional<number>
    readonly challengeSeconds: Optional<number>
  }
  /** Whoever signs in or up proves to this service that they are a person. */
  readonly captcha: { readonly url: string; readonly secret: string } | null
}

const HOUR = 3_600
const DAY = 24 * HOUR

const captchaServices = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

export function readAuthSettings(settings: SettingsReader): AuthSettings {
  return {
    siteUrl: settings.text('AUTH_SITE_URL', { matches: /^https?:\/\/[^\s/]+(?:\/\S*)?$/, expected: 'https://host' }),
    redirectUrls: settings.list('AUTH_URI_ALLOW_LIST'),
    accessTokenSeconds: settings.wholeIfSet('AUTH_JWT_EXP', { min: 60, max: 7 * DAY }),
    reuseSeconds: settings.wholeIfSet('AUTH_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL', { min: 0, max: 300 }),
    signUp: {
      enabled: !settings.flag('AUTH_DISABLE_SIGNUP', false),
      anonymous: settings.flag('AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED', false),
    },
    email: {
      enabled: settings.flag('AUTH_EXTERNAL_EMAIL_ENABLED', true),
      autoconfirm: settings.flagIfSet('AUTH_MAILER_AUTOCONFIRM'),
    },
    phone: {
      enabled: settings.flag('AUTH_EXTERNAL_PHONE_ENABLED', true),
      autoconfirm: settings.flagIfSet('AUTH_SMS_AUTOCONFIRM'),
    },
    texts: readTextSettings(settings),
    passwordChangedMail: settings.flag('AUTH_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED', true),
    manualLinking: settings.flag('AUTH_SECURITY_MANUAL_LINKING_ENABLED', false),
    external: readExternalProviders(settings),
    codes: {
      digits: settings.wholeIfSet('AUTH_OTP_LENGTH', { min: 6, max: 10 }),
      seconds: settings.wholeIfSet('AUTH_OTP_EXP', { min: 60, max: DAY }),
    },
    passwords: {
      minLength: settings.wholeIfSet('AUTH_PASSWORD_MIN_LENGTH', { min: 6, max: 72 }),
      requiredCharacters: settings.list('AUTH_PASSWORD_REQUIRED_CHARACTERS', ':'),
      leakedFile: settings.read('AUTH_PASSWORD_LEAKED_FILE'),
      changeNeedsReauthentication: settings.flag('AUTH_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION', false),
    },
    factors: {
      totp: {
        enroll: settings.flag('AUTH_MFA_TOTP_ENROLL_ENABLED', true),
        verify: settings.flag('AUTH_MFA_TOTP_VERIFY_ENABLED', true),
      },
      max: settings.wholeIfSet('AUTH_MFA_MAX_ENROLLED_FACTORS', { min: 1, max: 100 }),
      challengeSeconds: settings.wholeIfSet('AUTH_MFA_CHALLENGE_EXPIRY_DURATION', { min: 30, max: HOUR }),
    },
    captcha: readCaptcha(settings),
  }
}

/** The service's own defaults, with what the operator decided laid over them. */
export function applyAuthSettings(base: AuthConfig, set: AuthSettings): AuthConfig {
  return {
    ...base,
    siteUrl: set.siteUrl ?? base.siteUrl,
    redirectUrls: set.redirectUrls,
    accessTokenSeconds: set.accessTokenSeconds ?? base.accessTokenSeconds,
    refresh: { reuseSeconds: set.reuseSeconds ?? base.refresh.reuseSeconds },
    signUp: set.signUp,
    email: { ...base.email, ...dropUnset(set.email) },
    phone: { ...base.phone, ...dropUnset(set.phone) },
    messages: { ...base.messages, passwordChanged: set.passwordChangedMail },
    manualLinking: set.manualLinking,
    external: set.external,
    codes: { ...base.codes, ...dropUnset(set.codes) },
    passwords: {
      ...base.passwords,
      minLength: set.passwords.minLength ?? base.passwords.minLength,
      requiredCharacters: set.passwords.requiredCharacters,
      changeNeedsReauthentication: set.passwords.changeNeedsReauthentication,
    },
    factors: { ...base.factors, ...dropUnset(set.factors) },
  }
}

type Set<Settings> = { [Name in keyof Settings]: Exclude<Settings[Name], undefined> }

function dropUnset<Settings extends object>(settings: Settings): Partial<Set<Settings>> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Partial<Set<Settings>>
}

function readCaptcha(settings: SettingsReader): AuthSettings['captcha'] {
  const provider = settings.oneOf('AUTH_SECURITY_CAPTCHA_PROVIDER', ['off', 'hcaptcha', 'turnstile'], 'off')
  const secret = settings.text('AUTH_SECURITY_CAPTCHA_SECRET', {
    isSecret: true,
    matches: /^\S+$/,
    expected: 'the secret that the service gave you',
  })
  if (provider === 'off') return null
  if (secret !== undefined) return { url: captchaServices[provider], secret }
  const missing = 'is missing beside AUTH_SECURITY_CAPTCHA_PROVIDER'
  settings.reject('AUTH_SECURITY_CAPTCHA_SECRET', missing, 'the secret that the service gave you')
  return null
}
