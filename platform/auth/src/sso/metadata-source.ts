/** Where an identity provider's metadata comes from, and how it stays fresh. */
import { systemSession } from '@platform/database'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { saveMetadata, type SsoProviderRow } from '../store/sso-providers.ts'
import { readIdentityProvider, type IdentityProvider } from './identity-provider.ts'

const TIMEOUT_MS = 10_000
const DAY_SECONDS = 24 * 3600

/** @throws {AuthError} `saml_metadata_fetch_failed` */
export async function fetchMetadata(url: string): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.ok) return await response.text()
    throw authErrors.samlMetadataUnreachable(`HTTP ${response.status} error fetching SAML Metadata from URL '${url}'`)
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AuthError') throw cause
    throw authErrors.samlMetadataUnreachable(`Unable to fetch SAML Metadata from URL '${url}'`, cause)
  }
}

/** Keys change: metadata with an address is read again every day, and the old one serves while that fails. */
export async function freshIdentityProvider(auth: Auth, { id, saml }: SsoProviderRow): Promise<IdentityProvider> {
  const known = readIdentityProvider(saml.metadata_xml)
  const isStale = saml.age_seconds > DAY_SECONDS || (known.validUntil !== null && known.validUntil < Date.now())
  if (saml.metadata_url === null || !isStale) return known
  try {
    const xml = await fetchMetadata(saml.metadata_url)
    const fresh = readIdentityProvider(xml)
    if (fresh.entityId !== known.entityId) throw authErrors.samlIssuerChanged(known.entityId, fresh.entityId)
    await auth.database.write(systemSession, (tx) => saveMetadata(tx, id, xml))
    return fresh
  } catch (error) {
    auth.observe({ kind: 'auth.saml-metadata-stale', providerId: id, error })
    return known
  }
}
