import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { Browser, startOpenIdServer, type OpenIdServer } from '../../testing/openid-server.ts'
import { startSocialServer, type SocialServer } from '../../testing/social-server.ts'

let server: AuthServer
let openId: OpenIdServer
let social: SocialServer
beforeAll(async () => {
  ;[openId, social] = await Promise.all([startOpenIdServer(), startSocialServer()])
  server = await startAuthServer({
    change: (config) => {
      openId.open({ shop: `${config.apiUrl}/callback` })
      return { ...config, redirectUrls: ['https://shop.example/**'], customProviders: { enabled: true, max: 5 } }
    },
  })
})
afterAll(async () => {
  await Promise.all([server, openId, social].map((one) => one[Symbol.asyncDispose]()))
})

const providers = () => server.client({ key: server.keys.serviceRoleKey }).auth.admin.customProviders
let identifier: string
let count = 0
beforeEach(() => {
  identifier = `custom:library-${(count += 1)}`
})

const oidc = (more: object = {}) => ({
  provider_type: 'oidc' as const,
  identifier,
  name: 'The library',
  client_id: 'shop',
  client_secret: 'secret',
  issuer: openId.issuer,
  scopes: ['email', 'profile'],
  ...more,
})

const oauth = (more: object = {}) => ({
  provider_type: 'oauth2' as const,
  identifier,
  name: 'The reading club',
  client_id: 'shop',
  client_secret: 'secret',
  authorization_url: `${social.url}/oauth/authorize`,
  token_url: `${social.url}/access_token`,
  userinfo_url: `${social.url}/me`,
  ...more,
})

const remove = () => providers().deleteProvider(identifier)

async function signIn(queryParams: Record<string, string> = {}) {
  const options = { redirectTo: 'https://shop.example/back', skipBrowserRedirect: true, queryParams }
  const { data } = await server.client().auth.signInWithOAuth({ provider: identifier as never, options })
  const end = await new Browser().follow(data.url!.replace(/[?&]skip_http_redirect=true/, ''))
  const token = new URLSearchParams(end.hash.slice(1)).get('access_token') ?? ''
  return { end, user: (await server.call('GET', '/user', { token })).body }
}

