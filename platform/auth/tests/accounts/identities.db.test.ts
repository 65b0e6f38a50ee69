import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { Browser, startOpenIdServer, type OpenIdServer } from '../../testing/openid-server.ts'

let server: AuthServer
let openId: OpenIdServer
beforeAll(async () => {
  openId = await startOpenIdServer()
  server = await startAuthServer({
    change: (config) => {
      openId.open({ shop: `${config.apiUrl}/callback` })
      const ours = {
        clientIds: ['shop'],
        secret: 'secret',
        url: openId.issuer,
        skipNonceCheck: false,
        emailOptional: false,
      }
      return {
        ...config,
        manualLinking: true,
        signUp: { enabled: true, anonymous: true },
        external: { keycloak: ours, library: ours },
      }
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await openId[Symbol.asyncDispose]()
})

const password = 'correct horse'
let count = 0
let subject: string
let email: string
let external: string
beforeEach(() => {
  count += 1
  subject = `linked-${count}`
  email = `own${count}@shop.example`
  external = `external${count}@mail.example`
  openId.people.set(subject, { email: external, email_verified: true, name: 'Ada' })
})

const browsers = new WeakMap<Client, Browser>()

/** The official client on a page, in a browser of its own. */
function visitor(flowType: 'implicit' | 'pkce' = 'implicit'): Client {
  const browser = new Browser()
  const client = server.client({ flowType, fetch: browser.fetch })
  browsers.set(client, browser)
  return client
}

async function member(flowType: 'implicit' | 'pkce' = 'implicit') {
  const client = visitor(flowType)
  const { data } = await client.auth.signUp({ email, password })
  return { client, id: data.user!.id }
}

type Client = ReturnType<AuthServer['client']>

async function link(client: Client, provider = 'keycloak') {
  const { data, error } = await client.auth.linkIdentity({
    provider: provider as 'keycloak',
    options: { skipBrowserRedirect: true, queryParams: { login_hint: subject } },
  })
  expect(error).toBeNull()
  return browsers.get(client)!.follow(data.url!)
}

const identitiesOf = async (client: Client) => (await client.auth.getUserIdentities()).data!.identities

describe('an identity, by the official client', () => {
  it('joins the account of whoever asked', async () => {
    const { client, id } = await member('pkce')
    const end = await link(client)
    const { data, error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code')!)
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      id,
      email,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    })
    expect((await identitiesOf(client)).map(({ provider }) => provider)).toEqual(['email', 'keycloak'])
  })

  it('gives an anonymous person an address', async () => {
    const client = visitor()
    const { data } = await client.auth.signInAnonymously()
    await link(client)
    expect((await client.auth.getUser()).data.user).toMatchObject({
      id: data.user!.id,
      email: external,
      is_anonymous: false,
    })
  })

  it('gives an anonymous person no address that somebody else has', async () => {
    await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [external])
    const client = visitor()
    await client.auth.signInAnonymously()
    await link(client)
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: '', is_anonymous: false })
  })

  it('belongs to one account only', async () => {
    const { client } = await member()
    await link(client)
    const told = (end: URL) => [end.searchParams.get('error_code'), end.searchParams.get('error_description')]
    expect(told(await link(client))).toEqual(['identity_already_exists', 'Identity is already linked'])
    email = `second-${email}`
    const second = await member()
    expect(told(await link(second.client))).toEqual([
      'identity_already_exists',
      'Identity is already linked to another user',
    ])
    expect(await identitiesOf(second.client)).toHaveLength(1)
  })

  it('leaves again, but never the last one', async () => {
    const { client } = await member()
    await link(client)
    const [own, linked] = await identitiesOf(client)
    expect((await client.auth.unlinkIdentity(linked!)).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({
      email,
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect((await client.auth.unlinkIdentity(own!)).error).toMatchObject({
      status: 422,
      code: 'single_identity_not_deletable',
    })
  })

  it('takes its address with it', async () => {
    const { client } = await member()
    await link(client)
    const [own] = await identitiesOf(client)
    expect((await client.auth.unlinkIdentity(own!)).error).toBeNull()
    expect((await client.auth.getUser()).data.user).toMatchObject({ email: external })
    for (const address of [email, external]) {
      const { error } = await server.client().auth.signInWithPassword({ email: address, password })
      expect(error?.code).toBe('invalid_credentials')
    }
  })

  it('stays when the address that would follow belongs to somebody else', async () => {
    const { client } = await member()
    await link(client)
    await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [external])
    const [own] = await identitiesOf(client)
    expect((await client.auth.unlinkIdentity(own!)).error).toMatchObject({
      status: 422,
      code: 'email_conflict_identity_not_deletable',
    })
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('of somebody else is not found', async () => {
    const { client } = await member()
    await link(client)
    const [own] = await identitiesOf(client)
    email = `other-${email}`
    const other = await member()
    expect((await other.client.auth.unlinkIdentity(own!)).error).toMatchObject({
      status: 422,
      code: 'identity_not_found',
    })
    const { data } = await other.client.auth.getSession()
    const junk = await server.call('DELETE', '/user/identities/1', { token: data.session!.access_token })
    expect(junk).toMatchObject({ status: 404, body: { error_code: 'validation_failed' } })
  })

  it.each([
    ['implicit', 'bad_oauth_state'],
    ['pkce', null],
  ] as const)('A-31 of whoever was lured to the provider joins nothing (%s)', async (flowType, told) => {
    const { client } = await member(flowType)
    const { data } = await client.auth.linkIdentity({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true, queryParams: { login_hint: subject } },
    })
    const end = await new Browser().follow(data.url!)
    expect(new URLSearchParams(end.hash.slice(1)).has('access_token')).toBe(false)
    expect(end.searchParams.get('error_code')).toBe(told)
    const victim = server.client({ flowType: 'pkce' })
    const { error } = await victim.auth.exchangeCodeForSession(end.searchParams.get('code') ?? 'none')
    expect(error).not.toBeNull()
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  it('that somebody else took in the meantime joins nothing', async () => {
    const { client } = await member('pkce')
    const end = await link(client)
    await server.sql(
      `insert into auth.identities (provider_id, provider, user_id, identity_data)
       select $1, 'keycloak', id, '{}' from auth.users where email <> $2 limit 1`,
      [subject, email],
    )
    const { error } = await client.auth.exchangeCodeForSession(end.searchParams.get('code')!)
    expect(error?.code).toBe('identity_already_exists')
    expect(await identitiesOf(client)).toHaveLength(1)
  })

  it('needs somebody who is signed in', async () => {
    expect(await server.call('GET', '/user/identities/authorize?provider=keycloak')).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    })
  })
})

describe('without manual linking', () => {
  it('both calls are off', async () => {
    await using plain = await startAuthServer()
    const { body } = await plain.call('POST', '/signup', { body: { email, password } })
    const token = body.access_token as string
    for (const [method, path] of [
      ['GET', '/user/identities/authorize?provider=keycloak'],
      ['DELETE', `/user/identities/${crypto.randomUUID()}`],
    ] as const) {
      expect(await plain.call(method, path, { token })).toMatchObject({
        status: 404,
        body: { error_code: 'manual_linking_disabled', msg: 'Manual linking is disabled' },
      })
    }
  })
})
