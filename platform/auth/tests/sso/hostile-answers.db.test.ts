import { generateKeyPairSync } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { fragmentOf, queryOf, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { startSamlServer, type AnswerOptions, type SamlServer } from '../../testing/saml-server.ts'
import { minutes, type Statement } from '../../testing/saml-statement.ts'

let server: AuthServer
let company: SamlServer
let providerId: string
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
beforeAll(async () => {
  company = await startSamlServer()
  server = await startAuthServer({ change: (config) => ({ ...config, saml: { privateKey: key.toString() } }) })
  company.open((await server.call('GET', '/sso/saml/metadata')).body)
  const body = { type: 'saml', metadata_xml: company.metadata }
  const created = await server.call('POST', '/admin/sso/providers', { token: server.keys.serviceRoleKey, body })
  providerId = created.body.id
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await company[Symbol.asyncDispose]()
})

let count = 0
let worker: string
beforeEach(() => {
  worker = `worker-${(count += 1)}`
})

const BOSS = 'the-boss'
const mail = { mail: 'somebody@company.example' }
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s

const present = (xml: string) => presentRaw(Buffer.from(xml).toString('base64'))
const presentRaw = (text: string, RelayState = '') =>
  fetch(`${server.config.apiUrl}/sso/saml/acs`, {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: text, RelayState }),
    redirect: 'manual',
  })

const answer = async (statement: Partial<Statement> = {}, options?: AnswerOptions) =>
  Buffer.from(await company.answer({ nameId: worker, attributes: mail, ...statement }, options), 'base64').toString()

/** The worker's own answer, signed; taken apart for whoever wants to be the boss. */
async function parts(options?: AnswerOptions) {
  const xml = await answer({}, options)
  const [signed] = ASSERTION.exec(xml)!
  const [signature] = SIGNATURE.exec(xml)!
  const bare = signed.replace(SIGNATURE, '')
  const evil = bare.replaceAll(worker, BOSS).replace(/ ID="[^"]*"/, ' ID="_evil"')
  return { xml, signed, signature, bare, evil }
}

const REFUSED = { isSignedIn: false, error: 'invalid_request', bosses: [] }

/** What came of an answer: never an account of the boss. */
const refusalOf = async (response: Response) => ({
  isSignedIn: fragmentOf(response).has('access_token'),
  error: queryOf(response).get('error'),
  bosses: await server.sql('select from auth.identities where provider_id = $1', [BOSS]),
})

it.each<[string, AnswerOptions]>([
  ['its assertion', { signs: 'assertion' }],
  ['all of it', { signs: 'response' }],
])('an answer that signs %s is taken as it is, and with a word changed it is not', async (_name, options) => {
  const xml = await answer({}, options)
  expect(fragmentOf(await present(xml)).has('access_token')).toBe(true)
  const other = await answer({}, options)
  expect(await refusalOf(await present(other.replace(worker, BOSS)))).toEqual(REFUSED)
})

