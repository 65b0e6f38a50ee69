/** Everything about auth/v1 that an operator may decide, already parsed: the server reads the environment, not we. */

import { plainBrand, type MailBrand } from './delivery/mail/brand.ts'
import type { HookFunction } from './hooks/hook-function.ts'
import type { LeakedPasswords } from './passwords/leaked/leaked-passwords.ts'
import type { LeakCheck } from './passwords/leaked/range-service.ts'

/** `limit` per `seconds`, as a token bucket that refills evenly. */
export interface Rate {
  readonly limit: number
  readonly seconds: number
}

export type Language = 'en' | 'fr'

export interface AuthConfig {
  /** Where this service is reached from outside, e.g. `https://host/auth/v1`: the issuer of tokens and the base of links in mails. */
  readonly apiUrl: string
  /** Where people land after a link when they asked for nothing else, or for something not allowed. */
  readonly siteUrl: string
  /** Further redirect targets as globs: `*` stops at `.` and `/`, `**` does not. */
  readonly redirectUrls: readonly string[]
  readonly audience: string
  readonly accessTokenSeconds: number
  readonly signUp: { readonly enabled: boolean; readonly anonymous: boolean }
  /** Signing up with a taken address answers without identities, which tells that it is taken: some clients rely on it. */
  readonly emptyIdentities: boolean
  /** A code for an address without an account is refused where nobody may be made, which tells that there is none. */
  readonly refusesUnknown: boolean
  /** External providers by name: google, apple, github, facebook, or any OpenID provider with its issuer as `url`. */
  readonly external: Readonly<Record<string, ExternalProviderConfig>>
  /** Wallets that may sign people in, by chain. */
  readonly web3: { readonly ethereum: boolean; readonly solana: boolean }
  /** Companies' own identity providers; null while nobody may use them. */
  readonly saml: SamlConfig | null
  /** Being an authorization server for others (OAuth 2.1). */
  readonly oauthServer: OAuthServerConfig
  /** Providers that administrators add while the service runs, and how many at most. */
  readonly customProviders: { readonly enabled: boolean; readonly max: number }
  /** What happened to accounts is kept for this many days; 0 keeps nothing. */
  readonly auditDays: number
  /** Signed-in people may add and remove identities themselves. */
  readonly manualLinking: boolean
  readonly email: {
    readonly enabled: boolean
    /** Addresses count as proven at sign-up. On only while no real mailer exists. */
    readonly autoconfirm: boolean
    /** A change of address is confirmed from the old and the new mailbox. */
    readonly confirmChangeTwice: boolean
  }
  readonly phone: {
    readonly enabled: boolean
    readonly autoconfirm: boolean
    /** What `GET /settings` calls the service that sends texts; empty for none. */
    readonly provider: string
    /** Codes of numbers that exist for tests only, by number without `+`; nothing is sent there. */
    readonly testCodes: Readonly<Record<string, string>>
  }
  /** How messages to people call the product, and their language where the person's is unknown. */
  readonly messages: {
    readonly productName: string
    readonly language: Language
    readonly brand: MailBrand
    /** Whoever changed a password is told by mail. */
    readonly passwordChanged: boolean
  }
  readonly codes: { readonly digits: number; readonly seconds: number; readonly attempts: number }
  readonly passwords: {
    readonly minLength: number
    /** Each entry is a set of characters of which a password needs at least one. */
    readonly requiredCharacters: readonly string[]
    /** Passwords known to attackers, already read. */
    readonly leaked: LeakedPasswords | null
    /** Asked about new passwords that the list does not know. */
    readonly leakCheck: LeakCheck | null
    /** A new password needs a nonce by mail or SMS when the session is older than a day. */
    readonly changeNeedsReauthentication: boolean
  }
  /** Hashes at work at once, and callers that may wait for a turn; the rest is refused with 503. */
  readonly hashing: { readonly concurrency: number; readonly queue: number }
  readonly factors: {
    /** Second factors by authenticator apps. */
    readonly totp: FactorSwitch
    /** By codes to a phone: weaker than the others, and every code costs a message. */
    readonly phone: FactorSwitch
    /** By security keys and what a device has built in. */
    readonly webauthn: FactorSwitch
    /** How many factors one person may have, finished or not. */
    readonly max: number
    /** How long a challenge waits for its code, and an enrolment for its first one. */
    readonly challengeSeconds: number
    /** Wrong codes that lock a factor, and for how long. */
    readonly attempts: number
    readonly lockSeconds: number
  }
  /** Sign-ins by passkeys, and how many of them one person may have. */
  readonly passkeys: { readonly enabled: boolean; readonly max: number }
  /** What browsers bind security keys and passkeys to (WebAuthn §4, relying party). */
  readonly webauthn: {
    /** A domain; null for the site's host. A change makes every key of before useless. */
    readonly rpId: string | null
    /** What people read beside a key; null for the product's name. */
    readonly rpName: string | null
    /** Pages that may use keys; null for the site and the redirect targets below `rpId`. */
    readonly rpOrigins: readonly string[] | null
    /** How long a passkey may take. */
    readonly challengeSeconds: number
  }
  readonly refresh: { readonly reuseSeconds: number }
  /** Answers that must not tell whether an account exists leave at multiples of so many milliseconds. */
  readonly beatMs: number
  /** How long a sign-in takes while an account is being guessed at, except where its owner has signed in before. */
  readonly guessedAtMs: number
  /** Functions of the product that have their word; null for none. */
  readonly hooks: {
    readonly customAccessToken: HookFunction | null
    readonly mfaVerificationAttempt: HookFunction | null
    readonly passwordVerificationAttempt: HookFunction | null
  }
  readonly rates: AuthRates
  /** Networks whose single addresses many people share: what an address may is ten times as much there. */
  readonly sharedNetworks: readonly string[]
}

