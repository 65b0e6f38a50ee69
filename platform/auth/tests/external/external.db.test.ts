import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { Browser, startOpenIdServer, type OpenIdPerson, type OpenIdServer } from '../../testing/openid-server.ts'

let server: AuthServer
let openId: OpenIdServer
beforeAll(async () => {
  openId = await startOpenIdServer()
  server = await startAuthServer({
    change: (config) => {
      openId.open({ shop: `${config.apiUrl}/callback` })
      const ours = { clientIds: ['shop'], secret: 'secret', url: openId.issuer, skipNonceCheck: false }
      return {
        ...config,
        redirectUrls: ['https://shop.example/**'],
        email: { ...config.email, autoconfirm: false },
        external: { keycloak: { ...ours, emailOptional: false }, lenient: { ...ours, emailOptional: true } },
      }
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await openId[Symbol.asyncDispose]()
})

const password = 'correct horse'
const back = 'https://shop.example/back?page=2'
let count = 0
let subject: string
let email: string
beforeEach(() => {
  count += 1
  subject = `reader-${count}`
  email = `reader${count}@mail.example`
})

const joins = (person: OpenIdPerson = {}) =>
  openId.people.set(subject, {
    email,
    email_verified: true,
    name: 'Ada',
    picture: 'https://mail.example/ada.png',
    ...person,
  })

interface Start {
  flowType?: 'implicit' | 'pkce'
  redirectTo?: string
  provider?: string
  as?: string
}

async function begin({ flowType = 'implicit', redirectTo = back, provider = 'keycloak', as = subject }: Start = {}) {
  const client = server.client({ flowType })
  const options = { redirectTo, skipBrowserRedirect: true, queryParams: { login_hint: as } }
  const { data } = await client.auth.signInWithOAuth({ provider: provider as 'keycloak', options })
  const url = data.url!.replace(/[?&]skip_http_redirect=true/, '')
  return { client, url }
}

const isCallback = (url: URL) => url.pathname.endsWith('/callback')
const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1))
const person = (token: string) => server.call('GET', '/user', { token })

/** The whole way: the fragment's session. */
async function signIn(start: Start = {}) {
  const { url } = await begin(start)
  const end = await new Browser().follow(url)
  return { end, fields: fragment(end), user: (await person(fragment(end).get('access_token') ?? '')).body }
}

describe('a sign-in with an OpenID provider', () => {
  it('by the implicit flow ends in a session, with the provider’s token', async () => {
    joins()
    const { end, fields, user } = await signIn()
    expect(end.href).toMatch(/^https:\/\/shop\.example\/back\?page=2#access_token=/)
    expect([...fields.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'provider_token',
      'refresh_token',
      'sb',
      'token_type',
    ])
    expect(user).toMatchObject({
      email,
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: {
        full_name: 'Ada',
        avatar_url: 'https://mail.example/ada.png',
        email,
        email_verified: true,
        sub: subject,
      },
      identities: [{ provider: 'keycloak', id: subject, email, identity_data: { iss: openId.issuer } }],
    })
    expect(user.email_confirmed_at).toBeDefined()
    const { data } = await server.client().auth.setSession({
      access_token: fields.get('access_token')!,
      refresh_token: fields.get('refresh_token')!,
    })
    expect(data.user!.id).toBe(user.id)
  })

  it('by the PKCE flow ends in a code for the client that began it', async () => {
    joins()
    const { client, url } = await begin({ flowType: 'pkce' })
    const end = await new Browser().follow(url)
    expect(end.href).toMatch(/^https:\/\/shop\.example\/back\?page=2&code=[\w-]+$/)
    const code = end.searchParams.get('code')!
    expect((await server.client({ flowType: 'pkce' }).auth.exchangeCodeForSession(code)).error).not.toBeNull()
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user!.email).toBe(email)
    expect(data.session!.provider_token).toEqual(expect.any(String))
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'oauth' }])
    expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull()
  })

  it('finds the same person again, whatever address they have by then', async () => {
    joins()
    const first = await signIn()
    joins({ email: `moved-${email}`, name: 'Ada L.' })
    const second = await signIn()
    expect(second.user).toMatchObject({ id: first.user.id, email, user_metadata: { name: 'Ada L.' } })
    expect(second.user.identities).toHaveLength(1)
  })

  it('by several at once makes one person', async () => {
    joins()
    const all = await Promise.all([signIn(), signIn(), signIn()])
    expect(new Set(all.map(({ user }) => user.id)).size).toBe(1)
  })

  it('tells the address instead of going there, if asked', async () => {
    const { body, status } = await server.call('GET', '/authorize?provider=keycloak&skip_http_redirect=true')
    expect(status).toBe(200)
    expect(body.url).toMatch(new RegExp(`^${openId.issuer}/auth\\?`))
    const query = new URL(body.url).searchParams
    expect(query.get('redirect_uri')).toBe(`${server.config.apiUrl}/callback`)
    expect(query.get('code_challenge_method')).toBe('S256')
  })

  it('asks for more when the client does, never in another’s name', async () => {
    const hostile =
      'client_id=evil&redirect_uri=https://evil.example&response_type=token&state=x&nonce=x&request_uri=https://evil.example'
    const path = `/authorize?provider=keycloak&scopes=books,shelves&prompt=consent&${hostile}&skip_http_redirect=true`
    const query = new URL((await server.call('GET', path)).body.url).searchParams
    expect(query.get('scope')).toBe('openid email profile books shelves')
    expect(Object.fromEntries(query)).toMatchObject({ prompt: 'consent', client_id: 'shop', response_type: 'code' })
    expect(query.get('redirect_uri')).not.toContain('evil')
    expect(query.get('state')).not.toBe('x')
    expect(query.has('request_uri')).toBe(false)
  })

  it.each([
    ['github', 'Unsupported provider: provider is not enabled'],
    ['nonsense', 'Unsupported provider: Provider nonsense could not be found'],
    ['__proto__', 'Unsupported provider: Provider __proto__ could not be found'],
    ['', 'Unsupported provider: Provider  could not be found'],
  ])('with %j is refused', async (provider, msg) => {
    expect(await server.call('GET', `/authorize?provider=${provider}`)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg },
    })
  })

  it('is offered by the settings', async () => {
    const { external } = (await server.call('GET', '/settings')).body
    expect(external).toMatchObject({ keycloak: true, lenient: true, google: false, github: false })
  })
})

