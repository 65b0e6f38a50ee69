/** A provider by its name: one of the configuration, or one that an administrator added. */
import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import type { ExternalProvider } from './provider.ts'
import { KNOWN_PROVIDERS } from './providers.ts'

const MAX_NAME_LENGTH = 40

/** @throws {AuthError} `validation_failed` for a provider that is unknown or off */
export async function requireProvider(auth: Auth, name: string): Promise<ExternalProvider> {
  const provider = auth.external.get(name) ?? (await auth.customProviders.find(name))
  if (provider === 'off') throw authErrors.providerOff()
  if (provider !== null) return provider
  throw KNOWN_PROVIDERS.includes(name)
    ? authErrors.providerOff()
    : authErrors.providerUnknown(name.slice(0, MAX_NAME_LENGTH))
}
