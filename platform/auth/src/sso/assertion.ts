/** What an identity provider asserts, and whether it asserts it to us, here and now (SAML 2.0 Profiles §4.1.4). Pure. */
import { childrenOf, isElement, onlyChild, parseMessage, SAML, SAMLP, textOf, timeOf, type XmlElement } from './xml.ts'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const SKEW_MS = 60_000
/** An assertion that says nothing of its end is over by then. */
const MAX_AGE_MS = 10 * 60_000

export interface Assertion {
  readonly id: string
  readonly nameId: { readonly value: string; readonly format: string } | null
  /** By name and by friendly name. */
  readonly attributes: ReadonlyMap<string, readonly string[]>
  /** When the identity provider ends its own session, in epoch milliseconds. */
  readonly sessionEndsAt: number | null
  /** Until when it must be remembered as used. */
  readonly until: number
}

export interface Expectation {
  /** Of the identity provider. */
  readonly issuer: string
  /** Our own name. */
  readonly audience: string
  /** Where answers to us arrive. */
  readonly recipient: string
  /** The request that this answers; null for a sign-in that began at the identity provider. */
  readonly requestId: string | null
  readonly now: number
}

type Addressee = Pick<Expectation, 'issuer' | 'recipient' | 'requestId'>

/** Before anything is verified: whether the envelope could be for us. @throws {Error} */
export function checkEnvelope(xml: string, { issuer, recipient, requestId }: Addressee): void {
  const response = readResponse(xml)
  requireSafeAlgorithms(xml)
  const status = onlyChild(response, SAMLP, 'Status')
  const code = status === null ? null : onlyChild(status, SAMLP, 'StatusCode')
  if (code?.getAttribute('Value') !== SUCCESS) throw new Error(describeStatus(status))
  requireAddress(response, { issuer, recipient, requestId })
  const isOne = childrenOf(response, SAML, 'Assertion').length === 1
  if (!isOne || childrenOf(response, SAML, 'EncryptedAssertion').length > 0) {
    throw new Error('The response must hold one assertion, unencrypted')
  }
}

/** What the envelope leaves out, the signed assertion must say. */
function requireAddress(response: XmlElement, { issuer, recipient, requestId }: Addressee): void {
  const named = onlyChild(response, SAML, 'Issuer')
  if (named !== null && textOf(named) !== issuer) throw new Error('The response is of another issuer')
  const destination = response.getAttribute('Destination') || recipient
  if (destination !== recipient) throw new Error('The response is for another destination')
  const answers = response.getAttribute('InResponseTo') || requestId
  if (answers !== requestId) throw new Error('The response answers another request')
}

/** Who says that they answer: not proven yet, only where to look for the key. @throws {Error} */
export function peekIssuer(xml: string): string {
  const response = readResponse(xml)
  const assertion = onlyChild(response, SAML, 'Assertion')
  const issuer = onlyChild(response, SAML, 'Issuer') ?? (assertion && onlyChild(assertion, SAML, 'Issuer'))
  return issuer === null ? '' : textOf(issuer)
}

function readResponse(xml: string): XmlElement {
  const response = parseMessage(xml)
  if (!isElement(response, SAMLP, 'Response') || response.getAttribute('Version') !== '2.0') {
    throw new Error('The message is no SAML 2.0 response')
  }
  return response
}

function describeStatus(status: XmlElement | null): string {
  const message = status === null ? null : onlyChild(status, SAMLP, 'StatusMessage')
  return `The identity provider refused: ${message === null ? 'without a reason' : textOf(message).slice(0, 200)}`
}

