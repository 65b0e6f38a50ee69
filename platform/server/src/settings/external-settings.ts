/** `AUTH_EXTERNAL_<NAME>_…`: the providers that people may sign in with. */

import type { ExternalProviderConfig } from '@platform/auth'

import type { SettingsReader } from './settings-reader.ts'

export type ExternalSettings = Readonly<Record<string, ExternalProviderConfig>>

/** Providers whose address the service knows; any other name is an OpenID issuer and needs its `URL`. */
const knownAddresses = new Set(['google', 'apple', 'github', 'facebook'])

export function readExternalProviders(settings: SettingsReader): ExternalSettings {
  const names = settings
    .names(/^AUTH_EXTERNAL_([A-Z0-9_]+)_CLIENT_ID$/)
    .filter((name) => settings.flag(`AUTH_EXTERNAL_${name}_ENABLED`, true))
  return Object.fromEntries(names.map((name) => [name.toLowerCase(), readProvider(settings, name)]))
}

function readProvider(settings: SettingsReader, name: string): ExternalProviderConfig {
  const variable = (part: string) => `AUTH_EXTERNAL_${name}_${part}`
  const secret = settings.read(variable('SECRET'))
  if (secret === undefined) {
    settings.reject(variable('SECRET'), `is missing beside ${variable('CLIENT_ID')}`, 'the secret of that client')
  }
  const url = settings.text(variable('URL'), { matches: /^https?:\/\/\S+$/, expected: 'https://issuer' })
  if (url === undefined && settings.read(variable('URL')) === undefined && !knownAddresses.has(name.toLowerCase())) {
    settings.reject(variable('URL'), `is missing beside ${variable('CLIENT_ID')}`, 'the address of the OpenID issuer')
  }
  return {
    clientIds: settings.list(variable('CLIENT_ID')),
    secret: secret ?? '',
    url: url ?? null,
    skipNonceCheck: settings.flag(variable('SKIP_NONCE_CHECK'), false),
    emailOptional: settings.flag(variable('EMAIL_OPTIONAL'), false),
  }
}
