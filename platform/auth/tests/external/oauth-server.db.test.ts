/** Being an authorization server (OAuth 2.1, OpenID Connect), by the official client and as an app of somebody else sees it. */
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AuthServer } from '../../testing/auth-server.ts'
import { basic, callback, codeIn, createOAuthApps, given, idIn, startOAuthServer } from '../../testing/oauth-app.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startOAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const { at, newPerson, newClient, ask, token, letIn } = createOAuthApps(() => server)

describe('an app of somebody else', () => {
  it('is let in by a person, for what they have seen, and reads who they are', async () => {
    const [person, client] = [await newPerson(), await newClient({ client_uri: 'https://shelf.example' })]
    const asked = await ask(client.client_id)
    expect(asked.location).toMatch(/^https:\/\/shop\.example\/oauth\/consent\?authorization_id=[\w-]{32}$/)
    const shown = await person.auth.oauth.getAuthorizationDetails(idIn(asked))
    expect(shown.data).toEqual({
      authorization_id: idIn(asked),
      redirect_uri: callback,
      client: { id: client.client_id, name: 'Shelf', uri: 'https://shelf.example', logo_uri: '' },
      user: { id: person.id, email: expect.stringContaining('@shop.example') },
      scope: 'openid email',
    })
    const { data } = await person.auth.oauth.approveAuthorization(idIn(asked), { skipBrowserRedirect: true })
    expect(data!.redirect_url).toMatch(/^https:\/\/shelf\.example\/callback\?from=shop&code=[\w-]{32}&state=xyz$/)
    const { status, body } = await token(
      {
        grant_type: 'authorization_code',
        code: codeIn(data!.redirect_url),
        redirect_uri: callback,
        code_verifier: asked.verifier,
      },
      basic(client.client_id, client.client_secret!),
    )
    expect([status, body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 3600,
        refresh_token: expect.any(String),
        scope: 'openid email',
        id_token: expect.any(String),
      },
    ])
    expect(decodeJwt(body['id_token']!)).toMatchObject({
      iss: at(''),
      sub: person.id,
      aud: client.client_id,
      nonce: 'n-1',
      email_verified: true,
    })
    expect(decodeJwt(body['access_token']!)).toMatchObject({
      sub: person.id,
      client_id: client.client_id,
      role: 'authenticated',
    })
    const info = await fetch(at('/oauth/userinfo'), { headers: { authorization: `Bearer ${body['access_token']}` } })
    expect(await info.json()).toEqual({ sub: person.id, email: expect.stringContaining('@'), email_verified: true })
  })

  it('is not asked for again where all of it was granted, until that is taken back, with every token', async () => {
    const [person, client] = [await newPerson(), await newClient()]
    const { answer } = await letIn(person, client)
    const again = await person.auth.oauth.getAuthorizationDetails(idIn(await ask(client.client_id)))
    expect(again.data).toEqual({ redirect_url: expect.stringContaining('code=') })
    const more = await person.auth.oauth.getAuthorizationDetails(
      idIn(await ask(client.client_id, { scope: 'email phone' })),
    )
    expect(more.data).toMatchObject({ scope: 'email phone' })
    expect((await person.auth.oauth.listGrants()).data).toEqual([
      {
        client: expect.objectContaining({ name: 'Shelf' }),
        scopes: ['openid', 'email'],
        granted_at: expect.any(String),
      },
    ])

    expect((await person.auth.oauth.revokeGrant({ clientId: client.client_id })).error).toBeNull()
    expect((await person.auth.oauth.revokeGrant({ clientId: client.client_id })).error).toMatchObject({
      status: 404,
      code: 'oauth_consent_not_found',
    })
    const bearer = { authorization: `Bearer ${answer.body['access_token']!}` }
    expect((await fetch(at('/oauth/userinfo'), { headers: bearer })).status).toBe(403)
    const refreshed = await token(
      { grant_type: 'refresh_token', refresh_token: answer.body['refresh_token']! },
      basic(client.client_id, client.client_secret!),
    )
    expect([refreshed.status, refreshed.body['error']]).toEqual([400, 'invalid_grant'])
  })

  it('renews its session, and nobody else does', async () => {
    const [person, client, other] = [await newPerson(), await newClient(), await newClient()]
    const { answer } = await letIn(person, client)
    const form = { grant_type: 'refresh_token', refresh_token: answer.body['refresh_token']! }
    expect((await token(form, basic(other.client_id, other.client_secret!))).body['error']).toBe('invalid_grant')
    const own = await server.client().auth.refreshSession({ refresh_token: answer.body['refresh_token']! })
    expect(own.error).toMatchObject({ code: 'refresh_token_not_found' })
    const renewed = await token(form, basic(client.client_id, client.client_secret!))
    expect([renewed.status, renewed.body['scope']]).toEqual([200, 'openid email'])
    expect(decodeJwt(renewed.body['access_token']!)).toMatchObject({ client_id: client.client_id })
  })

  it('changes nothing of the account that let it in', async () => {
    const [person, client] = [await newPerson(), await newClient()]
    const { answer } = await letIn(person, client)
    const call = (method: string, path: string, body?: object) =>
      server.call(method, path, { token: answer.body['access_token']!, ...(body && { body }) })
    const refused = { status: 403, body: { error_code: 'insufficient_scope' } }
    expect(await call('PUT', '/user', { password: 'another horse' })).toMatchObject(refused)
    expect(await call('POST', '/factors', { factor_type: 'totp' })).toMatchObject(refused)
    const asked = idIn(await ask(client.client_id, { scope: 'phone' }))
    expect(await call('POST', `/oauth/authorizations/${asked}/consent`, { action: 'approve' })).toMatchObject(refused)
    expect(await call('GET', '/user/oauth/grants')).toMatchObject(refused)
    expect((await call('GET', '/user')).status).toBe(200)
    expect((await call('POST', '/logout?scope=global')).status).toBe(204)
    expect((await person.auth.getUser()).error, 'its own end is not everybody’s').toBeNull()
    expect((await call('GET', '/user')).status).toBe(403)
  })

  it('of public kind has no secret, and its proof counts instead', async () => {
    const person = await newPerson()
    const local = 'http://127.0.0.1/callback'
    const client = await newClient({ token_endpoint_auth_method: 'none', redirect_uris: [local] })
    expect(client).toMatchObject({ client_type: 'public' })
    expect(client.client_secret).toBeUndefined()
    const redirect = 'http://127.0.0.1:49152/callback'
    const asked = await ask(client.client_id, { redirect_uri: redirect })
    const { data } = await person.auth.oauth.approveAuthorization(idIn(asked), { skipBrowserRedirect: true })
    const form = {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      code: codeIn(data!.redirect_url),
      redirect_uri: redirect,
    }
    expect((await token({ ...form, code_verifier: 'x'.repeat(43) })).body['error']).toBe('invalid_grant')
    expect((await token({ ...form, code_verifier: asked.verifier })).status).toBe(200)
  })
})

