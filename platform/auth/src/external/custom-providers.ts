/** From a provider that an administrator added to one that people sign in with. */
import { type Database, systemSession } from '@platform/database'
import { LRUCache } from 'lru-cache'

import type { ExternalProviderConfig } from '../config.ts'
import { findCustomProvider, type CustomProviderRow } from '../store/custom-providers.ts'
import type { ExternalAccount } from '../store/identities.ts'
import type { Sealer } from '../store/seal.ts'
import type { Json } from '../store/users.ts'
import { openSecret } from './client-secret.ts'
import { createOAuthProvider, readObject, type Ask } from './oauth-provider.ts'
import { createOpenIdProvider, readOpenIdAccount } from './openid-provider.ts'
import type { ExternalProvider } from './provider.ts'

export const CUSTOM_PREFIX = 'custom:'
/** Built ones, which remember what their issuers say about themselves. */
const REMEMBERED = 100

export interface CustomProviders {
  /** Null for a name that nobody added. */
  find(identifier: string): Promise<ExternalProvider | 'off' | null>
}

export interface CustomProvidersOptions {
  readonly database: Database
  /** `{apiUrl}/callback` */
  readonly redirectUri: string
  readonly sealer: Sealer | null
}

export function createCustomProviders({ database, redirectUri, sealer }: CustomProvidersOptions): CustomProviders {
  const built = new LRUCache<string, ExternalProvider>({ max: REMEMBERED })
  return {
    async find(identifier) {
      if (!identifier.startsWith(CUSTOM_PREFIX) || !identifier.isWellFormed() || identifier.includes('\0')) return null
      const row = await database.read(systemSession, (tx) => findCustomProvider(tx, identifier))
      if (row === null) return null
      if (!row.enabled) return 'off'
      const key = `${row.id} ${row.updated_at}`
      const provider = built.get(key) ?? createCustomProvider(row, redirectUri, openSecret(sealer, row.client_secret))
      built.set(key, provider)
      return provider
    },
  }
}

function createCustomProvider(row: CustomProviderRow, redirectUri: string, secret: string): ExternalProvider {
  const config: ExternalProviderConfig = {
    clientIds: [row.client_id, ...row.acceptable_client_ids],
    secret,
    url: row.issuer,
    skipNonceCheck: row.skip_nonce_check,
    emailOptional: row.email_optional,
  }
  const shared = {
    name: row.identifier,
    config,
    redirectUri,
    scopes: row.scopes.join(' '),
    pkce: row.pkce_enabled,
    extra: row.authorization_params,
  }
  if (row.provider_type === 'oidc') {
    return createOpenIdProvider({
      ...shared,
      issuer: row.issuer!,
      discoveryUrl: row.discovery_url,
      answersByPost: false,
      readAccount: (claims) => readAccount(row, claims),
    })
  }
  return createOAuthProvider({
    ...shared,
    authorizationUrl: row.authorization_url!,
    tokenUrl: row.token_url!,
    readAccount: async (ask: Ask) => {
      const claims = readObject(await ask(row.userinfo_url!))
      const id = claims['sub'] ?? claims['id']
      return readAccount(row, { ...claims, ...(id === undefined ? {} : { sub: id }) })
    },
  })
}

/** Pure. What the provider tells, under the names that its administrator gave. */
function readAccount(
  row: Pick<CustomProviderRow, 'identifier' | 'attribute_mapping' | 'custom_claims_allowlist'>,
  claims: Json,
): ExternalAccount {
  const mapped = Object.entries(row.attribute_mapping).flatMap(([ours, theirs]) =>
    typeof theirs === 'string' && Object.hasOwn(claims, theirs) ? [[ours, claims[theirs]] as const] : [],
  )
  const known: Json = { ...claims, ...Object.fromEntries(mapped) }
  if (typeof known['sub'] !== 'string' && typeof known['sub'] !== 'number') throw new Error('The account has no id')
  const account = readOpenIdAccount(row.identifier, known)
  const kept = row.custom_claims_allowlist.filter((name) => Object.hasOwn(claims, name))
  if (kept.length === 0) return account
  const custom = Object.fromEntries(kept.map((name) => [name, claims[name]]))
  return { ...account, profile: { ...account.profile, custom_claims: custom } }
}
