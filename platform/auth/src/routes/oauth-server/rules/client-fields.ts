/** What a client says about itself (RFC 7591 §2), checked and completed. Pure. */
import * as v from 'valibot'

import { authErrors } from '../../../errors.ts'
import { optionalText } from '../../../requests/read-body.ts'
import type { ClientFields, OAuthClientRow } from '../../../store/oauth-clients.ts'
import { isRedirectUri, isWebUri } from './redirect-uris.ts'
import { parseScope } from './scopes.ts'

const texts = v.nullish(v.array(v.string()))

export const clientSchema = v.object({
  client_name: optionalText,
  client_uri: optionalText,
  logo_uri: optionalText,
  redirect_uris: texts,
  client_type: optionalText,
  token_endpoint_auth_method: optionalText,
  grant_types: texts,
  response_types: texts,
  scope: optionalText,
})

type Said = v.InferOutput<typeof clientSchema>

const MAX_REDIRECTS = 10
const MAX_NAME = 1024
const GRANTS = ['authorization_code', 'refresh_token']
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const

/** @throws {AuthError} `validation_failed` */
export function planClient(said: Said): ClientFields {
  const method = methodOf(said)
  return {
    client_name: nameOf(said.client_name ?? ''),
    client_uri: webUri(said.client_uri, 'client_uri'),
    logo_uri: webUri(said.logo_uri, 'logo_uri'),
    redirect_uris: redirectsOf(said.redirect_uris ?? []),
    client_type: method === 'none' ? 'public' : 'confidential',
    token_endpoint_auth_method: method,
    grant_types: grantsOf(said.grant_types ?? GRANTS),
    scope: scopeOf(said.scope),
  }
}

/** @throws {AuthError} `validation_failed`, also for a change of nothing, and of the client's type */
export function planClientChange(row: OAuthClientRow, said: Said): ClientFields {
  const given = Object.values(said).filter((value) => value !== undefined && value !== null)
  if (given.length === 0) throw authErrors.invalid('No fields provided for update')
  const { redirect_uris, grant_types, ...known } = row
  return planClient({
    ...known,
    redirect_uris: [...redirect_uris],
    grant_types: [...grant_types],
    ...dropNulls(said),
    client_type: row.client_type,
  })
}

function dropNulls(said: Said): Partial<Said> {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null && value !== undefined))
}

function nameOf(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw authErrors.invalid('client_name is required')
  if (trimmed.length > MAX_NAME || /\p{Cc}/u.test(trimmed))
    throw authErrors.invalid('client_name is too long or holds control characters')
  return trimmed
}

function webUri(text: string | null | undefined, field: string): string | null {
  if (text === undefined || text === null || text === '') return null
  if (!isWebUri(text)) throw authErrors.invalid(`${field} must be a valid URL`)
  return text
}

function redirectsOf(uris: readonly string[]): readonly string[] {
  if (uris.length === 0) throw authErrors.invalid('redirect_uris is required')
  if (uris.length > MAX_REDIRECTS) throw authErrors.invalid(`redirect_uris cannot exceed ${MAX_REDIRECTS} items`)
  const wrong = uris.find((uri) => !isRedirectUri(uri))
  if (wrong !== undefined) throw authErrors.invalid(`invalid redirect_uri: ${wrong.slice(0, 200)}`)
  return [...new Set(uris)]
}

function methodOf({
  client_type: type,
  token_endpoint_auth_method: method,
  response_types: answers,
}: Said): (typeof METHODS)[number] {
  if ((answers ?? []).some((answer) => answer !== 'code'))
    throw authErrors.invalid("response_types may hold 'code' only")
  if (type && type !== 'public' && type !== 'confidential')
    throw authErrors.invalid("client_type must be 'public' or 'confidential'")
  const found = METHODS.find((known) => known === (method || (type === 'public' ? 'none' : 'client_secret_basic')))
  if (found === undefined) throw authErrors.invalid(`token_endpoint_auth_method must be one of: ${METHODS.join(', ')}`)
  if (type && (type === 'public') !== (found === 'none')) {
    throw authErrors.invalid(`token_endpoint_auth_method '${found}' does not fit client_type '${type}'`)
  }
  return found
}

function grantsOf(grants: readonly string[]): readonly string[] {
  if (!grants.every((grant) => GRANTS.includes(grant)))
    throw authErrors.invalid(`grant_types may hold ${GRANTS.join(' and ')}`)
  if (!grants.includes('authorization_code')) throw authErrors.invalid('grant_types must hold authorization_code')
  return [...new Set(grants)]
}

function scopeOf(text: string | null | undefined): string | null {
  if (!text) return null
  const scope = parseScope(text)
  if (scope === null) throw authErrors.invalid('scope holds a name that is not known')
  return scope
}
