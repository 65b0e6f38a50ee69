/** What an administrator says about a provider of their own, and how it becomes columns. */
import * as v from 'valibot'

import { authErrors } from '../../errors.ts'
import { CUSTOM_PREFIX } from '../../external/custom-providers.ts'
import { fetchDiscovery } from '../../external/discovery-document.ts'
import { KNOWN_PROVIDERS } from '../../external/providers.ts'
import { optionalText, requireStorable } from '../../requests/read-body.ts'
import type { CustomProviderFields } from '../../store/custom-providers.ts'

const texts = v.nullish(v.array(v.string()))

export const customProviderFields = v.object({
  provider_type: optionalText,
  identifier: optionalText,
  name: optionalText,
  client_id: optionalText,
  client_secret: optionalText,
  acceptable_client_ids: texts,
  scopes: texts,
  pkce_enabled: v.nullish(v.boolean()),
  attribute_mapping: v.nullish(v.record(v.string(), v.unknown())),
  custom_claims_allowlist: texts,
  authorization_params: v.nullish(v.record(v.string(), v.string())),
  enabled: v.nullish(v.boolean()),
  email_optional: v.nullish(v.boolean()),
  issuer: optionalText,
  discovery_url: optionalText,
  skip_nonce_check: v.nullish(v.boolean()),
  authorization_url: optionalText,
  token_url: optionalText,
  userinfo_url: optionalText,
  jwks_uri: optionalText,
})

type Body = Partial<v.InferOutput<typeof customProviderFields>>

const IDENTIFIER = /^[\w-]{1,60}$/
/** Ours to say in every request for authorization. */
const RESERVED = new Set([
  'client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state', 'code_challenge',
  'code_challenge_method', 'code_verifier', 'nonce', 'request', 'request_uri', 'scope',
]) // prettier-ignore
/** Nothing that a provider says may become one of these. */
const PROTECTED = new Set([
  'id', 'aud', 'role', 'app_metadata', 'created_at', 'updated_at', 'confirmed_at', 'email_confirmed_at',
  'phone_confirmed_at', 'banned_until', 'is_super_admin',
]) // prettier-ignore

const NOTHING: CustomProviderFields = {
  provider_type: 'oidc',
  identifier: '',
  name: '',
  client_id: '',
  client_secret: '',
  acceptable_client_ids: [],
  scopes: [],
  pkce_enabled: true,
  attribute_mapping: {},
  custom_claims_allowlist: [],
  authorization_params: {},
  enabled: true,
  email_optional: false,
  issuer: null,
  discovery_url: null,
  skip_nonce_check: false,
  cached_discovery: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
}

/** @throws {AuthError} `validation_failed` */
export async function planProvider(body: Body): Promise<CustomProviderFields> {
  const { provider_type: type } = body
  if (type !== 'oauth2' && type !== 'oidc') {
    throw authErrors.invalid("provider_type must be either 'oauth2' or 'oidc'")
  }
  const identifier = parseIdentifier(body.identifier ?? '')
  return complete({ ...NOTHING, provider_type: type, identifier }, body)
}

/** Neither the type nor the identifier ever changes. @throws {AuthError} `validation_failed` */
export function planChange(current: CustomProviderFields, body: Body): Promise<CustomProviderFields> {
  const { provider_type: _type, identifier: _identifier, ...rest } = body
  return complete(current, rest)
}

function parseIdentifier(text: string): string {
  const name = text.startsWith(CUSTOM_PREFIX) ? text.slice(CUSTOM_PREFIX.length) : text
  if (name === '') throw authErrors.invalid('identifier is required')
  if (!IDENTIFIER.test(name)) throw authErrors.invalid('identifier must be letters, digits, "-" and "_"')
  if (KNOWN_PROVIDERS.includes(name.toLowerCase())) {
    throw authErrors.invalid(
      `Cannot use reserved provider name: ${name}. This provider is already built into Supabase Auth.`,
    )
  }
  return `${CUSTOM_PREFIX}${name}`
}

async function complete(current: CustomProviderFields, body: Body): Promise<CustomProviderFields> {
  const told = Object.entries(body).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const fields: CustomProviderFields = { ...current, ...(Object.fromEntries(told) as Partial<CustomProviderFields>) }
  requireStorable({ ...fields })
  requireFields(fields)
  for (const name of Object.keys(fields.authorization_params)) {
    if (RESERVED.has(name)) throw authErrors.invalid(`Cannot override reserved OAuth parameter: ${name}`)
  }
  for (const name of Object.keys(fields.attribute_mapping)) {
    if (PROTECTED.has(name)) throw authErrors.invalid(`Cannot map to protected system field: ${name}`)
  }
  if (fields.provider_type === 'oauth2') return { ...fields, issuer: null, discovery_url: null, cached_discovery: null }
  const scopes = fields.scopes.includes('openid') ? fields.scopes : ['openid', ...fields.scopes]
  const isKnown =
    current.cached_discovery !== null &&
    current.issuer === fields.issuer &&
    current.discovery_url === fields.discovery_url
  const discovery = isKnown ? current.cached_discovery : await fetchDiscovery(fields.issuer!, fields.discovery_url)
  return { ...fields, scopes, cached_discovery: discovery }
}

const TITLES = { oidc: 'OIDC', oauth2: 'OAuth2' } as const

function requireFields(fields: CustomProviderFields): void {
  for (const name of ['name', 'client_id', 'client_secret'] as const) {
    if (fields[name] === '') throw authErrors.invalid(`${name} is required`)
  }
  const { provider_type: type } = fields
  const needed = type === 'oidc' ? (['issuer'] as const) : (['authorization_url', 'token_url', 'userinfo_url'] as const)
  for (const name of needed) {
    if (!fields[name]) throw authErrors.invalid(`${name} is required for ${TITLES[type]} providers`)
  }
  for (const name of [...needed, 'discovery_url', 'jwks_uri'] as const) requireSafeUrl(name, fields[name])
}

/** NOTE: plain HTTP only to this machine: whoever reads along would be everybody. */
function requireSafeUrl(name: string, text: string | null): void {
  if (text === null) return
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '')
    throw authErrors.invalid(`${name} must be a valid URL`)
  const isLocal = url.protocol === 'http:' && /^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) throw authErrors.invalid(`${name} must use HTTPS`)
}