describe('a provider of one’s own, by the official client', () => {
  it('is created, read, listed, changed and deleted', async () => {
    const { data, error } = await providers().createProvider(oidc({ authorization_params: { prompt: 'login' } }))
    expect(error).toBeNull()
    expect(data).toMatchObject({
      id: expect.any(String),
      provider_type: 'oidc',
      identifier,
      client_id: 'shop',
      scopes: ['openid', 'email', 'profile'],
      pkce_enabled: true,
      enabled: true,
      email_optional: false,
      issuer: openId.issuer,
      discovery_document: { issuer: openId.issuer, token_endpoint: `${openId.issuer}/token` },
    })
    expect(JSON.stringify(data)).not.toContain('secret"')
    expect(data).not.toHaveProperty('client_secret')
    const [kept] = await server.sql<{ secret: string }>(
      'select client_secret as secret from auth.custom_oauth_providers where identifier = $1',
      [identifier],
    )
    expect(kept!.secret).toMatch(/^sealed:[\w+/=]{40,}$/)
    expect((await providers().getProvider(identifier)).data).toEqual(data)
    expect((await providers().listProviders({ type: 'oidc' })).data.providers).toEqual([data])
    expect((await providers().listProviders({ type: 'oauth2' })).data.providers).toEqual([])
    const changed = await providers().updateProvider(identifier, { name: 'Renamed', enabled: false })
    expect(changed.data).toMatchObject({ name: 'Renamed', enabled: false, issuer: openId.issuer })
    expect((await remove()).error).toBeNull()
    expect((await providers().getProvider(identifier)).error).toMatchObject({
      status: 404,
      code: 'custom_provider_not_found',
    })
    expect((await remove()).error?.code).toBe('custom_provider_not_found')
  })

  it('of OpenID signs people in, under the names it was given', async () => {
    openId.people.set('reader', { email: 'reader@library.example', email_verified: true, name: 'Ada', picture: 'x' })
    const names = { attribute_mapping: { nickname: 'name' }, custom_claims_allowlist: ['picture', 'groups'] }
    await providers().createProvider(oidc(names))
    const { user } = await signIn({ login_hint: 'reader' })
    expect(user).toMatchObject({
      email: 'reader@library.example',
      app_metadata: { provider: identifier },
      user_metadata: { nickname: 'Ada', custom_claims: { picture: 'x' } },
      identities: [{ provider: identifier, id: 'reader' }],
    })
    expect((await signIn({ login_hint: 'reader' })).user.id).toBe(user.id)
    await remove()
  })

  it('takes ID tokens of apps', async () => {
    await providers().createProvider(oidc({ acceptable_client_ids: ['app'], email_optional: true }))
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: openId.issuer, sub: 'app-reader', iat: now, exp: now + 60 }
    const present = async (aud: string) => {
      const token = await openId.sign({ ...claims, aud })
      return server.client().auth.signInWithIdToken({ provider: identifier, token })
    }
    expect((await present('app')).data.user!.identities![0]).toMatchObject({ provider: identifier, id: 'app-reader' })
    expect((await present('stranger')).error?.message).toMatch(/^Unacceptable audience/)
    await remove()
  })

  it('of OAuth 2 signs people in', async () => {
    social.answers.set('/me', { id: 7, mail: 'club@library.example', email_verified: true, name: 'Grace' })
    await providers().createProvider(oauth({ attribute_mapping: { email: 'mail' } }))
    expect((await signIn()).user).toMatchObject({
      email: 'club@library.example',
      user_metadata: { full_name: 'Grace' },
      identities: [{ provider: identifier, id: '7' }],
    })
    await remove()
  })

  it('that is off or gone signs nobody in', async () => {
    await providers().createProvider(oidc())
    await providers().updateProvider(identifier, { enabled: false })
    const authorize = () => server.call('GET', `/authorize?provider=${identifier}`)
    expect((await authorize()).body.msg).toBe('Unsupported provider: provider is not enabled')
    await remove()
    expect((await authorize()).body.msg).toBe(`Unsupported provider: Provider ${identifier} could not be found`)
  })

  it('tells its issuer what an administrator wants, whatever the page asks', async () => {
    await providers().createProvider(oidc({ authorization_params: { prompt: 'login' } }))
    const path = `/authorize?provider=${identifier}&prompt=none&skip_http_redirect=true`
    expect(new URL((await server.call('GET', path)).body.url).searchParams.get('prompt')).toBe('login')
    await remove()
  })
})

