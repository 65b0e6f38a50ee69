/** auth.sso_providers with their domains and what SAML needs of them. */
import { DatabaseError, type ReadTransaction, type WriteTransaction } from '@platform/database'

import { readDocument } from './users.ts'

/** Which attribute becomes which of our claims. */
export interface AttributeMapping {
  readonly keys?: Readonly<Record<string, AttributeRule>> | null | undefined
}

export interface AttributeRule {
  readonly name?: string | null | undefined
  readonly names?: readonly string[] | null | undefined
  /** All values rather than the first. */
  readonly array?: boolean | null | undefined
  readonly default?: unknown
}

export interface SsoProviderRow {
  readonly id: string
  readonly resource_id: string | null
  readonly disabled: boolean | null
  readonly created_at: string
  readonly updated_at: string
  readonly domains: readonly { readonly domain: string; readonly created_at: string; readonly updated_at: string }[]
  readonly saml: {
    readonly entity_id: string
    readonly metadata_xml: string
    readonly metadata_url: string | null
    readonly attribute_mapping: AttributeMapping | null
    readonly name_id_format: string | null
    /** Since the metadata was read. */
    readonly age_seconds: number
  }
}

const DOCUMENT = `to_jsonb(p) || jsonb_build_object(
  'domains', coalesce((select jsonb_agg(to_jsonb(d) - '{id,sso_provider_id}'::text[] order by d.domain)
    from auth.sso_domains d where d.sso_provider_id = p.id), '[]'),
  'saml', (select to_jsonb(s) - '{id,sso_provider_id,created_at,updated_at}'::text[]
      || jsonb_build_object('age_seconds', extract(epoch from now() - s.updated_at))
    from auth.saml_providers s where s.sso_provider_id = p.id))`

/** How a provider is named: by itself, by the domain of an address, or by its own word. */
export type SsoProviderName =
  | { readonly by: 'id'; readonly id: string }
  | { readonly by: 'resource_id'; readonly id: string }
  | { readonly by: 'domain'; readonly domain: string }
  | { readonly by: 'entity_id'; readonly entityId: string }

export async function findSsoProvider(tx: ReadTransaction, name: SsoProviderName): Promise<SsoProviderRow | null> {
  const [condition, value] = conditionOf(name)
  const text = `select ${DOCUMENT} from auth.sso_providers p where ${condition}`
  return readDocument(await tx.raw({ text, params: [value] })) as SsoProviderRow | null
}

function conditionOf(name: SsoProviderName): [condition: string, value: string] {
  if (name.by === 'id') return ['p.id = $1', name.id]
  if (name.by === 'resource_id') return ['lower(p.resource_id) = lower($1)', name.id]
  return name.by === 'domain'
    ? ['p.id = (select sso_provider_id from auth.sso_domains where lower(domain) = lower($1))', name.domain]
    : ['p.id = (select sso_provider_id from auth.saml_providers where entity_id = $1)', name.entityId]
}

export async function listSsoProviders(tx: ReadTransaction): Promise<SsoProviderRow[]> {
  const text = `select coalesce(jsonb_agg(${DOCUMENT} order by p.created_at, p.id), '[]') from auth.sso_providers p`
  return readDocument(await tx.raw({ text })) as SsoProviderRow[]
}

export interface SsoProviderFields {
  readonly resourceId: string | null
  readonly isDisabled: boolean
  readonly entityId: string
  readonly metadataXml: string
  readonly metadataUrl: string | null
  readonly mapping: AttributeMapping | null
  readonly nameIdFormat: string | null
  readonly domains: readonly string[]
}

/** Writes all of a provider, a new one or over an old one. */
export async function saveSsoProvider(tx: WriteTransaction, id: string, fields: SsoProviderFields): Promise<void> {
  await tx.execute(
    `insert into auth.sso_providers (id, resource_id, disabled) values ($1, $2, $3)
     on conflict (id) do update set resource_id = excluded.resource_id, disabled = excluded.disabled, updated_at = now()`,
    [id, fields.resourceId, fields.isDisabled],
  )
  await tx.execute(
    `insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (sso_provider_id) do update set metadata_xml = excluded.metadata_xml, metadata_url = excluded.metadata_url,
       attribute_mapping = excluded.attribute_mapping, name_id_format = excluded.name_id_format, updated_at = now()`,
    [
      id,
      fields.entityId,
      fields.metadataXml,
      fields.metadataUrl,
      fields.mapping === null ? null : JSON.stringify(fields.mapping),
      fields.nameIdFormat,
    ],
  )
  await tx.execute('delete from auth.sso_domains where sso_provider_id = $1 and not lower(domain) = any($2)', [
    id,
    fields.domains,
  ])
  await tx.execute(
    `insert into auth.sso_domains (sso_provider_id, domain) select $1, d from unnest($2::text[]) d
     where not exists (select from auth.sso_domains o where o.sso_provider_id = $1 and lower(o.domain) = d)`,
    [id, fields.domains],
  )
}

export async function saveMetadata(tx: WriteTransaction, id: string, xml: string): Promise<void> {
  await tx.execute('update auth.saml_providers set metadata_xml = $2, updated_at = now() where sso_provider_id = $1', [
    id,
    xml,
  ])
}

export async function deleteSsoProvider(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute('delete from auth.sso_providers where id = $1', [id])
}

const UNIQUE_VIOLATION = '23505'

/** What two administrators at once both wanted, or null for another failure. */
export function takenPart(error: unknown): 'domain' | 'entity_id' | 'resource_id' | null {
  if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) return null
  if (error.constraint === 'sso_domains_domain_idx') return 'domain'
  return error.constraint === 'saml_providers_entity_id_key' ? 'entity_id' : 'resource_id'
}
