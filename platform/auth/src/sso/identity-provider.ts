/** What an identity provider publishes about itself (SAML 2.0 Metadata §2.4). Pure. */
import { X509Certificate } from 'node:crypto'

import {
  childrenOf,
  isElement,
  METADATA,
  onlyChild,
  parseDocument,
  textOf,
  timeOf,
  XMLDSIG,
  type XmlElement,
} from './xml.ts'

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

export interface IdentityProvider {
  readonly entityId: string
  /** Where a browser takes our request. */
  readonly signInUrl: string
  /** PEM, of the keys that sign its assertions. */
  readonly certificates: readonly [string, ...string[]]
  /** Epoch milliseconds; null where it never goes stale by itself. */
  readonly validUntil: number | null
}

/** @throws {Error} that tells an administrator what is wrong */
export function readIdentityProvider(xml: string): IdentityProvider {
  const entity = findEntity(parseDocument(xml))
  const entityId = entity.getAttribute('entityID') ?? ''
  if (entityId === '') throw new Error('SAML Metadata does not contain an EntityID')
  const roles = childrenOf(entity, METADATA, 'IDPSSODescriptor')
  const [role] = roles
  if (role === undefined) throw new Error('SAML Metadata does not contain any IDPSSODescriptor')
  if (roles.length > 1) throw new Error('SAML Metadata contains multiple IDPSSODescriptors')
  return {
    entityId,
    signInUrl: readSignInUrl(role),
    certificates: readCertificates(role),
    validUntil: timeOf(entity, 'validUntil'),
  }
}

/** Some providers wrap their one entity into a list. */
function findEntity(root: XmlElement): XmlElement {
  const entity = isElement(root, METADATA, 'EntitiesDescriptor') ? onlyChild(root, METADATA, 'EntityDescriptor') : root
  if (entity === null || !isElement(entity, METADATA, 'EntityDescriptor')) {
    throw new Error('SAML Metadata does not contain an EntityDescriptor')
  }
  return entity
}

function readSignInUrl(role: XmlElement): string {
  const services = childrenOf(role, METADATA, 'SingleSignOnService')
  const service = services.find((one) => one.getAttribute('Binding') === REDIRECT_BINDING)
  const url = URL.parse(service?.getAttribute('Location') ?? '')
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Error('SAML Metadata does not contain a SingleSignOnService for the HTTP-Redirect binding')
  }
  return url.href
}

function readCertificates(role: XmlElement): IdentityProvider['certificates'] {
  const keys = childrenOf(role, METADATA, 'KeyDescriptor').filter(
    (key) => (key.getAttribute('use') || 'signing') === 'signing',
  )
  const data = keys
    .flatMap((key) => childrenOf(key, XMLDSIG, 'KeyInfo'))
    .flatMap((info) => childrenOf(info, XMLDSIG, 'X509Data'))
  const [first, ...rest] = data.flatMap((one) => childrenOf(one, XMLDSIG, 'X509Certificate')).map(toPem)
  if (first === undefined) throw new Error('SAML Metadata does not contain a certificate for signing')
  return [first, ...rest]
}

function toPem(element: XmlElement): string {
  try {
    return new X509Certificate(Buffer.from(textOf(element), 'base64')).toString()
  } catch (cause) {
    throw new Error('SAML Metadata contains a certificate that cannot be read', { cause })
  }
}
