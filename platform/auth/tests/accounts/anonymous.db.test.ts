import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: (config) => ({ ...config, signUp: { enabled: true, anonymous: true } }) })
})
afterAll(() => server[Symbol.asyncDispose]())

describe('an anonymous person', () => {
  it('has a session, a token that says so, and no identity', async () => {
    const client = server.client()
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { theme: 'dark' } } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      is_anonymous: true,
      email: '',
      phone: '',
      identities: [],
      app_metadata: {},
      user_metadata: { theme: 'dark' },
    })
    expect((await client.auth.getClaims()).data!.claims).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      amr: [{ method: 'anonymous' }],
    })
    expect((await client.auth.refreshSession()).error).toBeNull()
  })

  it('becomes a person with an address and a password, under the same id', async () => {
    const client = server.client()
    const { data } = await client.auth.signInAnonymously()
    const changed = await client.auth.updateUser({ email: 'named@shop.example', password: 'correct horse' })
    expect(changed.error).toBeNull()
    expect(changed.data.user).toMatchObject({
      id: data.user!.id,
      is_anonymous: false,
      email: 'named@shop.example',
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email: 'named@shop.example', email_verified: true } }],
    })
    const again = await server
      .client()
      .auth.signInWithPassword({ email: 'named@shop.example', password: 'correct horse' })
    expect(again.data.user!.id).toBe(data.user!.id)
  })

  it('cannot reauthenticate: there is nowhere to write to', async () => {
    const client = server.client()
    await client.auth.signInAnonymously()
    expect((await client.auth.reauthenticate()).error?.code).toBe('validation_failed')
  })
})

describe('a closed house', () => {
  it('signs nobody up, by any way', async () => {
    await using closed = await startAuthServer({
      change: (config) => ({ ...config, signUp: { enabled: false, anonymous: true } }),
    })
    const credentials = { email: 'late@shop.example', password: 'correct horse' }
    expect((await closed.client().auth.signUp(credentials)).error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
    })
    expect((await closed.client().auth.signInAnonymously()).error?.code).toBe('signup_disabled')
    expect((await closed.client().auth.signInWithOtp({ email: credentials.email })).error).toBeNull()
    expect(await closed.sql('select id from auth.users where email = $1', [credentials.email])).toEqual([])
    expect((await closed.call('GET', '/settings')).body.disable_signup).toBe(true)
  })

  it('without mail or phone takes neither', async () => {
    await using closed = await startAuthServer({
      change: (config) => ({
        ...config,
        email: { ...config.email, enabled: false },
        phone: { ...config.phone, enabled: false },
      }),
    })
    const byMail = { email: 'a@shop.example', password: 'correct horse' }
    const byPhone = { phone: '221771234567', password: 'correct horse' }
    expect((await closed.client().auth.signUp(byMail)).error).toMatchObject({
      status: 400,
      code: 'email_provider_disabled',
    })
    expect((await closed.client().auth.signUp(byPhone)).error).toMatchObject({
      status: 400,
      code: 'phone_provider_disabled',
    })
    expect((await closed.client().auth.signInWithPassword(byMail)).error).toMatchObject({
      status: 422,
      code: 'email_provider_disabled',
    })
    expect((await closed.client().auth.signInWithOtp({ email: byMail.email })).error?.code).toBe(
      'email_provider_disabled',
    )
  })
})