describe('an answer is refused', () => {
  it.each<[string, Partial<Statement>, AnswerOptions]>([
    ['unsigned', { nameId: BOSS }, { signs: 'nothing' }],
    ['signed with another key', { nameId: BOSS }, { key: 'stranger' }],
    ['all signed with another key', { nameId: BOSS }, { key: 'stranger', signs: 'response' }],
    ['signed with SHA-1', { nameId: BOSS }, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['expired', { nameId: BOSS, notOnOrAfter: minutes(-2) }, {}],
    ['not valid yet', { nameId: BOSS, notBefore: minutes(2) }, {}],
    ['to another audience', { nameId: BOSS, audience: 'https://other.example/metadata' }, {}],
    ['to another recipient', { nameId: BOSS, recipient: 'https://other.example/acs' }, {}],
    ['to another destination', { nameId: BOSS, destination: 'https://other.example/acs' }, {}],
    ['to a request that nobody made', { nameId: BOSS, inResponseTo: '_invented' }, {}],
    ['of a session that has ended', { nameId: BOSS, sessionNotOnOrAfter: minutes(-2) }, {}],
    ['that says no', { nameId: BOSS, status: 'Responder' }, {}],
  ])('%s', async (_name, statement, options) => {
    expect(await refusalOf(await present(await answer(statement, options)))).toEqual(REFUSED)
  })

  it('of an issuer that is not known, or is called otherwise inside', async () => {
    const response = await present(await answer({ nameId: BOSS, issuer: 'https://evil.example/' }))
    expect(queryOf(response).get('error_code')).toBe('saml_idp_not_found')
    const xml = await answer({ nameId: BOSS, issuer: 'https://evil.example/' })
    expect(await refusalOf(await present(xml.replace('https://evil.example/', company.entityId)))).toEqual(REFUSED)
  })

  it('of a company that is switched off', async () => {
    const set = (disabled: boolean) =>
      server.call('PUT', `/admin/sso/providers/${providerId}`, {
        token: server.keys.serviceRoleKey,
        body: { disabled },
      })
    await set(true)
    const response = await present(await answer())
    expect(queryOf(response).get('error_code')).toBe('sso_provider_disabled')
    await set(false)
    expect(fragmentOf(await present(await answer())).has('access_token')).toBe(true)
  })

  it('with a key of its own choice: HMAC over our public certificate', async () => {
    const { xml } = await parts()
    expect(
      await refusalOf(
        await present(
          xml
            .replace('xmldsig-more#rsa-sha256', 'xmldsig#hmac-sha1')
            .replace('2001/04/xmldsig#hmac', '2000/09/xmldsig#hmac'),
        ),
      ),
    ).toEqual(REFUSED)
  })
})

type Parts = Awaited<ReturnType<typeof parts>>

/** The shapes of "On Breaking SAML: Be Whoever You Want to Be" (USENIX Security 2012), around a signed assertion. */
const wrappings: Record<string, (given: Parts) => string> = {
  'another assertion before the signed one': ({ xml, signed, evil }) => xml.replace(signed, evil + signed),
  'another assertion behind the signed one': ({ xml, signed, evil }) => xml.replace(signed, signed + evil),
  'the signed one inside another': ({ xml, signed, evil }) =>
    xml.replace(signed, evil.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
  'its signature in another, itself behind': ({ xml, signed, signature, bare, evil }) =>
    xml.replace(signed, evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + bare),
  'itself inside its signature, inside another': ({ xml, signed, signature, bare, evil }) =>
    xml.replace(
      signed,
      evil.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)}`,
      ),
    ),
  'another of the same name before it': ({ xml, signed, bare, evil }) =>
    xml.replace(signed, evil.replace('_evil', / ID="([^"]*)"/.exec(bare)![1]!) + signed),
  'itself inside extensions, another in its place': ({ xml, signed, evil }) =>
    xml.replace(signed, evil).replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`),
  'itself as what confirms another': ({ xml, signed, evil }) =>
    xml.replace(
      signed,
      evil.replace(/(<saml:SubjectConfirmationData [^>]*)\/>/, `$1>${signed}</saml:SubjectConfirmationData>`),
    ),
  'itself as advice to another': ({ xml, signed, evil }) =>
    xml.replace(
      signed,
      evil.replace('<saml:AuthnStatement', `<saml:Advice>${signed}</saml:Advice><saml:AuthnStatement`),
    ),
  'another root around all of it': ({ xml, evil }) =>
    xml
      .replace(
        /^<samlp:Response [^>]*>/,
        (root) =>
          `${root.replace(/ ID="[^"]*"/, ' ID="_root"')}<saml:Issuer>${company.entityId}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${evil}<samlp:Extensions>${root}`,
      )
      .replace(/$/, '</samlp:Extensions></samlp:Response>'),
}

