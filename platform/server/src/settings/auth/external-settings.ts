/** `AUTH_EXTERNAL_<NAME>_…`: the providers that people may sign in with. */

import type { ExternalProviderConfig } from '@platform/auth'

import { anyText, area, list, onOff, secret, webAddress, type SettingsReader } from '../reader.ts'

export type ExternalSettings = Readonly<Record<string, ExternalProviderConfig>>

/** Providers whose address the service knows; any other name is an OpenID issuer and needs its `URL`. */
const knownAddresses = new Set(['google', 'apple', 'github', 'facebook'])

/** Of one provider, by its name in capitals. */
export function externalArea(provider: string) {
  const settings = {
    clientIds: {
      name: `AUTH_EXTERNAL_${provider}_CLIENT_ID`,
      form: list(anyText, { expected: 'client ids, ours first, with commas between them' }),
      default: [],
      words:
        'Whom the provider knows us as: people may sign in with it. Its callback is `PUBLIC_URL/auth/v1/callback`.',
    },
    secret: {
      name: `AUTH_EXTERNAL_${provider}_SECRET`,
      form: secret('the secret of that client', /./),
      words: 'Our secret there; needed beside the client id.',
    },
    url: {
      name: `AUTH_EXTERNAL_${provider}_URL`,
      form: webAddress('https://issuer'),
      words: 'The address of the OpenID issuer; needed for any other than GOOGLE, APPLE, GITHUB and FACEBOOK.',
    },
    enabled: {
      name: `AUTH_EXTERNAL_${provider}_ENABLED`,
      form: onOff,
      default: true,
      words: 'Off keeps what is set, and lets nobody in by it.',
    },
    skipNonceCheck: {
      name: `AUTH_EXTERNAL_${provider}_SKIP_NONCE_CHECK`,
      form: onOff,
      default: false,
      words: 'Its identity tokens are taken without the nonce that was sent.',
    },
    emailOptional: {
      name: `AUTH_EXTERNAL_${provider}_EMAIL_OPTIONAL`,
      form: onOff,
      default: false,
      words: 'People whose address it does not tell are let in.',
    },
  }
  return area({
    title: 'Signing in elsewhere',
    settings,
    check({ enabled }, refusals) {
      if (!enabled) return
      refusals.require(settings.secret, settings.clientIds.name)
      if (!knownAddresses.has(provider.toLowerCase())) refusals.require(settings.url, settings.clientIds.name)
    },
  })
}

export function readExternalProviders(settings: SettingsReader): ExternalSettings {
  const providers = settings.names(/^AUTH_EXTERNAL_([A-Z0-9_]+)_CLIENT_ID$/).flatMap((provider) => {
    const { clientIds, secret: ownSecret, url, enabled, ...rules } = settings.readArea(externalArea(provider))
    return enabled
      ? [[provider.toLowerCase(), { clientIds, secret: ownSecret ?? '', url: url ?? null, ...rules }] as const]
      : []
  })
  return Object.fromEntries(providers)
}