describe('a code', () => {
  it('that comes twice ends what it opened', async () => {
    const [person, client] = [await newPerson(), await newClient()]
    const { form, answer } = await letIn(person, client)
    const bearer = { authorization: `Bearer ${answer.body['access_token']!}` }
    expect((await fetch(at('/oauth/userinfo'), { headers: bearer })).status).toBe(200)
    const again = await token(form, basic(client.client_id, client.client_secret!))
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant'])
    expect((await fetch(at('/oauth/userinfo'), { headers: bearer })).status).toBe(403)
  })

  it.each([
    ['another client', {}, true, 'invalid_grant'],
    ['another address', { redirect_uri: 'https://shelf.example/other' }, false, 'invalid_grant'],
    ['another verifier', { code_verifier: 'x'.repeat(43) }, false, 'invalid_grant'],
    ['nothing but itself', { code_verifier: undefined }, false, 'invalid_request'],
  ])('is worth nothing to %s', async (...[, change, isOther, error]) => {
    const [person, client, other] = [await newPerson(), await newClient(), await newClient()]
    const asked = await ask(client.client_id)
    const { data } = await person.auth.oauth.approveAuthorization(idIn(asked), { skipBrowserRedirect: true })
    const form = {
      grant_type: 'authorization_code',
      code: codeIn(data!.redirect_url),
      redirect_uri: callback,
      code_verifier: asked.verifier,
      ...change,
    }
    const sent = given(form)
    const sender = isOther ? other : client
    expect((await token(sent, basic(sender.client_id, sender.client_secret!))).body['error']).toBe(error)
  })

  it('is over after a minute', async () => {
    const [person, client] = [await newPerson(), await newClient()]
    const asked = await ask(client.client_id)
    const { data } = await person.auth.oauth.approveAuthorization(idIn(asked), { skipBrowserRedirect: true })
    const [row] = await server.sql(
      `update auth.oauth_authorizations set expires_at = expires_at - interval '1 minute'
       where authorization_id = $1 returning expires_at <= now() as over`,
      [idIn(asked)],
    )
    expect(row).toEqual({ over: true })
    const form = {
      grant_type: 'authorization_code',
      code: codeIn(data!.redirect_url),
      redirect_uri: callback,
      code_verifier: asked.verifier,
    }
    expect((await token(form, basic(client.client_id, client.client_secret!))).body['error']).toBe('invalid_grant')
  })
})