describe('a signed assertion does not lend its signature to', () => {
  it.each(Object.entries(wrappings))('%s', async (_name, wrap) => {
    const given = await parts()
    const forged = wrap(given)
    expect(forged).toContain(BOSS)
    const response = await present(forged)
    expect(await server.sql('select from auth.identities where provider_id = $1', [BOSS])).toEqual([])
    expect(fragmentOf(response).has('access_token')).toBe(false)
  })

  it('another inside extensions, of which nobody takes notice', async () => {
    const { xml, evil } = await parts()
    const extended = xml.replace('<samlp:Status>', `<samlp:Extensions>${evil}</samlp:Extensions><samlp:Status>`)
    const token = fragmentOf(await present(extended)).get('access_token')!
    expect((await server.call('GET', '/user', { token })).body.identities).toMatchObject([{ id: worker }])
  })

  it('a response of somebody else around the signed one', async () => {
    const { xml, evil, signature } = await parts({ signs: 'response' })
    const bare = xml.replace(SIGNATURE, '')
    const inside = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)
    const forged = bare
      .replace(ASSERTION, evil)
      .replace(/ ID="[^"]*"/, ' ID="_root"')
      .replace('</saml:Issuer>', `</saml:Issuer>${inside}`)
    expect(forged).toContain(BOSS)
    expect(await refusalOf(await present(forged))).toEqual(REFUSED)
  })
})

describe('what only attacks need is not read', () => {
  it.each<[string, (xml: string) => string]>([
    [
      'a comment that cuts a name short',
      (xml) => xml.replace(`>${worker}<`, `>${worker.slice(0, 4)}<!-- -->${worker.slice(4)}<`),
    ],
    [
      'an entity that reads a file',
      (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace(worker, '&x;')}`,
    ],
    ['a document type', (xml) => `<!DOCTYPE r>${xml}`],
    [
      'entities that explode',
      (xml) =>
        `<!DOCTYPE r [<!ENTITY a "${'x'.repeat(100)}">${Array.from({ length: 9 }, (_value, n) => `<!ENTITY ${'bcdefghij'[n]} "${`&${'abcdefghi'[n]};`.repeat(10)}">`).join('')}]>${xml.replace(worker, '&j;')}`,
    ],
    ['an instruction', (xml) => xml.replace('<saml:Issuer>', '<?php ?><saml:Issuer>')],
    ['CDATA', (xml) => xml.replace(`>${worker}<`, `><![CDATA[${worker}]]><`)],
    ['two roots', (xml) => xml + xml],
    ['half a document', (xml) => xml.slice(0, -20)],
    ['another root', (xml) => ASSERTION.exec(xml)![0]],
    ['nothing', () => ' '],
  ])('%s', async (_name, change) => {
    const started = Date.now()
    expect(await refusalOf(await present(change(await answer())))).toEqual(REFUSED)
    expect(Date.now() - started).toBeLessThan(5_000)
  })

  it.each([
    ['', 'SAMLResponse is missing'],
    ['§', 'SAMLResponse is not a valid Base64 string'],
    ['A'.repeat(700_004), 'SAMLResponse is not a valid Base64 string'],
  ])('no answer at all', async (text, error_description) => {
    expect(Object.fromEntries(queryOf(await presentRaw(text)))).toMatchObject({
      error_code: 'validation_failed',
      error_description,
    })
  })

  it('a relay state of no form', async () => {
    const text = Buffer.from(await answer()).toString('base64')
    const told = Object.fromEntries(queryOf(await presentRaw(text, 'nonsense')))
    expect(told).toMatchObject({ error_description: 'SAML RelayState is not a valid UUID or URL' })
    expect(Object.fromEntries(queryOf(await presentRaw(text, crypto.randomUUID())))).toMatchObject({
      error_code: 'saml_relay_state_not_found',
    })
  })

  it('JSON, and forms elsewhere', async () => {
    const json = await server.call('POST', '/sso/saml/acs', { body: { SAMLResponse: 'x' } })
    expect(json.status).toBe(303)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const elsewhere = await server.call('POST', '/sso', { body: 'domain=company.example', headers: form })
    expect(elsewhere).toMatchObject({ status: 400, body: { error_code: 'bad_json' } })
  })
})