const ALGORITHMS = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2006/12/xml-c14n11',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** NOTE: no SHA-1, no HMAC keyed with a public key, no transform that rewrites what was signed. */
function requireSafeAlgorithms(xml: string): void {
  const named = xml.matchAll(/\bAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  for (const [, one, other] of named) {
    if (!ALGORITHMS.has(one ?? other ?? '')) throw new Error('The signature uses an algorithm that is not accepted')
  }
}

/** `xml`: exactly what the signature covers, nothing else. @throws {Error} for an assertion that is not for us, here and now */
export function readAssertion(xml: string, expected: Expectation): Assertion {
  const assertion = parseMessage(xml)
  if (!isElement(assertion, SAML, 'Assertion') || assertion.getAttribute('Version') !== '2.0') {
    throw new Error('What was signed is no SAML 2.0 assertion')
  }
  const issuer = onlyChild(assertion, SAML, 'Issuer')
  if (issuer === null || textOf(issuer) !== expected.issuer) throw new Error('The assertion is of another issuer')
  const subject = onlyChild(assertion, SAML, 'Subject')
  if (subject === null) throw new Error('The assertion has no subject')
  const until = Math.min(requireAnswer(subject, expected), requireConditions(assertion, expected))
  const id = assertion.getAttribute('ID') ?? ''
  if (id === '') throw new Error('The assertion has no ID')
  const nameId = onlyChild(subject, SAML, 'NameID')
  return {
    id,
    nameId: nameId && { value: textOf(nameId), format: nameId.getAttribute('Format') ?? '' },
    attributes: readAttributes(assertion),
    sessionEndsAt: readSessionEnd(assertion, expected.now),
    until: until + SKEW_MS,
  }
}

/** One confirmation must be for whoever carries it here, now, for our request. Answers when it ends. */
function requireAnswer(subject: XmlElement, expected: Expectation): number {
  const confirmations = childrenOf(subject, SAML, 'SubjectConfirmation')
    .filter((one) => one.getAttribute('Method') === BEARER)
    .flatMap((one) => childrenOf(one, SAML, 'SubjectConfirmationData'))
  const end = confirmations.map((data) => endOf(data, expected)).find((found) => found !== null)
  if (end === undefined || end === null) throw new Error('The assertion is not for us, or not any more')
  return end
}

function endOf(data: XmlElement, { recipient, requestId, now }: Expectation): number | null {
  const end = timeOf(data, 'NotOnOrAfter')
  const isTimely = end !== null && now - SKEW_MS < end && isBegun(data, now)
  const isOurs = data.getAttribute('Recipient') === recipient
  // NOTE: an answer to a request that comes without its relay state was taken from somebody.
  const isAsked = (data.getAttribute('InResponseTo') || null) === requestId
  return isTimely && isOurs && isAsked ? end : null
}

function isBegun(element: XmlElement, now: number): boolean {
  const begin = timeOf(element, 'NotBefore')
  return begin === null || begin <= now + SKEW_MS
}

function requireConditions(assertion: XmlElement, { audience, now }: Expectation): number {
  const conditions = onlyChild(assertion, SAML, 'Conditions')
  if (conditions === null) throw new Error('The assertion has no conditions')
  const end = timeOf(conditions, 'NotOnOrAfter') ?? (timeOf(assertion, 'IssueInstant') ?? 0) + MAX_AGE_MS
  if (now - SKEW_MS >= end) throw new Error('The assertion has expired')
  if (!isBegun(conditions, now)) throw new Error('The assertion is not valid yet')
  const restrictions = childrenOf(conditions, SAML, 'AudienceRestriction')
  const names = (restriction: XmlElement) => childrenOf(restriction, SAML, 'Audience').map(textOf)
  if (restrictions.length === 0 || !restrictions.every((one) => names(one).includes(audience))) {
    throw new Error('The assertion is for another audience')
  }
  return end
}

function readAttributes(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  const attributes = childrenOf(assertion, SAML, 'AttributeStatement').flatMap((one) =>
    childrenOf(one, SAML, 'Attribute'),
  )
  for (const attribute of attributes) {
    const values = childrenOf(attribute, SAML, 'AttributeValue')
      .map(textOf)
      .filter((value) => value !== '')
    const names = new Set([attribute.getAttribute('Name'), attribute.getAttribute('FriendlyName')])
    for (const name of names) if (name) found.set(name, [...(found.get(name) ?? []), ...values])
  }
  return found
}

function readSessionEnd(assertion: XmlElement, now: number): number | null {
  const ends = childrenOf(assertion, SAML, 'AuthnStatement').flatMap((one) => timeOf(one, 'SessionNotOnOrAfter') ?? [])
  const [end] = ends
  if (end !== undefined && end <= now) throw new Error('The session of the identity provider has ended')
  return end ?? null
}
