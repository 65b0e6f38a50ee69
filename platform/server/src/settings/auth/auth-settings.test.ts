import { defaultAuthConfig } from '@platform/auth'
import { describe, expect, it } from 'vitest'

import { SettingsReader, type Environment } from '../reader.ts'
import { applyAuthSettings, readAuthSettings } from './auth-settings.ts'
import { readRates } from './rate-settings.ts'

const base = defaultAuthConfig({ apiUrl: 'https://shop.example/auth/v1', siteUrl: 'https://shop.example' })

function decide(environment: Environment) {
  const settings = new SettingsReader(environment)
  const config = applyAuthSettings(base, readAuthSettings(settings))
  return { config, wrong: settings.problems.map(({ variable }) => variable) }
}

describe('AUTH_ settings', () => {
  it('change nothing while unset', () => {
    expect(decide({})).toEqual({ config: base, wrong: [] })
  })

  it('overrule the defaults one by one', () => {
    const { config, wrong } = decide({
      AUTH_SITE_URL: 'https://www.shop.example',
      AUTH_URI_ALLOW_LIST: 'https://*.shop.example/**, shop://callback',
      AUTH_DISABLE_SIGNUP: 'true',
      AUTH_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'on',
      AUTH_UPSTREAM_EMPTY_IDENTITIES: 'on',
      AUTH_UPSTREAM_REFUSE_UNKNOWN: 'on',
      AUTH_MAILER_AUTOCONFIRM: 'off',
      AUTH_OTP_LENGTH: '8',
      AUTH_PASSWORD_REQUIRED_CHARACTERS: 'abcdefghijklmnopqrstuvwxyz:0123456789',
      AUTH_MFA_TOTP_ENROLL_ENABLED: 'off',
    })
    expect(wrong).toEqual([])
    expect(config).toEqual({
      ...base,
      siteUrl: 'https://www.shop.example',
      redirectUrls: ['https://*.shop.example/**', 'shop://callback'],
      signUp: { enabled: false, anonymous: true },
      emptyIdentities: true,
      refusesUnknown: true,
      email: { ...base.email, autoconfirm: false },
      codes: { ...base.codes, digits: 8 },
      passwords: { ...base.passwords, requiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] },
      factors: { ...base.factors, totp: { enroll: false, verify: true } },
    })
  })

  it('decide how often, one by one, and refuse what is no rate', () => {
    const settings = new SettingsReader({
      AUTH_RATE_LIMIT_TOKEN_REFRESH: '300/60',
      AUTH_MESSAGES_MAX_FREQUENCY: '5',
      AUTH_RATE_LIMIT_VERIFY: '30 per minute',
      AUTH_RATE_LIMIT_WEB3: '0/60',
    })
    expect(readRates(settings)).toEqual({
      refresh: { limit: 300, seconds: 60 },
      messagePause: { limit: 1, seconds: 5 },
    })
    expect(settings.problems.map(({ variable }) => variable)).toEqual([
      'AUTH_RATE_LIMIT_VERIFY',
      'AUTH_RATE_LIMIT_WEB3',
    ])
    const { messagePause } = readRates(new SettingsReader({ AUTH_MESSAGES_MAX_FREQUENCY: '0' }))
    expect(messagePause!.limit).toBeGreaterThan(1_000)
  })

  it('name external providers by their client, and let one be switched off', () => {
    const { config, wrong } = decide({
      AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'web,android',
      AUTH_EXTERNAL_GOOGLE_SECRET: 's3cret',
      AUTH_EXTERNAL_KEYCLOAK_CLIENT_ID: 'shop',
      AUTH_EXTERNAL_KEYCLOAK_SECRET: 's3cret',
      AUTH_EXTERNAL_KEYCLOAK_URL: 'https://id.shop.example/realms/main',
      AUTH_EXTERNAL_GITHUB_ENABLED: 'off',
      AUTH_EXTERNAL_GITHUB_CLIENT_ID: 'shop',
    })
    expect(wrong).toEqual([])
    expect(config.external).toEqual({
      google: {
        clientIds: ['web', 'android'],
        secret: 's3cret',
        url: null,
        skipNonceCheck: false,
        emailOptional: false,
      },
      keycloak: {
        clientIds: ['shop'],
        secret: 's3cret',
        url: 'https://id.shop.example/realms/main',
        skipNonceCheck: false,
        emailOptional: false,
      },
    })
  })

  it('name the relying party of keys, and switch each kind of them', () => {
    const { config, wrong } = decide({
      AUTH_MFA_PHONE_ENROLL_ENABLED: 'on',
      AUTH_MFA_PHONE_VERIFY_ENABLED: 'on',
      AUTH_MFA_WEB_AUTHN_ENROLL_ENABLED: 'off',
      AUTH_PASSKEYS_ENABLED: 'off',
      AUTH_WEBAUTHN_RP_ID: 'shop.example',
      AUTH_WEBAUTHN_RP_DISPLAY_NAME: 'The Bookshop',
      AUTH_WEBAUTHN_RP_ORIGINS: 'https://shop.example, android:apk-key-hash:x-_Y',
      AUTH_WEBAUTHN_CHALLENGE_EXPIRY_DURATION: '60',
    })
    expect(wrong).toEqual([])
    expect(config).toEqual({
      ...base,
      factors: {
        ...base.factors,
        phone: { enroll: true, verify: true },
        webauthn: { enroll: false, verify: true },
      },
      passkeys: { ...base.passkeys, enabled: false },
      webauthn: {
        rpId: 'shop.example',
        rpName: 'The Bookshop',
        rpOrigins: ['https://shop.example', 'android:apk-key-hash:x-_Y'],
        challengeSeconds: 60,
      },
    })
  })

  it('say every missing or wrong one at once', () => {
    const { wrong } = decide({
      AUTH_EXTERNAL_GOOGLE_CLIENT_ID: 'web',
      AUTH_EXTERNAL_KEYCLOAK_CLIENT_ID: 'shop',
      AUTH_EXTERNAL_KEYCLOAK_SECRET: 's3cret',
      AUTH_SECURITY_CAPTCHA_PROVIDER: 'turnstile',
      AUTH_DISABLE_SIGNUP: 'maybe',
      AUTH_OTP_LENGTH: '4',
      AUTH_WEBAUTHN_RP_ID: '127.0.0.1',
      AUTH_WEBAUTHN_RP_ORIGINS: 'https://shop.example/page',
    })
    expect(wrong.toSorted()).toEqual([
      'AUTH_DISABLE_SIGNUP',
      'AUTH_EXTERNAL_GOOGLE_SECRET',
      'AUTH_EXTERNAL_KEYCLOAK_URL',
      'AUTH_OTP_LENGTH',
      'AUTH_SECURITY_CAPTCHA_SECRET',
      'AUTH_WEBAUTHN_RP_ID',
      'AUTH_WEBAUTHN_RP_ORIGINS',
    ])
  })
})