export interface FactorSwitch {
  readonly enroll: boolean
  readonly verify: boolean
}

export interface ExternalProviderConfig {
  /** The first one is ours; tokens for the others (mobile apps, say) are accepted as well. */
  readonly clientIds: readonly string[]
  readonly secret: string
  /** The provider's address where the name alone does not say it: an OpenID issuer, a GitHub Enterprise server. */
  readonly url: string | null
  /** Accepts tokens of apps that cannot pass a nonce on. */
  readonly skipNonceCheck: boolean
  /** People whose provider tells no address may sign up. */
  readonly emailOptional: boolean
}

export interface OAuthServerConfig {
  readonly enabled: boolean
  /** Anybody may register a client. */
  readonly dynamicRegistration: boolean
  /** The site's page that asks people for their consent; it is given `authorization_id`. */
  readonly authorizationPath: string
}

export interface SamlConfig {
  /** RSA, PEM: signs our requests, so that an identity provider knows whose they are. */
  readonly privateKey: string
}

export interface AuthRates {
  readonly signIn: Rate
  /** Failed sign-ins of one account from one network: beyond them that network is refused, and no other. */
  readonly signInPerAccount: Rate
  /** Failed sign-ins of one account from everywhere: beyond them every answer takes longer, and nobody is refused. */
  readonly signInEverywhere: Rate
  readonly signUp: Rate
  readonly anonymousSignUp: Rate
  readonly refresh: Rate
  readonly verify: Rate
  /** Wrong codes for one address, whoever tries. */
  readonly verifyPerAddress: Rate
  /** Sign-ins begun at external providers. */
  readonly authorize: Rate
  readonly web3: Rate
  /** Sign-ins begun and ended at companies' identity providers. */
  readonly sso: Rate
  /** Challenges and codes of second factors. */
  readonly factors: Rate
  readonly sendMessage: Rate
  /** Messages to one address: a pause between two, and a ceiling. */
  readonly messagePause: Rate
  readonly messagesPerAddress: Rate
  /** What one person may do, once known, without its weighing on the network from which they come. */
  readonly ownShare: Rate
}

const MINUTE = 60
const HOUR = 3600

const defaultRates: AuthRates = {
  signIn: { limit: 30, seconds: 5 * MINUTE },
  signInPerAccount: { limit: 10, seconds: 5 * MINUTE },
  signInEverywhere: { limit: 50, seconds: HOUR },
  signUp: { limit: 10, seconds: HOUR },
  anonymousSignUp: { limit: 30, seconds: HOUR },
  refresh: { limit: 150, seconds: 5 * MINUTE },
  verify: { limit: 30, seconds: 5 * MINUTE },
  verifyPerAddress: { limit: 10, seconds: HOUR },
  authorize: { limit: 75, seconds: 5 * MINUTE },
  web3: { limit: 30, seconds: 5 * MINUTE },
  sso: { limit: 30, seconds: 5 * MINUTE },
  factors: { limit: 75, seconds: 5 * MINUTE },
  sendMessage: { limit: 30, seconds: 5 * MINUTE },
  messagePause: { limit: 1, seconds: MINUTE },
  messagesPerAddress: { limit: 5, seconds: HOUR },
  ownShare: { limit: 30, seconds: 5 * MINUTE },
}

/** Defaults that are safe on the open internet, except auto-confirm, which a first start without a mailer needs. */
export function defaultAuthConfig(urls: { readonly apiUrl: string; readonly siteUrl: string }): AuthConfig {
  return {
    ...urls,
    redirectUrls: [],
    audience: 'authenticated',
    accessTokenSeconds: HOUR,
    signUp: { enabled: true, anonymous: false },
    emptyIdentities: false,
    refusesUnknown: false,
    external: {},
    web3: { ethereum: false, solana: false },
    saml: null,
    oauthServer: { enabled: false, dynamicRegistration: false, authorizationPath: '/oauth/consent' },
    customProviders: { enabled: true, max: 100 },
    auditDays: 90,
    manualLinking: false,
    email: { enabled: true, autoconfirm: true, confirmChangeTwice: true },
    phone: { enabled: true, autoconfirm: true, provider: '', testCodes: {} },
    messages: {
      productName: new URL(urls.siteUrl).hostname,
      language: 'en',
      brand: plainBrand,
      passwordChanged: true,
    },
    codes: { digits: 6, seconds: 10 * MINUTE, attempts: 5 },
    passwords: {
      minLength: 6,
      requiredCharacters: [],
      leaked: null,
      leakCheck: null,
      changeNeedsReauthentication: false,
    },
    hashing: { concurrency: 2, queue: 64 },
    factors: {
      totp: { enroll: true, verify: true },
      phone: { enroll: false, verify: false },
      webauthn: { enroll: true, verify: true },
      max: 10,
      challengeSeconds: 5 * MINUTE,
      attempts: 5,
      lockSeconds: 15 * MINUTE,
    },
    passkeys: { enabled: true, max: 10 },
    webauthn: { rpId: null, rpName: null, rpOrigins: null, challengeSeconds: 5 * MINUTE },
    refresh: { reuseSeconds: 10 },
    // Longer than either path usually takes, shorter than anybody notices.
    beatMs: 100,
    guessedAtMs: 2_000,
    hooks: { customAccessToken: null, mfaVerificationAttempt: null, passwordVerificationAttempt: null },
    rates: defaultRates,
    sharedNetworks: [],
  }
}
