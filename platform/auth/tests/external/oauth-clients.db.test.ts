/** The apps that an authorization server knows, and who may make them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { basic, callback, createOAuthApps, startOAuthServer } from '../../testing/oauth-app.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startOAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const { at, admin, newPerson, newClient, token, letIn } = createOAuthApps(() => server)

describe('clients', () => {
  it('are made, read, listed, changed and removed by administrators', async () => {
    const made = await newClient({ client_name: 'Reader' })
    expect(made).toMatchObject({
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      registration_type: 'manual',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
    })
    const { data: read } = await admin().getClient(made.client_id)
    expect(read).toMatchObject({ client_name: 'Reader' })
    expect(read!.client_secret).toBeUndefined()
    await newClient()
    const listed = await admin().listClients({ page: 1, perPage: 1 })
    expect(listed.data).toMatchObject({
      clients: [expect.objectContaining({ client_id: expect.any(String) })],
      total: expect.any(Number),
      nextPage: 2,
    })
    const { data: changed } = await admin().updateClient(made.client_id, {
      client_name: 'Readers',
      redirect_uris: ['com.readers:/back'],
    })
    expect(changed).toMatchObject({
      client_name: 'Readers',
      redirect_uris: ['com.readers:/back'],
      client_type: 'confidential',
    })
    const { data: renewed } = await admin().regenerateClientSecret(made.client_id)
    expect(renewed!.client_secret).not.toBe(made.client_secret)
    const form = { grant_type: 'refresh_token', refresh_token: 'x' }
    expect((await token(form, basic(made.client_id, made.client_secret!))).status).toBe(401)
    expect((await token(form, basic(made.client_id, renewed!.client_secret!))).body['error']).toBe('invalid_grant')
    expect((await admin().deleteClient(made.client_id)).error).toBeNull()
    expect((await admin().getClient(made.client_id)).error).toMatchObject({
      status: 404,
      code: 'oauth_client_not_found',
    })
  })

  it('end with all that people let them have', async () => {
    const [person, client] = [await newPerson(), await newClient()]
    const { answer } = await letIn(person, client)
    await admin().deleteClient(client.client_id)
    const bearer = { authorization: `Bearer ${answer.body['access_token']!}` }
    expect((await fetch(at('/oauth/userinfo'), { headers: bearer })).status).toBe(403)
    expect((await person.auth.oauth.listGrants()).data).toEqual([])
  })

  it.each([
    [{ client_name: ' ' }, 'client_name'],
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ redirect_uris: Array.from({ length: 11 }, (_, index) => `https://shelf.example/${index}`) }, 'redirect_uris'],
    [{ redirect_uris: ['http://shelf.example/'] }, 'redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uri'],
    [{ redirect_uris: ['https://shelf.example/#x'] }, 'redirect_uri'],
    [{ client_uri: 'javascript:alert(1)' }, 'client_uri'],
    [{ client_type: 'public', token_endpoint_auth_method: 'client_secret_post' }, 'token_endpoint_auth_method'],
    [{ grant_types: ['password'] }, 'grant_types'],
    [{ response_types: ['token'] }, 'response_types'],
    [{ scope: 'everything' }, 'scope'],
  ])('with %o are refused', async (change, field) => {
    const wish = { client_name: 'Shelf', redirect_uris: [callback], ...change }
    expect(await server.call('POST', '/oauth/clients/register', { body: wish })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: expect.stringContaining(field) },
    })
  })

  it('register themselves where that is allowed, and where not, are told so', async () => {
    const wish = { client_name: 'Shelf', redirect_uris: [callback], client_type: 'public' }
    expect(await server.call('POST', '/oauth/clients/register', { body: wish })).toMatchObject({
      status: 201,
      body: { registration_type: 'dynamic', client_id: expect.any(String) },
    })
    await using closed = await startAuthServer({
      change: (defaults) => ({ ...defaults, oauthServer: { ...defaults.oauthServer, enabled: true } }),
    })
    expect(await closed.call('POST', '/oauth/clients/register', { body: wish })).toMatchObject({
      status: 403,
      body: { error_code: 'oauth_dynamic_client_registration_disabled' },
    })
    const described = async ({ url }: AuthServer) =>
      (await (await fetch(`${url}/auth/v1/.well-known/openid-configuration`)).json()) as Record<string, unknown>
    expect(await described(closed)).not.toHaveProperty('registration_endpoint')
    expect(await described(server)).toMatchObject({
      issuer: at(''),
      registration_endpoint: at('/oauth/clients/register'),
      code_challenge_methods_supported: ['S256'],
    })
  })
})
