/** The `AUTH_…` variables about second factors, security keys and passkeys. */

import type { AuthConfig } from '@platform/auth'

import type { SettingsReader } from './settings-reader.ts'

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

const HOUR = 3_600
/** Pages, and Android apps by the hash of their signature. */
const ORIGIN = /^(?:https?:\/\/[^\s/?#]+|android:apk-key-hash:[\w-]+)$/

export function readKeySettings(settings: SettingsReader): KeySettings {
  return {
    factors: {
      totp: switchOf(settings, 'TOTP', true),
      phone: switchOf(settings, 'PHONE', false),
      webauthn: switchOf(settings, 'WEB_AUTHN', true),
      max: settings.wholeIfSet('AUTH_MFA_MAX_ENROLLED_FACTORS', { min: 1, max: 100 }),
      challengeSeconds: settings.wholeIfSet('AUTH_MFA_CHALLENGE_EXPIRY_DURATION', { min: 30, max: HOUR }),
    },
    passkeys: { enabled: settings.flag('AUTH_PASSKEYS_ENABLED', true) },
    webauthn: {
      rpId: settings.text('AUTH_WEBAUTHN_RP_ID', {
        matches: /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?$/,
        expected: 'a domain: shop.example',
      }),
      rpName: settings.read('AUTH_WEBAUTHN_RP_DISPLAY_NAME'),
      rpOrigins: readOrigins(settings),
      challengeSeconds: settings.wholeIfSet('AUTH_WEBAUTHN_CHALLENGE_EXPIRY_DURATION', { min: 30, max: HOUR }),
    },
  }
}

function switchOf(settings: SettingsReader, name: string, fallback: boolean): AuthConfig['factors']['totp'] {
  return {
    enroll: settings.flag(`AUTH_MFA_${name}_ENROLL_ENABLED`, fallback),
    verify: settings.flag(`AUTH_MFA_${name}_VERIFY_ENABLED`, fallback),
  }
}

function readOrigins(settings: SettingsReader): readonly string[] | undefined {
  const variable = 'AUTH_WEBAUTHN_RP_ORIGINS'
  const origins = settings.list(variable)
  const wrong = origins.find((origin) => !ORIGIN.test(origin))
  if (wrong !== undefined) settings.reject(variable, `holds ${JSON.stringify(wrong)}`, 'https://host, without a path')
  return origins.length === 0 ? undefined : origins
}
