import { generateKeyPairSync, X509Certificate } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { startSamlServer, type SamlServer } from '../../testing/saml-server.ts'

let server: AuthServer
let company: SamlServer
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
beforeAll(async () => {
  company = await startSamlServer()
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  server = await startAuthServer({ change: (config) => ({ ...config, saml: { privateKey } }) })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await company[Symbol.asyncDispose]()
})

const admin = (method: string, path = '', body?: unknown) => {
  const token = server.keys.serviceRoleKey
  return server.call(method, `/admin/sso/providers${path}`, { token, ...(body === undefined ? {} : { body }) })
}
const create = (more: object = {}) => admin('POST', '', { type: 'saml', metadata_xml: company.metadata, ...more })

describe('a company’s identity provider', () => {
  it('is created, read, listed, changed and deleted', async () => {
    const attribute_mapping = { keys: { full_name: { name: 'displayName' } } }
    const created = await create({ domains: ['Company.Example', 'company.example'], attribute_mapping })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      disabled: false,
      saml: { entity_id: company.entityId, metadata_xml: company.metadata, attribute_mapping },
      domains: [{ domain: 'company.example', created_at: expect.any(String), updated_at: expect.any(String) }],
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    })
    const path = `/${created.body.id}`
    expect((await admin('GET', path)).body).toEqual(created.body)
    const listed = await admin('GET')
    expect(listed.body.items).toHaveLength(1)
    expect(listed.body.items[0].saml).toEqual({ entity_id: company.entityId, attribute_mapping })
    const name_id_format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const changed = await admin('PUT', path, { domains: ['b.example', 'a.example'], name_id_format, disabled: true })
    expect(changed.body).toMatchObject({
      disabled: true,
      saml: { name_id_format, attribute_mapping, metadata_xml: company.metadata },
      domains: [{ domain: 'a.example' }, { domain: 'b.example' }],
    })
    expect((await admin('PUT', path, { attribute_mapping: null, name_id_format: '' })).body.saml).toEqual({
      entity_id: company.entityId,
      metadata_xml: company.metadata,
      attribute_mapping: {},
    })
    expect((await admin('DELETE', path)).body).toMatchObject({ id: created.body.id })
    expect(await admin('GET', path)).toMatchObject({ status: 404, body: { error_code: 'sso_provider_not_found' } })
    expect(await server.sql('select from auth.sso_domains')).toEqual([])
  })

  it('is found by the name that was given to it', async () => {
    const { body } = await create({ resource_id: 'company-one' })
    expect((await admin('GET', '/resource_COMPANY-one')).body).toMatchObject({
      id: body.id,
      resource_id: 'company-one',
    })
    await admin('DELETE', `/${body.id}`)
  })

  it('says itself what it is, and says it again when its keys change', async () => {
    company.open((await server.call('GET', '/sso/saml/metadata')).body)
    const { metadataUrl: metadata_url } = company
    const { body } = await create({ metadata_xml: undefined, metadata_url, domains: ['company.example'] })
    expect(body.saml).toMatchObject({ metadata_url, metadata_xml: company.metadata })
    const begin = () => server.call('POST', '/sso', { body: { provider_id: body.id, skip_http_redirect: true } })
    const known = async () => (await admin('GET', `/${body.id}`)).body.saml.metadata_xml as string
    const replaced = company.strangersMetadata
    await server.sql(`update auth.saml_providers set metadata_xml = $1`, [replaced])
    expect((await begin()).status).toBe(200)
    expect(await known()).toBe(replaced)
    await server.sql(`update auth.saml_providers set updated_at = now() - interval '25 hours'`)
    expect((await begin()).status).toBe(200)
    expect(await known()).toBe(company.metadata)
    const away = { saml: 'http://127.0.0.1:1/metadata' }
    await server.sql(`update auth.saml_providers set updated_at = now() - interval '25 hours', metadata_url = $1`, [
      away.saml,
    ])
    expect((await begin()).status).toBe(200)
    expect(server.events.map(({ kind }) => kind)).toContain('auth.saml-metadata-stale')
    await admin('DELETE', `/${body.id}`)
  })

  it('has a name and domains of its own', async () => {
    await using other = await startSamlServer()
    const first = await create({ domains: ['company.example'] })
    expect(await create()).toMatchObject({
      status: 422,
      body: {
        error_code: 'saml_idp_already_exists',
        msg: `SAML Identity Provider with this EntityID (${company.entityId}) already exists`,
      },
    })
    expect(await create({ metadata_xml: other.metadata, domains: ['COMPANY.example'] })).toMatchObject({
      status: 400,
      body: { error_code: 'sso_domain_already_exists' },
    })
    expect(await admin('PUT', `/${first.body.id}`, { metadata_xml: other.metadata })).toMatchObject({
      status: 400,
      body: { error_code: 'saml_entity_id_mismatch' },
    })
    const race = await Promise.all([1, 2, 3].map(() => create({ metadata_xml: other.metadata })))
    expect(race.map(({ status }) => status).sort((one, two) => one - two)).toEqual([201, 422, 422])
    await admin('DELETE', `/${first.body.id}`)
  })

  it.each<[string, object, string]>([
    ['another type', { type: 'oidc' }, "Only 'saml' supported for SSO provider type"],
    ['no metadata', { metadata_xml: '' }, 'Either metadata_xml or metadata_url must be set'],
    ['two of them', { metadata_url: 'https://x.example/' }, 'Only one of metadata_xml or metadata_url needs to be set'],
    ['plain HTTP', { metadata_xml: '', metadata_url: 'http://x.example/' }, 'metadata_url is not a HTTPS URL'],
    ['a file', { metadata_xml: '', metadata_url: 'file:///etc/passwd' }, 'metadata_url is not a HTTPS URL'],
    ['no address', { metadata_xml: '', metadata_url: 'nowhere' }, 'metadata_url is not a valid URL'],
    ['another document', { metadata_xml: '<a/>' }, 'SAML Metadata does not contain an EntityDescriptor'],
    ['a bad domain', { domains: ['a b'] }, "SSO Domain 'a b' is not a domain"],
    [
      'a form of names that is none',
      { name_id_format: 'x' },
      expect.stringMatching(/^name_id_format must be/) as never,
    ],
  ])('with %s is refused', async (_name, more, msg) => {
    expect(await create(more)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })

  it.each([
    ['an entity of no name', (xml: string) => xml.replace(/entityID="[^"]*"/, '')],
    ['no role', (xml: string) => xml.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')],
    ['no way in', (xml: string) => xml.replace('HTTP-Redirect', 'HTTP-Artifact')],
    ['no key', (xml: string) => xml.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, '')],
    ['a key of no form', (xml: string) => xml.replace(/<ds:X509Certificate>[^<]*/, '<ds:X509Certificate>AAAA')],
    ['entities', (xml: string) => `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${xml}`],
    ['half of it', (xml: string) => xml.slice(0, -9)],
  ])('whose metadata have %s is refused', async (_name, change) => {
    const answer = await create({ metadata_xml: change(company.metadata) })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
  })

  it('that cannot be reached is refused', async () => {
    expect(await create({ metadata_xml: '', metadata_url: `${company.metadataUrl}/none` })).toMatchObject({
      status: 400,
      body: { error_code: 'saml_metadata_fetch_failed' },
    })
  })

  it.each([
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['DELETE', '/x'],
  ])('is for administrators: %s %s', async (method, path) => {
    const answer = await server.call(method, `/admin/sso/providers${path}`, { token: server.keys.anonKey })
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
    expect((await admin(method === 'POST' ? 'GET' : method, '/x', method === 'PUT' ? {} : undefined)).status).toBe(404)
  })
})

