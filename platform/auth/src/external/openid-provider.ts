/** Any OpenID provider, found by its issuer (OpenID Connect Discovery 1.0). */
import { createRemoteJWKSet } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client'

import { parseEmail } from '../accounts/address.ts'
import type { ExternalProviderConfig } from '../config.ts'
import type { ExternalAccount } from '../store/identities.ts'
import type { Json } from '../store/users.ts'
import { challengeOf } from './challenge.ts'
import { isTrue, readProfile, type ExternalProvider } from './provider.ts'

const TIMEOUT_SECONDS = 10

export interface OpenIdOptions {
  readonly name: string
  readonly issuer: string
  readonly config: ExternalProviderConfig
  /** `{apiUrl}/callback` */
  readonly redirectUri: string
  readonly scopes: string
  readonly answersByPost: boolean
  /** Where the provider describes itself, when that is not below its issuer. */
  readonly discoveryUrl?: string | null
  /** Whether the provider understands RFC 7636; nearly all do. */
  readonly pkce?: boolean
  /** Goes along with every request for authorization. */
  readonly extra?: Readonly<Record<string, string>>
  /** Another reading of what the provider tells about a person. */
  readonly readAccount?: (claims: Json) => ExternalAccount
}

export function createOpenIdProvider(options: OpenIdOptions): ExternalProvider {
  const { name, issuer, config, redirectUri, answersByPost, pkce: usesPkce = true } = options
  const { readAccount = (claims: Json) => readOpenIdAccount(name, claims) } = options
  const discovered = remembering(() => discover(options))

  return {
    name,
    emailOptional: config.emailOptional,
    answersByPost,
    async startUrl({ state, nonce, verifier }, { scopes, extra }) {
      return buildAuthorizationUrl(await discovered(), {
        ...(extra as Record<string, string>),
        ...options.extra,
        ...(answersByPost ? { response_mode: 'form_post' } : {}),
        redirect_uri: redirectUri,
        scope: `${options.scopes} ${scopes}`.trim(),
        state,
        nonce,
        ...(usesPkce ? await challengeOf(verifier) : {}),
      })
    },
    async finish({ state, nonce, verifier }, answer) {
      const configuration = await discovered()
      const tokens = await authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        ...(usesPkce ? { pkceCodeVerifier: verifier } : {}),
        idTokenExpected: true,
      })
      const proven = { ...readPostedName(answer.searchParams), ...tokens.claims()! }
      const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasUserInfo ? await fetchUserInfo(configuration, tokens.access_token, proven.sub) : {}
      return {
        ...readAccount({ ...proven, ...more }),
        accessToken: tokens.access_token,
        refreshToken: tokens.refresh_token ?? null,
      }
    },
    idTokens: {
      issuer,
      readAccount,
      audiences: config.clientIds,
      skipNonceCheck: config.skipNonceCheck,
      keys: remembering(async () => {
        const { jwks_uri: url } = (await discovered()).serverMetadata()
        if (url === undefined) throw new Error(`${name} publishes no keys`)
        return createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_SECONDS * 1000 })
      }),
    },
  }
}

/** Apple tells the name once, beside the token rather than in it: the person's own word, as any name is. */
function readPostedName(answer: URLSearchParams): { name?: string } {
  try {
    const { name } = JSON.parse(answer.get('user') ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } }
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string' && part !== '')
    return parts.length === 0 ? {} : { name: parts.join(' ') }
  } catch {
    return {}
  }
}

/** Pure: standard claims (OpenID Connect Core §5.1) as an account. */
export function readOpenIdAccount(name: string, claims: Json): ExternalAccount {
  const email = readEmail(claims['email'])
  const subject = String(claims['sub'])
  const account = { subject, email, isEmailVerified: email !== null && isTrue(claims['email_verified']) }
  return { provider: name, ...account, profile: readProfile(claims, account), accessToken: null, refreshToken: null }
}

/** An address that we could not store counts as none. */
export function readEmail(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  try {
    return parseEmail(claim)
  } catch {
    return null
  }
}

/** NOTE: only a provider on this machine may speak plain HTTP: whoever reads along would be everybody. */
async function discover({ issuer, discoveryUrl, config }: OpenIdOptions): Promise<Configuration> {
  const url = new URL(discoveryUrl ?? issuer)
  const execute = [enableNonRepudiationChecks, ...(isLoopback(url) ? [allowInsecureRequests] : [])]
  const options = { execute, timeout: TIMEOUT_SECONDS }
  const configuration = await discovery(url, config.clientIds[0]!, config.secret, undefined, options)
  const { issuer: actual } = configuration.serverMetadata()
  if (actual.replace(/\/$/, '') !== issuer.replace(/\/$/, '')) throw new Error(`The issuer calls itself ${actual}`)
  return configuration
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname)
}

/** The first success for good; a failure only for whoever waited for it. */
function remembering<T>(find: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null
  return () => {
    found ??= find().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
}
