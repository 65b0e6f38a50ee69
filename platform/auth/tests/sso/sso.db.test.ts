import { generateKeyPairSync } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { fragmentOf, queryOf, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { startSamlServer, type SamlServer } from '../../testing/saml-server.ts'
import { MAIL, minutes } from '../../testing/saml-statement.ts'

let server: AuthServer
let company: SamlServer
let providerId: string
const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
})
beforeAll(async () => {
  company = await startSamlServer()
  server = await startAuthServer({
    change: (config) => ({
      ...config,
      redirectUrls: ['https://shop.example/**'],
      saml: { privateKey: privateKey.toString() },
    }),
  })
  company.open((await server.call('GET', '/sso/saml/metadata')).body)
  const created = await admin('POST', '', {
    type: 'saml',
    metadata_xml: company.metadata,
    domains: ['company.example'],
    attribute_mapping: {
      keys: {
        full_name: { name: 'displayName' },
        groups: { names: ['none', 'memberOf'], array: true },
        plan: { name: 'none', default: 'basic' },
        email_verified: { name: 'displayName' },
      },
    },
  })
  providerId = created.body.id
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await company[Symbol.asyncDispose]()
})

let count = 0
let nameId: string
let email: string
beforeEach(() => {
  count += 1
  nameId = `employee-${count}`
  email = `employee${count}@company.example`
  company.says = { nameId, attributes: { [MAIL]: email, displayName: 'Ada', memberOf: ['Readers', 'Buyers'] } }
})

const admin = (method: string, path: string, body?: unknown) =>
  server.call(method, `/admin/sso/providers${path}`, {
    token: server.keys.serviceRoleKey,
    ...(body === undefined ? {} : { body }),
  })

const back = 'https://shop.example/back?page=2'

/** Goes to the identity provider and comes back with the form that its page would post. */
async function visitCompany(url: string) {
  const page = await (await fetch(url)).text()
  const [response, relayState] = [...page.matchAll(/value="([^"]*)"/g)].map(([, value]) => value!)
  if (response === undefined || relayState === undefined) throw new Error(`The identity provider refused: ${page}`)
  return { SAMLResponse: response, RelayState: relayState }
}

