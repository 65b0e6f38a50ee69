/** What an operator decides about second factors, security keys and passkeys. */

import { defaultAuthConfig, type AuthConfig } from '@platform/auth'

import { anyText, area, list, onOff, text, whole, type SettingsReader } from '../reader.ts'

type Optional<Value> = Value | undefined

export interface KeySettings {
  readonly factors: {
    readonly totp: AuthConfig['factors']['totp']
    readonly phone: AuthConfig['factors']['phone']
    readonly webauthn: AuthConfig['factors']['webauthn']
    readonly max: Optional<number>
    readonly challengeSeconds: Optional<number>
  }
  readonly passkeys: { readonly enabled: boolean }
  readonly webauthn: {
    readonly rpId: Optional<string>
    readonly rpName: Optional<string>
    readonly rpOrigins: Optional<readonly string[]>
    readonly challengeSeconds: Optional<number>
  }
}

const hour = 3_600
const usual = defaultAuthConfig({ apiUrl: 'http://localhost', siteUrl: 'http://localhost' })

/** Pages, and Android apps by the hash of their signature. */
const origin = text(/^(?:https?:\/\/[^\s/?#]+|android:apk-key-hash:[\w-]+)$/, 'https://host, without a path')

export const keyArea = area({
  title: 'Second factors, security keys and passkeys',
  settings: {
    totpEnroll: {
      name: 'AUTH_MFA_TOTP_ENROLL_ENABLED',
      form: onOff,
      default: true,
      words: 'People may add an authenticator app.',
    },
    totpVerify: {
      name: 'AUTH_MFA_TOTP_VERIFY_ENABLED',
      form: onOff,
      default: true,
      words: 'Codes of authenticator apps count.',
    },
    phoneEnroll: {
      name: 'AUTH_MFA_PHONE_ENROLL_ENABLED',
      form: onOff,
      default: false,
      words: 'People may add a phone as a second factor.',
    },
    phoneVerify: {
      name: 'AUTH_MFA_PHONE_VERIFY_ENABLED',
      form: onOff,
      default: false,
      words: 'Codes sent to such a phone count.',
    },
    webauthnEnroll: {
      name: 'AUTH_MFA_WEB_AUTHN_ENROLL_ENABLED',
      form: onOff,
      default: true,
      words: 'People may add a security key as a second factor.',
    },
    webauthnVerify: {
      name: 'AUTH_MFA_WEB_AUTHN_VERIFY_ENABLED',
      form: onOff,
      default: true,
      words: 'Such security keys count.',
    },
    max: {
      name: 'AUTH_MFA_MAX_ENROLLED_FACTORS',
      form: whole(1, 100),
      unset: `${usual.factors.max}`,
      words: 'How many second factors one person may have.',
    },
    challengeSeconds: {
      name: 'AUTH_MFA_CHALLENGE_EXPIRY_DURATION',
      form: whole(30, hour, 'seconds'),
      unset: `${usual.factors.challengeSeconds}`,
      words: 'How long the question for a second factor waits.',
    },
    passkeys: {
      name: 'AUTH_PASSKEYS_ENABLED',
      form: onOff,
      default: true,
      words: 'People may sign in by passkeys.',
    },
    rpId: {
      name: 'AUTH_WEBAUTHN_RP_ID',
      form: text(/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?$/, 'a domain: shop.example'),
      unset: 'the host of AUTH_SITE_URL',
      words: 'The domain that security keys and passkeys belong to; with another one, nobody’s work any more.',
    },
    rpName: {
      name: 'AUTH_WEBAUTHN_RP_DISPLAY_NAME',
      form: anyText,
      unset: 'the product’s name',
      words: 'What a device calls us when it asks its owner.',
    },
    rpOrigins: {
      name: 'AUTH_WEBAUTHN_RP_ORIGINS',
      form: list(origin, { expected: 'https://host, without a path' }),
      unset: 'the site and the allowed addresses below its domain',
      words: 'The pages and Android apps that may use them.',
    },
    webauthnSeconds: {
      name: 'AUTH_WEBAUTHN_CHALLENGE_EXPIRY_DURATION',
      form: whole(30, hour, 'seconds'),
      unset: `${usual.webauthn.challengeSeconds}`,
      words: 'How long the question for a security key or passkey waits.',
    },
  },
})

export function readKeySettings(settings: SettingsReader): KeySettings {
  const read = settings.readArea(keyArea)
  return {
    factors: {
      totp: { enroll: read.totpEnroll, verify: read.totpVerify },
      phone: { enroll: read.phoneEnroll, verify: read.phoneVerify },
      webauthn: { enroll: read.webauthnEnroll, verify: read.webauthnVerify },
      max: read.max,
      challengeSeconds: read.challengeSeconds,
    },
    passkeys: { enabled: read.passkeys },
    webauthn: {
      rpId: read.rpId,
      rpName: read.rpName,
      rpOrigins: read.rpOrigins,
      challengeSeconds: read.webauthnSeconds,
    },
  }
}
