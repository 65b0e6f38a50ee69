/** From the configuration to the providers that people may sign in with. */
import type { AuthConfig, ExternalProviderConfig } from '../config.ts'
import { createFacebook } from './facebook.ts'
import { createGitHub } from './github.ts'
import { createOpenIdProvider } from './openid-provider.ts'
import type { ExternalProvider } from './provider.ts'

/** Names that the wire's settings list, whether or not they are configured. */
export const KNOWN_PROVIDERS = [
  'apple', 'azure', 'bitbucket', 'discord', 'facebook', 'figma', 'fly', 'github', 'gitlab', 'google', 'kakao',
  'keycloak', 'linkedin', 'linkedin_oidc', 'notion', 'slack', 'slack_oidc', 'snapchat', 'spotify', 'twitch',
  'twitter', 'workos', 'x', 'zoom',
] // prettier-ignore

/** OpenID providers that need no address, or another scope than the usual one. */
const PRESETS: Readonly<Record<string, { issuer: string; scopes: string; answersByPost: boolean }>> = {
  google: { issuer: 'https://accounts.google.com', scopes: 'openid email profile', answersByPost: false },
  apple: { issuer: 'https://appleid.apple.com', scopes: 'openid email name', answersByPost: true },
}

export type ExternalProviders = ReadonlyMap<string, ExternalProvider>

/** @throws for a provider without an address or a client id: a wrong configuration must not start */
export function createExternalProviders({ apiUrl, external }: AuthConfig): ExternalProviders {
  const redirectUri = `${apiUrl}/callback`
  return new Map(Object.entries(external).map(([name, config]) => [name, createProvider(name, config, redirectUri)]))
}

function createProvider(name: string, config: ExternalProviderConfig, redirectUri: string): ExternalProvider {
  if (config.clientIds.length === 0) throw new Error(`The provider ${name} has no client id`)
  if (name === 'github') return createGitHub(name, config, redirectUri)
  if (name === 'facebook') return createFacebook(name, config, redirectUri)
  const preset = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined
  const issuer = config.url ?? preset?.issuer
  if (issuer === undefined) throw new Error(`The provider ${name} has no url (its issuer)`)
  const { scopes, answersByPost } = preset ?? { scopes: 'openid email profile', answersByPost: false }
  return createOpenIdProvider({ name, issuer, config, redirectUri, scopes, answersByPost })
}