describe('refused are', () => {
  it.each<[string, () => object, string]>([
    ['another type', () => oidc({ provider_type: 'saml' }), "provider_type must be either 'oauth2' or 'oidc'"],
    ['no identifier', () => oidc({ identifier: '' }), 'identifier is required'],
    [
      'an identifier of no form',
      () => oidc({ identifier: 'custom:a b' }),
      'identifier must be letters, digits, "-" and "_"',
    ],
    [
      'a name that is taken by design',
      () => oidc({ identifier: 'google' }),
      'Cannot use reserved provider name: google. This provider is already built into Supabase Auth.',
    ],
    ['no name', () => oidc({ name: '' }), 'name is required'],
    ['no secret', () => oidc({ client_secret: '' }), 'client_secret is required'],
    ['no issuer', () => oidc({ issuer: '' }), 'issuer is required for OIDC providers'],
    ['no token address', () => oauth({ token_url: '' }), 'token_url is required for OAuth2 providers'],
    ['plain HTTP', () => oauth({ token_url: 'http://library.example/token' }), 'token_url must use HTTPS'],
    ['no address', () => oauth({ token_url: 'file:///etc/passwd' }), 'token_url must use HTTPS'],
    [
      'our own parameters',
      () => oidc({ authorization_params: { redirect_uri: 'https://evil.example' } }),
      'Cannot override reserved OAuth parameter: redirect_uri',
    ],
    [
      'rights from outside',
      () => oidc({ attribute_mapping: { app_metadata: 'groups' } }),
      'Cannot map to protected system field: app_metadata',
    ],
  ])('%s', async (_name, body, msg) => {
    const answer = await server.call('POST', '/admin/custom-providers', {
      token: server.keys.serviceRoleKey,
      body: body(),
    })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })

  it('issuers that cannot be asked, or call themselves otherwise', async () => {
    const nowhere = await providers().createProvider(oidc({ issuer: `${social.url}/none` }))
    expect(nowhere.error?.message).toBe(
      `Failed to fetch OIDC discovery document from "${social.url}/none/.well-known/openid-configuration"`,
    )
    const discovery_url = `${openId.issuer}/.well-known/openid-configuration`
    const other = await providers().createProvider(oidc({ issuer: social.url, discovery_url }))
    expect(other.error).toMatchObject({
      code: 'validation_failed',
      message: `OIDC discovery issuer mismatch: discovery document reports "${openId.issuer}" but expected "${social.url}"`,
    })
  })

  it('a second of the same name, and too many', async () => {
    await providers().createProvider(oauth())
    expect((await providers().createProvider(oauth())).error).toMatchObject({ status: 400, code: 'conflict' })
    const more = ['a', 'b', 'c', 'd'].map((name) => providers().createProvider(oauth({ identifier: `more-${name}` })))
    expect((await Promise.all(more)).map(({ error }) => error)).toEqual([null, null, null, null])
    expect((await providers().createProvider(oauth({ identifier: 'more-e' }))).error).toMatchObject({
      status: 400,
      code: 'over_custom_provider_quota',
    })
  })

  it('strangers, other identifiers, and all where the feature is off', async () => {
    const path = '/admin/custom-providers'
    expect((await server.call('GET', path, { token: server.keys.anonKey })).body.error_code).toBe('not_admin')
    const token = server.keys.serviceRoleKey
    expect((await server.call('GET', `${path}/google`, { token })).body).toMatchObject({
      error_code: 'validation_failed',
      msg: "identifier must start with 'custom:' prefix, e.g. 'custom:google'",
    })
    expect((await server.call('GET', `${path}?type=saml`, { token })).body.msg).toBe(
      "type must be either 'oauth2' or 'oidc'",
    )
    await using off = await startAuthServer({
      change: (config) => ({ ...config, customProviders: { enabled: false, max: 5 } }),
    })
    expect(await off.call('GET', path, { token: off.keys.serviceRoleKey })).toMatchObject({
      status: 404,
      body: { error_code: 'feature_disabled', msg: 'Custom OAuth/OIDC providers are not enabled' },
    })
  })
})

describe('being an authorization server', () => {
  it('is off, in the words of the client’s own calls', async () => {
    const off = { status: 404, code: 'feature_disabled', message: 'OAuth server is disabled' }
    const { admin } = server.client({ key: server.keys.serviceRoleKey }).auth
    expect((await admin.oauth.listClients()).error).toMatchObject(off)
    const wish = { client_name: 'Shelf', redirect_uris: ['https://shelf.example/'] }
    expect((await admin.oauth.createClient(wish)).error).toMatchObject(off)
    const client = server.client()
    await client.auth.signUp({ email: 'oauth@shop.example', password: 'correct horse' })
    expect((await client.auth.oauth.getAuthorizationDetails('x')).error).toMatchObject(off)
    expect((await client.auth.oauth.listGrants()).error).toMatchObject(off)
    expect(await server.call('POST', '/oauth/clients/register', { body: wish })).toMatchObject({
      status: 404,
      body: { error_code: 'feature_disabled' },
    })
    expect((await server.call('GET', '/admin/oauth/clients', { token: server.keys.anonKey })).status).toBe(403)
  })
})