const consume = (form: Record<string, string>) =>
  fetch(`${server.config.apiUrl}/sso/saml/acs`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

async function begin(flowType: 'implicit' | 'pkce' = 'implicit', redirectTo = back) {
  const client = server.client({ flowType })
  const { data, error } = await client.auth.signInWithSSO({ domain: 'Company.example', options: { redirectTo } })
  expect(error).toBeNull()
  return { client, url: data!.url }
}

async function signIn() {
  const { url } = await begin()
  const answer = await consume(await visitCompany(url))
  const token = fragmentOf(answer).get('access_token') ?? ''
  return { answer, token, user: (await server.call('GET', '/user', { token })).body }
}

/** An answer that nobody asked for, as portals of companies send them. */
const present = async (xml: string, relayState = '') => consume({ SAMLResponse: xml, RelayState: relayState })
const refusal = {
  error: 'invalid_request',
  error_code: 'validation_failed',
  error_description: 'SAML Assertion is not valid',
}
const told = (answer: Response) => Object.fromEntries(queryOf(answer))

describe('a company’s people', () => {
  it('sign in by its domain, with what the company says of them', async () => {
    const { answer, token, user } = await signIn()
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/back\?page=2#access_token=/)
    const provider = `sso:${providerId}`
    expect(user).toMatchObject({
      email,
      app_metadata: { provider, providers: [provider] },
      user_metadata: {
        full_name: 'Ada',
        email,
        email_verified: true,
        iss: company.entityId,
        sub: nameId,
        custom_claims: { groups: ['Readers', 'Buyers'], plan: 'basic' },
      },
      identities: [{ provider, id: nameId, email }],
    })
    const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { amr: object[] }
    expect(claims.amr).toMatchObject([{ method: 'sso/saml', provider: providerId }])
    expect(company.requests.at(-1)!.nameIdFormat).toBe('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent')
    expect((await signIn()).user.id).toBe(user.id)
  })

  it('sign in by PKCE, with a code for the client that asked', async () => {
    const end = minutes(30)
    company.says = { ...company.says, sessionNotOnOrAfter: end }
    const { client, url } = await begin('pkce')
    const answer = await consume(await visitCompany(url))
    const code = queryOf(answer).get('code')!
    expect(queryOf(answer).get('page')).toBe('2')
    expect((await server.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error).not.toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user!.email).toBe(email)
    const [session] = await server.sql<{ end: string }>(
      'select not_after as end from auth.sessions where user_id = $1',
      [data.user!.id],
    )
    expect(new Date(session!.end).toISOString()).toBe(end)
  })

  it('come from their portal, to an allowed place or to the site', async () => {
    const xml = await company.answer({ nameId, attributes: { mail: email } })
    const answer = await present(xml, 'https://shop.example/shelf')
    expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/shelf#access_token=/)
    const lured = await present(await company.answer({ nameId, attributes: { mail: email } }), 'https://evil.example/')
    expect(lured.headers.get('location')).toMatch(/^https:\/\/shop\.example\/#access_token=/)
  })

  it('are their company’s alone: an address leads to nobody else’s account', async () => {
    const password = 'correct horse'
    const { data } = await server.client().auth.signUp({ email, password })
    const { user, token } = await signIn()
    expect(user.id).not.toBe(data.user!.id)
    expect(user.email).toBe(email)
    expect((await server.client().auth.signInWithPassword({ email, password })).data.user!.id).toBe(data.user!.id)
    for (const body of [{ email: 'other@shop.example' }, { password: 'correct horse!' }, { phone: '22670123456' }]) {
      expect(await server.call('PUT', '/user', { token, body })).toMatchObject({
        status: 422,
        body: { error_code: 'user_sso_managed' },
      })
    }
    expect((await server.call('PUT', '/user', { token, body: { data: { shelf: 1 } } })).status).toBe(200)
  })

  it('of two companies stay apart, whatever they are called', async () => {
    await using second = await startSamlServer()
    second.open((await server.call('GET', '/sso/saml/metadata')).body)
    const created = await admin('POST', '', { type: 'saml', metadata_xml: second.metadata })
    const statement = { nameId, attributes: { mail: email } }
    const ids = await Promise.all(
      [company, second].map(async (one) => {
        const token = fragmentOf(await present(await one.answer(statement))).get('access_token')!
        return (await server.call('GET', '/user', { token })).body.id as string
      }),
    )
    expect(new Set(ids).size).toBe(2)
    await admin('DELETE', `/${created.body.id}`)
    expect(told(await present(await second.answer(statement)))['error_code']).toBe('saml_idp_not_found')
  })

  it('lose their session when their company ends its own', async () => {
    const xml = await company.answer({ nameId, attributes: { mail: email }, sessionNotOnOrAfter: minutes(1) })
    const token = fragmentOf(await present(xml)).get('access_token')!
    expect((await server.call('GET', '/user', { token })).status).toBe(200)
    await server.sql(`update auth.sessions set not_after = not_after - interval '1 minute'`)
    expect((await server.call('GET', '/user', { token })).body.error_code).toBe('session_not_found')
  })

  it('that are banned hear so', async () => {
    const { user } = await signIn()
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user.id])
    expect(told((await signIn()).answer)).toMatchObject({
      page: '2',
      error: 'access_denied',
      error_code: 'user_banned',
    })
  })
})

