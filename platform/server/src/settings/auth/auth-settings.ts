/** From what an operator decides about signing in to the configuration of auth/v1. What is unset stays with the service's defaults. */

import type { AuthConfig, AuthRates, HookFunction } from '@platform/auth'

import type { SettingsReader } from '../reader.ts'
import { readExternalProviders, type ExternalSettings } from './external-settings.ts'
import { readKeySettings, type KeySettings } from './key-settings.ts'
import { readRates } from './rate-settings.ts'
import { accountAreas } from './sign-in-settings.ts'
import { readTextSettings, type TextSettings } from './text-settings.ts'
import { oauthServerArea, vouchingArea } from './vouching-settings.ts'

type Optional<Value> = Value | undefined

export interface AuthSettings {
  readonly siteUrl: Optional<string>
  readonly redirectUrls: readonly string[]
  readonly accessTokenSeconds: Optional<number>
  readonly reuseSeconds: Optional<number>
  readonly signUp: { readonly enabled: boolean; readonly anonymous: boolean }
  /** Signing up with a taken address says so by its missing identities, as the original does. */
  readonly emptyIdentities: boolean
  /** Codes for addresses without an account are refused, as the original does. */
  readonly refusesUnknown: boolean
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
  /** The key in PEM; undefined where nobody gave one. */
  readonly saml: { readonly enabled: boolean; readonly privateKey: Optional<string> }
  /** Providers that administrators add while the server runs. */
  readonly customProviders: { readonly enabled: boolean; readonly max: Optional<number> }
  readonly oauthServer: AuthConfig['oauthServer']
  readonly auditDays: Optional<number>
  readonly sharedNetworks: readonly string[]
  /** Those that the operator decided. */
  readonly rates: Partial<AuthRates>
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

const captchaServices = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}

export function readAuthSettings(settings: SettingsReader): AuthSettings {
  const read = settings.readArea(accountAreas.signIn)
  const vouching = settings.readArea(vouchingArea)
  const captcha = settings.readArea(accountAreas.captcha)
  return {
    siteUrl: read.siteUrl,
    redirectUrls: read.redirectUrls,
    accessTokenSeconds: read.accessTokenSeconds,
    reuseSeconds: read.reuseSeconds,
    signUp: { enabled: !read.signUpDisabled, anonymous: read.anonymous },
    emptyIdentities: read.emptyIdentities,
    refusesUnknown: read.refusesUnknown,
    email: { enabled: read.emailEnabled, autoconfirm: read.emailAutoconfirm },
    phone: { enabled: read.phoneEnabled, autoconfirm: read.phoneAutoconfirm },
    texts: readTextSettings(settings),
    hooks: settings.readArea(accountAreas.hooks),
    passwordChangedMail: read.passwordChangedMail,
    manualLinking: read.manualLinking,
    external: readExternalProviders(settings),
    web3: { ethereum: vouching.ethereum, solana: vouching.solana },
    saml: { enabled: vouching.saml, privateKey: vouching.samlKey },
    customProviders: { enabled: vouching.customProviders, max: vouching.maxCustomProviders },
    oauthServer: settings.readArea(oauthServerArea),
    auditDays: read.auditDays,
    sharedNetworks: read.sharedNetworks,
    rates: readRates(settings),
    codes: { digits: read.codeDigits, seconds: read.codeSeconds },
    passwords: settings.readArea(accountAreas.passwords),
    keys: readKeySettings(settings),
    captcha:
      captcha.provider === 'off' ? null : { url: captchaServices[captcha.provider], secret: captcha.secret ?? '' },
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
    refusesUnknown: set.refusesUnknown,
    email: { ...base.email, ...dropUnset(set.email) },
    phone: { ...base.phone, ...dropUnset(set.phone) },
    hooks: { ...base.hooks, ...dropUnset(set.hooks) },
    messages: { ...base.messages, passwordChanged: set.passwordChangedMail },
    manualLinking: set.manualLinking,
    external: set.external,
    web3: set.web3,
    customProviders: { ...base.customProviders, ...dropUnset(set.customProviders) },
    oauthServer: set.oauthServer,
    auditDays: set.auditDays ?? base.auditDays,
    sharedNetworks: set.sharedNetworks,
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
