/** Providers that speak OAuth 2 and then an API of their own. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  Configuration,
  fetchProtectedResource,
} from 'openid-client'

import type { ExternalProviderConfig } from '../config.ts'
import type { ExternalAccount } from '../store/identities.ts'
import type { Json } from '../store/users.ts'
import { challengeOf } from './challenge.ts'
import { isLoopback } from './openid-provider.ts'
import type { ExternalProvider } from './provider.ts'

const TIMEOUT_SECONDS = 10

/** Reads one JSON resource with the person's token. */
export type Ask = (url: string) => Promise<unknown>

export interface OAuthOptions {
  readonly name: string
  readonly config: ExternalProviderConfig
  readonly redirectUri: string
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly scopes: string
  /** Whether the provider understands RFC 7636; nearly all do. */
  readonly pkce?: boolean
  /** Goes along with every request for authorization. */
  readonly extra?: Readonly<Record<string, string>>
  readonly readAccount: (ask: Ask) => Promise<Omit<ExternalAccount, 'provider' | 'accessToken' | 'refreshToken'>>
}

export function createOAuthProvider(options: OAuthOptions): ExternalProvider {
  const { name, redirectUri, pkce: usesPkce = true } = options
  const configuration = configure(options)
  return {
    name,
    emailOptional: options.config.emailOptional,
    answersByPost: false,
    async startUrl({ state, verifier }, { scopes, extra }) {
      return buildAuthorizationUrl(configuration, {
        ...(extra as Record<string, string>),
        ...options.extra,
        redirect_uri: redirectUri,
        scope: `${options.scopes} ${scopes}`.trim(),
        state,
        ...(usesPkce ? await challengeOf(verifier) : {}),
      })
    },
    async finish({ state, verifier }, answer) {
      const tokens = await authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        ...(usesPkce ? { pkceCodeVerifier: verifier } : {}),
      })
      const ask: Ask = async (url) => {
        const response = await fetchProtectedResource(configuration, tokens.access_token, new URL(url), 'GET')
        if (!response.ok) throw new Error(`${name} answered ${response.status} to a request for the account`)
        return response.json()
      }
      return {
        provider: name,
        ...(await options.readAccount(ask)),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      }
    },
    idTokens: null,
  }
}

function configure({ config, authorizationUrl, tokenUrl }: OAuthOptions): Configuration {
  const server = {
    issuer: new URL(authorizationUrl).origin,
    authorization_endpoint: authorizationUrl,
    token_endpoint: tokenUrl,
  }
  const configuration = new Configuration(server, config.clientIds[0]!, {}, ClientSecretPost(config.secret))
  configuration.timeout = TIMEOUT_SECONDS
  if (isLoopback(new URL(tokenUrl))) allowInsecureRequests(configuration)
  return configuration
}

/** @throws for anything but an object */
export function readObject(value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('The account is no object')
  return value as Json
}
