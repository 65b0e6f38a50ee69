/** A real SAML 2.0 identity provider on loopback, which says whatever a test wants about whoever comes. */
import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import * as samlify from 'samlify'

import { selfSignedCertificate } from '../src/sso/self-signed-certificate.ts'
import { escape, MAIL, minutes, PERSISTENT, responseXml, type Statement } from './saml-statement.ts'

samlify.setSchemaValidator({ validate: async () => 'not checked' })

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

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

/** To whom answers go. */
interface Target {
  readonly metadata: string
  readonly entityId: string
  readonly recipient: string
}

export async function startSamlServer(): Promise<SamlServer> {
  const server = createServer((request, response) => void answerRequest(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const identities = { own: createIdentity(url), stranger: createIdentity(url) }
  let target: Target = { metadata: '', entityId: '', recipient: '' }
  const self: SamlServer = {
    entityId: `${url}/metadata`,
    metadata: identities.own.provider.getMetadata(),
    metadataUrl: `${url}/metadata`,
    strangersMetadata: identities.stranger.provider.getMetadata(),
    says: {},
    requests: [],
    open: (metadata) => {
      target = readTarget(metadata)
    },
    answer: (statement, { signs = 'assertion', key = 'own', algorithm = RSA_SHA256 } = {}) => {
      const { provider } = createIdentity(url, algorithm, identities[key].key)
      return sign(provider, target, { statement: complete(`${url}/metadata`, target, statement), signs })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url!, url)
    if (asked.pathname === '/metadata') {
      response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(self.metadata)
      return
    }
    const facts = await readRequest(identities.own.provider, target, asked).catch((error: unknown) => String(error))
    if (typeof facts === 'string') {
      response.writeHead(403).end(facts)
      return
    }
    self.requests.push(facts)
    const made = await self.answer({ inResponseTo: facts.id, ...self.says })
    const relayState = asked.searchParams.get('RelayState') ?? ''
    response.writeHead(200, { 'content-type': 'text/html' }).end(formOf(target.recipient, made, relayState))
  }

  return self
}

function readTarget(metadata: string): Target {
  const recipient = /AssertionConsumerService[^>]*Location="([^"]+)"/.exec(metadata)![1]!
  return { metadata, entityId: /entityID="([^"]+)"/.exec(metadata)![1]!, recipient }
}

function complete(issuer: string, { entityId, recipient }: Target, statement: Partial<Statement>): Statement {
  return {
    id: `_${randomBytes(16).toString('hex')}`,
    issuer,
    nameId: 'employee-1',
    nameIdFormat: PERSISTENT,
    attributes: { [MAIL]: 'ada@company.example' },
    audience: entityId,
    recipient,
    destination: recipient,
    inResponseTo: null,
    notBefore: minutes(-1),
    notOnOrAfter: minutes(5),
    sessionNotOnOrAfter: null,
    status: 'Success',
    ...statement,
  }
}

type Provider = ReturnType<typeof samlify.IdentityProvider>

async function sign(
  provider: Provider,
  { metadata }: Target,
  { statement, signs }: { readonly statement: Statement; readonly signs: NonNullable<AnswerOptions['signs']> },
): Promise<string> {
  const xml = responseXml(statement)
  if (signs === 'nothing') return Buffer.from(xml).toString('base64')
  const client = samlify.ServiceProvider(
    signs === 'assertion'
      ? { metadata }
      : { metadata: metadata.replace('WantAssertionsSigned="true"', ''), wantMessageSigned: true },
  )
  const customTagReplacement = () => ({ id: statement.id, context: xml })
  const made = await provider.createLoginResponse(client, { extract: {} }, 'post', {}, { customTagReplacement })
  return made.context
}

/** Verified with the key of the target's metadata. */
async function readRequest(
  provider: Provider,
  { metadata }: Target,
  asked: URL,
): Promise<{ id: string; nameIdFormat: string }> {
  const pairs = asked.search.slice(1).split('&')
  const raw = (name: string) => pairs.find((pair) => pair.startsWith(`${name}=`)) ?? ''
  const octetString = ['SAMLRequest', 'RelayState', 'SigAlg'].map(raw).join('&')
  const query = Object.fromEntries(asked.searchParams)
  const client = samlify.ServiceProvider({ metadata })
  const { extract } = await provider.parseLoginRequest(client, 'redirect', { query, octetString })
  const { request, nameIDPolicy: policy } = extract as { request: { id: string }; nameIDPolicy: { format: string } }
  return { id: request.id, nameIdFormat: policy.format }
}

function createIdentity(
  url: string,
  algorithm: string = RSA_SHA256,
  key: KeyObject = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
) {
  const provider = samlify.IdentityProvider({
    entityID: `${url}/metadata`,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signingCert: selfSignedCertificate(key, 'identity.example'),
    requestSignatureAlgorithm: algorithm,
    wantAuthnRequestsSigned: true,
    nameIDFormat: [PERSISTENT],
    singleSignOnService: [{ Binding: REDIRECT, Location: `${url}/sso` }],
    singleLogoutService: [{ Binding: REDIRECT, Location: `${url}/slo` }],
  })
  return { provider, key }
}

function formOf(action: string, response: string, relayState: string): string {
  return `<form method="post" action="${escape(action)}"><input name="SAMLResponse" value="${response}"><input name="RelayState" value="${escape(relayState)}"></form>`
}
