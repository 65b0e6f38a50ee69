/** auth.custom_oauth_providers: providers that an administrator added. */
import type { ReadTransaction, WriteTransaction } from '@platform/database'

import { readDocument, type Json } from './users.ts'

export interface CustomProviderRow {
  readonly id: string
  readonly provider_type: 'oauth2' | 'oidc'
  /** With the prefix `custom:`. */
  readonly identifier: string
  readonly name: string
  readonly client_id: string
  readonly client_secret: string
  readonly acceptable_client_ids: readonly string[]
  readonly scopes: readonly string[]
  readonly pkce_enabled: boolean
  /** Our claim by the provider's. */
  readonly attribute_mapping: Json
  readonly authorization_params: Readonly<Record<string, string>>
  readonly custom_claims_allowlist: readonly string[]
  readonly enabled: boolean
  readonly email_optional: boolean
  readonly issuer: string | null
  readonly discovery_url: string | null
  readonly skip_nonce_check: boolean
  /** The OpenID provider's description of itself when it was last asked. */
  readonly cached_discovery: Json | null
  readonly authorization_url: string | null
  readonly token_url: string | null
  readonly userinfo_url: string | null
  readonly jwks_uri: string | null
  readonly created_at: string
  readonly updated_at: string
}

export type CustomProviderFields = Omit<CustomProviderRow, 'id' | 'created_at' | 'updated_at'>

const COLUMNS = [
  'provider_type', 'identifier', 'name', 'client_id', 'client_secret', 'acceptable_client_ids', 'scopes', 'pkce_enabled',
  'attribute_mapping', 'authorization_params', 'custom_claims_allowlist', 'enabled', 'email_optional', 'issuer',
  'discovery_url', 'skip_nonce_check', 'cached_discovery', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri',
] as const satisfies readonly (keyof CustomProviderFields)[] // prettier-ignore

export async function findCustomProvider(tx: ReadTransaction, identifier: string): Promise<CustomProviderRow | null> {
  return readDocument(
    await tx.raw({
      name: 'auth_custom_provider',
      text: 'select to_jsonb(p) from auth.custom_oauth_providers p where identifier = $1',
      params: [identifier],
    }),
  ) as CustomProviderRow | null
}

export async function listCustomProviders(tx: ReadTransaction, type: string | null): Promise<CustomProviderRow[]> {
  return readDocument(
    await tx.raw({
      text: `select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.id), '[]')
        from auth.custom_oauth_providers p where $1::text is null or provider_type = $1`,
      params: [type],
    }),
  ) as CustomProviderRow[]
}

/** Null when the identifier is taken. `max`: how many there may be; 'full' beyond. */
export async function insertCustomProvider(
  tx: WriteTransaction,
  fields: CustomProviderFields,
  max: number,
): Promise<CustomProviderRow | 'full' | null> {
  await tx.execute(`select pg_advisory_xact_lock(hashtextextended('custom providers', 0))`)
  const [counted] = await tx.query<{ full: boolean }>(
    'select count(*) >= $1 as full from auth.custom_oauth_providers',
    [max],
  )
  if (counted!.full) return 'full'
  if ((await findCustomProvider(tx, fields.identifier)) !== null) return null
  await tx.execute(
    `insert into auth.custom_oauth_providers (${COLUMNS.join(', ')}, discovery_cached_at)
     select ${COLUMNS.map((name) => `p.${name}`).join(', ')}, now()
     from jsonb_populate_record(null::auth.custom_oauth_providers, $1) p`,
    [JSON.stringify(fields)],
  )
  return findCustomProvider(tx, fields.identifier)
}

export async function updateCustomProvider(tx: WriteTransaction, fields: CustomProviderFields): Promise<void> {
  await tx.execute(
    `update auth.custom_oauth_providers c set updated_at = clock_timestamp(), discovery_cached_at = now(),
       ${COLUMNS.map((name) => `${name} = p.${name}`).join(', ')}
     from jsonb_populate_record(null::auth.custom_oauth_providers, $1) p where c.identifier = p.identifier`,
    [JSON.stringify(fields)],
  )
}

export async function deleteCustomProvider(tx: WriteTransaction, identifier: string): Promise<boolean> {
  return (await tx.execute('delete from auth.custom_oauth_providers where identifier = $1', [identifier])) > 0
}
