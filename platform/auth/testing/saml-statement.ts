/** What an identity provider's answer says, as XML that is not signed yet. */

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
export const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3'
export const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()

/** What an answer says; everything has a right value by default. */
export interface Statement {
  readonly id: string
  readonly issuer: string
  readonly nameId: string
  readonly nameIdFormat: string
  readonly attributes: Readonly<Record<string, string | readonly string[]>>
  readonly audience: string
  readonly recipient: string
  readonly destination: string
  readonly inResponseTo: string | null
  readonly notBefore: string
  readonly notOnOrAfter: string
  readonly sessionNotOnOrAfter: string | null
  readonly status: string
}

export const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export function responseXml(statement: Statement): string {
  const { id, issuer, inResponseTo, destination, status } = statement
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
    ` ID="${id}r" Version="2.0" IssueInstant="${minutes(0)}" Destination="${destination}"${answers}>`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></samlp:Status>`,
    assertionXml(statement),
    '</samlp:Response>',
  ].join('')
}

function assertionXml(statement: Statement): string {
  const { id, issuer, nameId, nameIdFormat, inResponseTo, recipient, notBefore, notOnOrAfter, audience } = statement
  const { sessionNotOnOrAfter: end } = statement
  const answers = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`
  const attributes = Object.entries(statement.attributes).map(([name, values]) => {
    const all = [values].flat().map((value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`)
    return `<saml:Attribute Name="${escape(name)}">${all.join('')}</saml:Attribute>`
  })
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${minutes(0)}">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${nameIdFormat}">${escape(nameId)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${BEARER}">`,
    `<saml:SubjectConfirmationData NotOnOrAfter="${notOnOrAfter}" Recipient="${recipient}"${answers}/>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${notBefore}" NotOnOrAfter="${notOnOrAfter}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${minutes(0)}" SessionIndex="${id}s"${end === null ? '' : ` SessionNotOnOrAfter="${end}"`}>`,
    '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext>',
    `</saml:AuthnStatement><saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('')
}
