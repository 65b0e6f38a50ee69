/** The `AUTH_…` variables: what an operator may decide about signing in. What is unset stays with the service's defaults. */

import { parseHookUri, type AuthConfig, type HookFunction } from '@platform/auth'

import { readExternalProviders, type ExternalSettings } from './external-settings.ts'
import { readKeySettings, type KeySettings } from './key-settings.ts'
import { readSamlSettings, type SamlSettings } from './saml-settings.ts'
import type { SettingsReader } from './settings-reader.ts'
import { readTextSettings, type TextSettings } from './text-settings.ts'

type Optional<Value> = Value | undefined

export interface AuthSettings {
  readonly siteUrl: Optional<string>
  readonly redirectUrls: readonly string[]
  readonly accessTokenSeconds: Optional<number>
  readonly reuseSeconds: Optional<number>
  readonly signUp: { readonly enabled: boolean; readonly anonymous: boolean }
  /** Signing up with a taken address says so by its missing identities, as the original does. */
  readonly emptyIdentities: boolean
  readonly email: { readonly enabled: boolean; readonly autoconfirm: Optional<boolean> }
  readonly phone: { readonly enabled: boolean; readonly autoconfirm: Optional<boolean> }
  readonly texts: TextSettings
  /** Instead of those that the product's own configuration names. */
  readonly hooks: { readonly [Name in keyof AuthConfig['hooks']]: Optional<HookFunction> }
  /** Whoever changed a password is told by mail. */
  readonly passwordChangedMail: boolean
  readonly manualLinking: boolean
  readonly external: ExternalSettings
  /** Wallets that may sign people in, by chain. */
  readonly web3: { readonly ethereum: boolean; readonly solana: boolean }
  readonly saml: SamlSettings
  /** Providers that administrators add while the server runs. */
  readonly customProviders: { readonly enabled: boolean; readonly max: Optional<number> }
  readonly auditDays: Optional<number>
  readonly codes: { readonly digits: Optional<number>; readonly seconds: Optional<number> }
  readonly passwords: {
    readonly minLength: Optional<number>
    readonly requiredCharacters: readonly string[]
    readonly leakedFile: Optional<string>
    /** A service that is asked by range. */
    readonly leakedUrl: Optional<string>
    readonly changeNeedsReauthentication: boolean
  }
  readonly keys: KeySettings
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
    emptyIdentities: settings.flag('AUTH_UPSTREAM_EMPTY_IDENTITIES', false),
    email: {
      enabled: settings.flag('AUTH_EXTERNAL_EMAIL_ENABLED', true),
      autoconfirm: settings.flagIfSet('AUTH_MAILER_AUTOCONFIRM'),
    },
    phone: {
      enabled: settings.flag('AUTH_EXTERNAL_PHONE_ENABLED', true),
      autoconfirm: settings.flagIfSet('AUTH_SMS_AUTOCONFIRM'),
    },
    texts: readTextSettings(settings),
    hooks: {
      customAccessToken: readHook(settings, 'AUTH_HOOK_CUSTOM_ACCESS_TOKEN_URI'),
      mfaVerificationAttempt: readHook(settings, 'AUTH_HOOK_MFA_VERIFICATION_ATTEMPT_URI'),
      passwordVerificationAttempt: readHook(settings, 'AUTH_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI'),
    },
    passwordChangedMail: settings.flag('AUTH_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED', true),
    manualLinking: settings.flag('AUTH_SECURITY_MANUAL_LINKING_ENABLED', false),
    external: readExternalProviders(settings),
    web3: {
      ethereum: settings.flag('AUTH_EXTERNAL_WEB3_ETHEREUM_ENABLED', false),
      solana: settings.flag('AUTH_EXTERNAL_WEB3_SOLANA_ENABLED', false),
    },
    saml: readSamlSettings(settings),
    customProviders: {
      enabled: settings.flag('AUTH_CUSTOM_OAUTH_ENABLED', true),
      max: settings.wholeIfSet('AUTH_CUSTOM_OAUTH_MAX_PROVIDERS', { min: 1, max: 10_000 }),
    },
    auditDays: settings.wholeIfSet('AUTH_AUDIT_LOG_DAYS', { min: 0, max: 3_650 }),
    codes: {
      digits: settings.wholeIfSet('AUTH_OTP_LENGTH', { min: 6, max: 10 }),
      seconds: settings.wholeIfSet('AUTH_OTP_EXP', { min: 60, max: DAY }),
    },
    passwords: {
      minLength: settings.wholeIfSet('AUTH_PASSWORD_MIN_LENGTH', { min: 6, max: 72 }),
      requiredCharacters: settings.list('AUTH_PASSWORD_REQUIRED_CHARACTERS', ':'),
      leakedFile: settings.read('AUTH_PASSWORD_LEAKED_FILE'),
      leakedUrl: settings.text('AUTH_PASSWORD_LEAKED_URL', {
        matches: /^https?:\/\/\S+\/$/,
        expected: 'https://api.pwnedpasswords.com/range/',
      }),
      changeNeedsReauthentication: settings.flag('AUTH_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION', false),
    },
    keys: readKeySettings(settings),
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
    emptyIdentities: set.emptyIdentities,
    email: { ...base.email, ...dropUnset(set.email) },
    phone: { ...base.phone, ...dropUnset(set.phone) },
    hooks: { ...base.hooks, ...dropUnset(set.hooks) },
    messages: { ...base.messages, passwordChanged: set.passwordChangedMail },
    manualLinking: set.manualLinking,
    external: set.external,
    web3: set.web3,
    customProviders: { ...base.customProviders, ...dropUnset(set.customProviders) },
    auditDays: set.auditDays ?? base.auditDays,
    codes: { ...base.codes, ...dropUnset(set.codes) },
    passwords: {
      ...base.passwords,
      minLength: set.passwords.minLength ?? base.passwords.minLength,
      requiredCharacters: set.passwords.requiredCharacters,
      changeNeedsReauthentication: set.passwords.changeNeedsReauthentication,
    },
    factors: { ...base.factors, ...dropUnset(set.keys.factors) },
    passkeys: { ...base.passkeys, ...set.keys.passkeys },
    webauthn: { ...base.webauthn, ...dropUnset(set.keys.webauthn) },
  }
}

type Set<Settings> = { [Name in keyof Settings]: Exclude<Settings[Name], undefined> }

function dropUnset<Settings extends object>(settings: Settings): Partial<Set<Settings>> {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(set) as Partial<Set<Settings>>
}

function readHook(settings: SettingsReader, variable: string): Optional<HookFunction> {
  const uri = settings.read(variable)
  if (uri === undefined) return undefined
  const hook = parseHookUri(uri)
  if (hook !== null) return hook
  settings.reject(variable, `is ${JSON.stringify(uri)}`, 'pg-functions://postgres/<schema>/<function>')
  return undefined
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