describe('an answer', () => {
  it('counts once', async () => {
    const { url } = await begin()
    const form = await visitCompany(url)
    const answers = await Promise.all([consume(form), consume(form), consume(form)])
    expect(answers.filter((answer) => fragmentOf(answer).has('access_token'))).toHaveLength(1)
    const late = answers.find((answer) => !fragmentOf(answer).has('access_token'))!
    expect(late.status).toBe(303)
    expect(told(late)).toMatchObject({ error_code: 'saml_relay_state_not_found' })
  })

  it('that came from a portal counts once', async () => {
    const xml = await company.answer({ nameId, attributes: { mail: email } })
    const answers = await Promise.all([present(xml), present(xml)])
    expect(answers.filter((answer) => fragmentOf(answer).has('access_token'))).toHaveLength(1)
    expect(told(answers.find((answer) => !fragmentOf(answer).has('access_token'))!)).toEqual(refusal)
  })

  it('of ten minutes later is too late', async () => {
    const { url } = await begin()
    const form = await visitCompany(url)
    await server.sql(`update auth.saml_relay_states set created_at = now() - interval '601 seconds'`)
    expect(told(await consume(form))).toMatchObject({ error_code: 'saml_relay_state_expired' })
  })

  it('to one request answers no other, nor none', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const stolen = await visitCompany(theirs.url)
    const own = await visitCompany(mine.url)
    expect(told(await consume({ ...stolen, RelayState: own.RelayState }))).toEqual({ ...refusal, page: '2' })
    expect(told(await present(own.SAMLResponse))).toEqual(refusal)
  })

  it('that nobody asked for is none to a request', async () => {
    const { url } = await begin()
    const { RelayState } = await visitCompany(url)
    const xml = await company.answer({ nameId, attributes: { mail: email } })
    expect(told(await present(xml, RelayState))).toEqual({ ...refusal, page: '2' })
  })

  it('may carry its signature around all of it', async () => {
    const xml = await company.answer({ nameId, attributes: { mail: email } }, { signs: 'response' })
    expect(fragmentOf(await present(xml)).has('access_token')).toBe(true)
  })

  it.each([
    ['that names nobody', { nameId: '' }, 'saml_assertion_no_user_id'],
    [
      'with a passing name',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'saml_assertion_no_user_id',
    ],
    ['without an address', { attributes: {} }, 'saml_assertion_no_email'],
    ['with an address of no form', { attributes: { mail: 'ada' } }, 'saml_assertion_no_email'],
  ])('%s is refused as the original refuses it', async (_name, statement, code) => {
    const xml = await company.answer({ nameId, attributes: { mail: email }, ...statement })
    expect(told(await present(xml))['error_code']).toBe(code)
  })

  it.each([
    ['an address as a name', { nameId: 'Ada@Company.example', attributes: {} }, 'ada@company.example'],
    [
      'a subject of its own',
      { attributes: { mail: 'x@company.example', 'urn:oasis:names:tc:SAML:attribute:subject-id': 'ada-1' } },
      'ada-1',
    ],
  ])('may give %s', async (_name, statement, subject) => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const token = fragmentOf(await present(await company.answer({ nameIdFormat, ...statement }))).get('access_token')!
    expect((await server.call('GET', '/user', { token })).body.identities[0].id).toBe(subject)
  })
})

describe('beginning', () => {
  const post = (body: object, headers = {}) => server.call('POST', '/sso', { body, headers })

  it('leads there at once where nobody asks for the address', async () => {
    const answer = await post({ provider_id: providerId })
    expect(answer.status).toBe(303)
    const target = new URL(answer.headers.get('location')!)
    expect([...target.searchParams.keys()]).toEqual(['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'])
    expect(target.searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
  })

  it.each([
    [{}, 400, 'validation_failed', 'A provider_id or domain needs to be provided'],
    [
      { provider_id: crypto.randomUUID(), domain: 'x.example' },
      400,
      'validation_failed',
      'Only one of provider_id or domain supported',
    ],
    [{ provider_id: crypto.randomUUID() }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [{ provider_id: `' or true --` }, 404, 'sso_provider_not_found', 'No such SSO provider'],
    [{ domain: 'stranger.example' }, 404, 'sso_provider_not_found', 'No SSO provider assigned for this domain'],
    [
      { domain: 'company.example', code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('with %j is refused', async (body, status, error_code, msg) => {
    expect(await post(body)).toMatchObject({ status, body: { error_code, msg } })
  })

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)'])(
    'A-11 never leads back to %s',
    async (target) => {
      const { url } = await begin('implicit', target)
      const answer = await consume(await visitCompany(url))
      expect(answer.headers.get('location')).toMatch(/^https:\/\/shop\.example\/#/)
    },
  )

  it('is limited, and for people where others must be', async () => {
    const change = (config: AuthServer['config']) => ({
      ...config,
      saml: { privateKey: privateKey.toString() },
      rates: { ...config.rates, sso: { limit: 1, seconds: 60 } },
    })
    await using other = await startAuthServer({ change, captcha: async (token) => token === 'person' })
    const ask = (captcha_token: string) =>
      other.call('POST', '/sso', { body: { domain: 'x.example', gotrue_meta_security: { captcha_token } } })
    const codes = [await ask('program'), await ask('person'), await ask('person')].map(({ body }) => body.error_code)
    expect(codes).toEqual(['captcha_failed', 'sso_provider_not_found', 'over_request_rate_limit'])
  })
})
