/** What an OpenID provider says about itself (OpenID Connect Discovery 1.0), checked before an administrator's word is kept. */
import { authErrors } from '../errors.ts'
import type { Json } from '../store/users.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 * 1024
/** Of whoever signs tokens: some (Firebase) sign people in elsewhere, and publish nothing but their keys. */
const OF_KEYS = ['issuer', 'jwks_uri']
const OF_SIGN_IN = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri']
/** What is shown to administrators, and under which name. */
const KEPT: Readonly<Record<string, string>> = {
  issuer: 'issuer',
  authorization_endpoint: 'authorization_endpoint',
  token_endpoint: 'token_endpoint',
  jwks_uri: 'jwks_uri',
  userinfo_endpoint: 'userinfo_endpoint',
  revocation_endpoint: 'revocation_endpoint',
  scopes_supported: 'supported_scopes',
  response_types_supported: 'supported_response_types',
  subject_types_supported: 'supported_subject_types',
  id_token_signing_alg_values_supported: 'supported_id_token_signing_algs',
}

/** @throws {AuthError} `validation_failed` that says what is wrong with it */
export const fetchDiscovery = (issuer: string, discoveryUrl: string | null): Promise<Json> =>
  fetchChecked(issuer, discoveryUrl, OF_SIGN_IN)

/** Where the issuer publishes its keys. @throws {AuthError} as `fetchDiscovery` */
export async function fetchKeysUrl(issuer: string): Promise<URL> {
  return new URL(String((await fetchChecked(issuer, null, OF_KEYS))['jwks_uri']))
}

async function fetchChecked(issuer: string, discoveryUrl: string | null, required: readonly string[]): Promise<Json> {
  const url = discoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = await fetchObject(url)
  const missing = required.filter((name) => typeof document[name] !== 'string')
  if (missing.length > 0) {
    throw authErrors.invalid(`OIDC discovery document is missing required fields: ${missing.join(', ')}`)
  }
  if (String(document['issuer']).replace(/\/$/, '') !== issuer.replace(/\/$/, '')) {
    throw authErrors.invalid(
      `OIDC discovery issuer mismatch: discovery document reports "${String(document['issuer']).slice(0, 200)}" but expected "${issuer}"`,
    )
  }
  const kept = Object.entries(KEPT).filter(([theirs]) => document[theirs] !== undefined)
  return Object.fromEntries(kept.map(([theirs, ours]) => [ours, document[theirs]]))
}

async function fetchObject(url: string): Promise<Json> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`The answer is ${response.status}`)
    const text = await response.text()
    const value: unknown = text.length > MAX_BYTES ? null : JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('The answer is no object')
    return value as Json
  } catch (cause) {
    throw authErrors.invalidBecause(`Failed to fetch OIDC discovery document from "${url}"`, cause)
  }
}