describe('what is wrong', () => {
  it('with the client or its address is told here, and nobody is sent anywhere', async () => {
    const client = await newClient()
    const wrong = [
      [crypto.randomUUID(), {}, 404],
      ['nonsense', {}, 404],
      [client.client_id, { redirect_uri: 'https://evil.example/' }, 400],
      [client.client_id, { redirect_uri: `${callback}&more=1` }, 400],
      [client.client_id, { redirect_uri: undefined }, 400],
    ] as const
    for (const [id, change, status] of wrong) expect(await ask(id, change)).toMatchObject({ status, location: '' })
  })

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'openid everything' }, 'invalid_scope'],
    [{ code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
  ])('with the rest (%o) is told to the client', async (change, error) => {
    const { location } = await ask((await newClient()).client_id, change)
    expect(location).toContain('https://shelf.example/callback?from=shop&')
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ error, state: 'xyz' })
  })

  it('with a secret is a client that is not let in', async () => {
    const client = await newClient()
    const form = { grant_type: 'authorization_code', code: 'x', code_verifier: 'x' }
    expect(await token(form, basic(client.client_id, 'guess'))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
    const posted = { ...form, client_id: client.client_id, client_secret: client.client_secret! }
    expect((await token(posted)).body['error'], 'it registered for the other way').toBe('invalid_client')
    expect(
      (await token({ grant_type: 'password' }, basic(client.client_id, client.client_secret!))).body['error'],
    ).toBe('unsupported_grant_type')
  })

  it('is another person’s answer, a second answer, and a refusal is one', async () => {
    const [one, other, client] = [await newPerson(), await newPerson(), await newClient()]
    const id = idIn(await ask(client.client_id))
    expect((await one.auth.oauth.getAuthorizationDetails(id)).error).toBeNull()
    const gone = { status: 404, code: 'oauth_authorization_not_found' }
    expect((await other.auth.oauth.getAuthorizationDetails(id)).error).toMatchObject(gone)
    expect((await other.auth.oauth.approveAuthorization(id)).error).toMatchObject(gone)
    expect((await one.auth.oauth.denyAuthorization(id, { skipBrowserRedirect: true })).data).toEqual({
      redirect_url: expect.stringMatching(/[?&]error=access_denied&.*state=xyz$/),
    })
    expect((await one.auth.oauth.approveAuthorization(id)).error).toMatchObject({ status: 400 })
    expect((await one.auth.oauth.listGrants()).data).toEqual([])
  })
})