describe('the way back (THREATS A-11, A-31)', () => {
  const lost = {
    error: 'invalid_request',
    error_code: 'bad_oauth_state',
    error_description: 'OAuth state not found or expired',
  }
  const told = (url: URL) => [url.origin, Object.fromEntries(url.searchParams), Object.fromEntries(fragment(url))]
  const stateLost = ['https://shop.example', lost, { ...lost, sb: '' }]

  it.each(['https://evil.example/', '//evil.example', 'https://shop.example@evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (redirectTo) => {
      joins()
      expect((await signIn({ redirectTo })).end.origin).toBe('https://shop.example')
    },
  )

  it('A-31 needs a state that we gave', async () => {
    for (const query of ['', '?code=x', '?code=x&state=', '?code=x&state=invented', '?state=a&state=b&code=x']) {
      expect(told(await new Browser().follow(`${server.config.apiUrl}/callback${query}`))).toEqual(stateLost)
    }
  })

  it('A-31 is gone once, however many come at once', async () => {
    joins()
    const browser = new Browser()
    const callback = await browser.follow((await begin()).url, isCallback)
    const ends = await Promise.all([browser.follow(callback), browser.follow(callback), browser.follow(callback)])
    expect(ends.filter((end) => fragment(end).has('access_token'))).toHaveLength(1)
    expect(told(ends.find((end) => !fragment(end).has('access_token'))!)).toEqual(stateLost)
  })

  it('ends after ten minutes', async () => {
    joins()
    const browser = new Browser()
    const callback = await browser.follow((await begin()).url, isCallback)
    await server.sql(`update auth.oauth_states set created_at = now() - interval '601 seconds'`)
    expect(told(await browser.follow(callback))).toEqual(stateLost)
  })

  it('A-31 of another browser gives no session', async () => {
    joins()
    const callback = await new Browser().follow((await begin()).url, isCallback)
    expect(told(await new Browser().follow(callback))).toEqual(stateLost)
  })

  it('A-31 with another’s code gives none either', async () => {
    joins()
    const [mine, theirs] = [new Browser(), new Browser()]
    const callback = await mine.follow((await begin()).url, isCallback)
    const stolen = await theirs.follow((await begin()).url, isCallback)
    callback.searchParams.set('code', stolen.searchParams.get('code')!)
    const end = await mine.follow(callback)
    expect(Object.fromEntries(end.searchParams)).toMatchObject({
      page: '2',
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unable to exchange external code',
    })
    expect(fragment(end).has('access_token')).toBe(false)
  })

  it('tells the provider’s refusal', async () => {
    const { end } = await signIn({ as: 'stranger' })
    const fields = { error: 'access_denied', error_description: 'The person said no' }
    expect(Object.fromEntries(end.searchParams)).toEqual({ ...fields, page: '2' })
    expect(Object.fromEntries(fragment(end))).toEqual({ ...fields, sb: '' })
  })

  it('tells that a person is banned', async () => {
    joins()
    const { user } = await signIn()
    await server.sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [user.id])
    expect(Object.fromEntries((await signIn()).end.searchParams)).toMatchObject({
      error: 'access_denied',
      error_code: 'user_banned',
    })
  })
})