it('our metadata names our key, and can be downloaded', async () => {
  const { body, headers } = await server.call('GET', '/sso/saml/metadata?download=true')
  expect(headers.get('content-type')).toMatch(/^application\/xml/)
  expect(headers.get('content-disposition')).toBe('attachment; filename="metadata.xml"')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(body).toContain(`entityID="${server.config.apiUrl}/sso/saml/metadata"`)
  const [, certificate] = /<ds:X509Certificate>([^<]+)</.exec(body)!
  const ours = new X509Certificate(Buffer.from(certificate!, 'base64'))
  expect(ours.verify(pair.publicKey)).toBe(true)
  expect(ours.publicKey.equals(pair.publicKey)).toBe(true)
  expect(new Date(ours.validTo).getUTCFullYear()).toBe(2120)
  expect(body).toContain(`Location="${server.config.apiUrl}/sso/saml/acs"`)
})

it('single sign-on is off where nobody gave a key, and says so', async () => {
  await using plain = await startAuthServer()
  const off = { status: 404, body: { error_code: 'saml_provider_disabled', msg: 'SAML 2.0 is disabled' } }
  expect(await plain.call('POST', '/sso', { body: { domain: 'company.example' } })).toMatchObject(off)
  expect(await plain.call('GET', '/sso/saml/metadata')).toMatchObject(off)
  const acs = await fetch(`${plain.config.apiUrl}/sso/saml/acs`, { method: 'POST', body: new URLSearchParams() })
  expect([acs.status, await acs.json()]).toMatchObject([404, off.body])
  expect((await plain.call('GET', '/settings')).body.saml_enabled).toBe(false)
  expect((await server.call('GET', '/settings')).body.saml_enabled).toBe(true)
})

it.each([
  ['an elliptic curve', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
  ['1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey],
])('a key of %s does not start', async (_name, key) => {
  const privateKey = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  const starting = startAuthServer({ change: (config) => ({ ...config, saml: { privateKey } }) })
  await expect(starting).rejects.toThrow('The SAML key must be an RSA key of at least 2048 bits')
})
