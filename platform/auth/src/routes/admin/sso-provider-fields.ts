/** What an administrator says about a company's identity provider, and how it becomes columns. */
import * as v from 'valibot'

import { authErrors } from '../../errors.ts'
import { optionalText, requireStorable } from '../../requests/read-body.ts'
import { NAME_ID_FORMATS } from '../../sso/account.ts'
import { readIdentityProvider } from '../../sso/identity-provider.ts'
import { fetchMetadata } from '../../sso/metadata-source.ts'
import type { SsoProviderFields, SsoProviderRow } from '../../store/sso-providers.ts'

const rule = v.object({
  name: optionalText,
  names: v.nullish(v.array(v.string())),
  array: v.nullish(v.boolean()),
  default: v.optional(v.unknown()),
})

export const ssoProviderFields = v.object({
  type: optionalText,
  resource_id: optionalText,
  disabled: v.nullish(v.boolean()),
  metadata_url: optionalText,
  metadata_xml: optionalText,
  domains: v.nullish(v.array(v.string())),
  attribute_mapping: v.nullish(v.object({ keys: v.nullish(v.record(v.string(), rule)) })),
  name_id_format: optionalText,
})

export type SsoBody = v.InferOutput<typeof ssoProviderFields>

const DOMAIN = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/

const NOTHING: SsoProviderFields = {
  resourceId: null,
  isDisabled: false,
  entityId: '',
  metadataXml: '',
  metadataUrl: null,
  mapping: null,
  nameIdFormat: null,
  domains: [],
}

/** What is not named stays. @throws {AuthError} `validation_failed`, `saml_metadata_fetch_failed`, `saml_entity_id_mismatch` */
export async function planSsoProvider(body: SsoBody, current: SsoProviderRow | null): Promise<SsoProviderFields> {
  const { metadata_xml: _xml, ...rest } = body
  requireStorable(rest)
  const known = current === null ? NOTHING : fieldsOf(current)
  return {
    ...known,
    ...(await planMetadata(body, known)),
    ...(body.resource_id === undefined ? {} : { resourceId: body.resource_id || null }),
    ...(typeof body.disabled === 'boolean' ? { isDisabled: body.disabled } : {}),
    ...(body.attribute_mapping === undefined ? {} : { mapping: body.attribute_mapping }),
    ...(body.name_id_format === undefined ? {} : { nameIdFormat: parseFormat(body.name_id_format) }),
    ...(body.domains ? { domains: parseDomains(body.domains) } : {}),
  }
}

function fieldsOf({ resource_id: resourceId, disabled, saml, domains }: SsoProviderRow): SsoProviderFields {
  return {
    resourceId,
    isDisabled: disabled ?? false,
    entityId: saml.entity_id,
    metadataXml: saml.metadata_xml,
    metadataUrl: saml.metadata_url,
    mapping: saml.attribute_mapping,
    nameIdFormat: saml.name_id_format,
    domains: domains.map(({ domain }) => domain.toLowerCase()),
  }
}

type Metadata = Pick<SsoProviderFields, 'entityId' | 'metadataXml' | 'metadataUrl'>

async function planMetadata(
  { metadata_url: url, metadata_xml: xml }: SsoBody,
  known: SsoProviderFields,
): Promise<Metadata | null> {
  if (url && xml) throw authErrors.invalid('Only one of metadata_xml or metadata_url needs to be set')
  if (!url && !xml) return null
  if (url) requireSafeUrl(url)
  const metadataXml = url ? await fetchMetadata(url) : xml!
  const entityId = readEntityId(metadataXml)
  if (known.entityId !== '' && known.entityId !== entityId) {
    throw authErrors.samlIssuerChanged(known.entityId, entityId)
  }
  return { entityId, metadataXml, metadataUrl: url || null }
}

function requireSafeUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null) throw authErrors.invalid('metadata_url is not a valid URL')
  const isLocal = url.protocol === 'http:' && /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw authErrors.invalid('metadata_url is not a HTTPS URL')
}

function readEntityId(xml: string): string {
  if (!xml.isWellFormed() || xml.includes('\0')) {
    throw authErrors.invalid(
      'SAML Metadata XML contains invalid UTF-8 characters, which are not supported at this time',
    )
  }
  try {
    return readIdentityProvider(xml).entityId
  } catch (cause) {
    throw authErrors.invalidBecause(
      cause instanceof Error ? cause.message.slice(0, 300) : 'SAML Metadata is bad',
      cause,
    )
  }
}

function parseFormat(text: string | null): string | null {
  if (text === null || text === '') return null
  if ((NAME_ID_FORMATS as readonly string[]).includes(text)) return text
  throw authErrors.invalid(`name_id_format must be unspecified or one of ${NAME_ID_FORMATS.join(', ')}`)
}

function parseDomains(domains: readonly string[]): string[] {
  const names = new Set(domains.map((domain) => domain.trim().toLowerCase()))
  const bad = [...names].find((name) => name.length > 253 || !DOMAIN.test(name))
  if (bad !== undefined) throw authErrors.invalid(`SSO Domain '${bad.slice(0, 60)}' is not a domain`)
  return [...names]
}