describe('whose account it opens (THREATS A-22, A-23)', () => {
  it('the one that has proven the same address', async () => {
    joins()
    const client = server.client()
    await client.auth.signUp({ email, password })
    const { data } = await client.auth.verifyOtp({ email, token: await server.codeOf(email), type: 'signup' })
    const { user } = await signIn()
    expect(user).toMatchObject({
      id: data.user!.id,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    })
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it.each([{ email_verified: false }, { email_verified: 'false' }, { email_verified: undefined }])(
    'A-22 never that of an address with %j',
    async (claims) => {
      await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email])
      joins(claims as OpenIdPerson)
      const { user } = await signIn()
      expect(user).toMatchObject({ email: '', identities: [{ email, identity_data: { email_verified: false } }] })
      expect(await server.sql('select from auth.users where email = $1', [email])).toHaveLength(1)
    },
  )

  it('A-23 takes an account that a stranger opened in its owner’s name, and leaves the stranger nothing', async () => {
    joins()
    await server.client().auth.signUp({ email, password, options: { data: { name: 'Mallory' } } })
    const code = await server.codeOf(email)
    const { user } = await signIn()
    expect(user).toMatchObject({ email, user_metadata: { name: 'Ada' }, app_metadata: { providers: ['keycloak'] } })
    expect(user.identities).toHaveLength(1)
    expect((await server.client().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect((await server.client().auth.verifyOtp({ email, token: code, type: 'signup' })).error?.code).toBe(
      'otp_expired',
    )
  })

  it('not the one of a phone whose owner only claims the address', async () => {
    joins()
    const phone = `2267012${String(count).padStart(4, '0')}`
    const [claimant] = await server.sql<{ id: string }>(
      'insert into auth.users (email, phone, phone_confirmed_at) values ($1, $2, now()) returning id',
      [email, phone],
    )
    const { user } = await signIn()
    expect(user.id).not.toBe(claimant!.id)
    expect(user.email).toBe(email)
    expect(await server.sql('select email, phone from auth.users where id = $1', [claimant!.id])).toEqual([
      { email: null, phone },
    ])
  })

  it('none without an address, unless the configuration says so', async () => {
    openId.people.set(subject, { name: 'Ada' })
    const { end } = await signIn()
    expect(end.searchParams.get('error_description')).toBe('Error getting user email from external provider')
    expect((await signIn({ provider: 'lenient' })).user).toMatchObject({ email: '', user_metadata: { name: 'Ada' } })
  })
})
