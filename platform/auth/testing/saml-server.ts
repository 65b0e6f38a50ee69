/** A real SAML 2.0 identity provider on loopback, which says whatever a test wants about whoever comes. */
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as samlify from 'samlify'

import { selfSignedCertificate } from '../src/sso/self-signed-certificate.ts'

samlify.setSchemaValidator({ validate: async () => 'not checked' })

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
export const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3'

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

export interface SamlServer extends AsyncDisposable {
  readonly entityId: string
  readonly metadata: string
  readonly metadataUrl: string
  /** The same provider's metadata, as somebody with another key would write it. */
  readonly strangersMetadata: string
  /** To whom it answers, by their metadata. */
  open(serviceProviderMetadata: string): void
  /** What the next answers say. */
  says: Partial<Statement>
  /** An answer in base64; `signs` tells what carries a signature, `key` whose. */
  answer(statement: Partial<Statement>, options?: AnswerOptions): Promise<string>
  /** Every request that arrived, verified. */
  readonly requests: { readonly id: string; readonly nameIdFormat: string }[]
}

export interface AnswerOptions {
  readonly signs?: 'assertion' | 'response' | 'nothing'
  readonly key?: 'own' | 'stranger'
  readonly algorithm?: string
}

export const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
const messageId = () => `_${randomBytes(16).toString('hex')}`
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export async function startSamlServer(): Promise<SamlServer> {
  const server = createServer((request, response) => void answerRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const entityId = `${url}/metadata`
  const [own, stranger] = [createIdentity(url, RSA_SHA256), createIdentity(url, RSA_SHA256)]
  const requests: { id: string; nameIdFormat: string }[] = []
  let target = { metadata: '', entityId: '', recipient: '' }
  const self: SamlServer = {
    entityId,
    metadata: own.provider.getMetadata(),
    metadataUrl: `${url}/metadata`,
    strangersMetadata: stranger.provider.getMetadata(),
    says: {},
    requests,
    open(metadata) {
      const location = /AssertionConsumerService[^>]*Location="([^"]+)"/.exec(metadata)![1]!
      target = { metadata, entityId: /entityID="([^"]+)"/.exec(metadata)![1]!, recipient: location }
    },
    answer: (statement, options = {}) => sign(complete(statement), options),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function complete(statement: Partial<Statement>): Statement {
    return {
      id: messageId(),
      issuer: entityId,
      nameId: 'employee-1',
      nameIdFormat: PERSISTENT,
      attributes: { [MAIL]: 'ada@company.example' },
      audience: target.entityId,
      recipient: target.recipient,
      destination: target.recipient,
      inResponseTo: null,
      notBefore: minutes(-1),
      notOnOrAfter: minutes(5),
      sessionNotOnOrAfter: null,
      status: 'Success',
      ...statement,
    }
  }

  async function sign(
    statement: Statement,
    { signs = 'assertion', key = 'own', algorithm }: AnswerOptions,
  ): Promise<string> {
    const xml = responseXml(statement)
    if (signs === 'nothing') return Buffer.from(xml).toString('base64')
    const identity = key === 'own' ? own : stranger
    const provider = algorithm === undefined ? identity.provider : createIdentity(url, algorithm, identity.key).provider
    const client = samlify.ServiceProvider(
      signs === 'assertion'
        ? { metadata: target.metadata }
        : { metadata: target.metadata.replace('WantAssertionsSigned="true"', ''), wantMessageSigned: true },
    )
    const made = await provider.createLoginResponse(
      client,
      {},
      'post',
      {},
      { customTagReplacement: () => ({ id: statement.id, context: xml }) },
    )
    return made.context
  }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url!, url)
    if (asked.pathname === '/metadata') {
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(self.metadata)
      return
    }
    const raw = (name: string) =>
      asked.search
        .slice(1)
        .split('&')
        .find((pair) => pair.startsWith(`${name}=`)) ?? ''
    const octetString = ['SAMLRequest', 'RelayState', 'SigAlg'].map(raw).join('&')
    const client = samlify.ServiceProvider({ metadata: target.metadata })
    const query = Object.fromEntries(asked.searchParams)
    const parsed = await own.provider
      .parseLoginRequest(client, 'redirect', { query, octetString })
      .catch((error: unknown) => String(error))
    if (typeof parsed === 'string') {
      response.writeHead(403).end(parsed)
      return
    }
    const { request: facts, nameIDPolicy: policy } = parsed.extract as {
      request: { id: string }
      nameIDPolicy: { format: string }
    }
    requests.push({ id: facts.id, nameIdFormat: policy.format })
    const made = await self.answer({ inResponseTo: facts.id, ...self.says })
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(formOf(target.recipient, made, query['RelayState'] ?? ''))
  }

  return self
}

function createIdentity(
  url: string,
  algorithm: string,
  key: KeyObject = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
) {
  const provider = samlify.IdentityProvider({
    entityID: `${url}/metadata`,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signingCert: selfSignedCertificate(key, 'identity.example'),
    requestSignatureAlgorithm: algorithm,
    wantAuthnRequestsSigned: true,
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${url}/sso` }],
  })
  return { provider, key }
}

function formOf(action: string, response: string, relayState: string): string {
  return `<form method="post" action="${escape(action)}"><input name="SAMLResponse" value="${response}"><input name="RelayState" value="${escape(relayState)}"></form>`
}

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

export function assertionXml(statement: Statement): string {
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
