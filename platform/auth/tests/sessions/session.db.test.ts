import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'

describe('a session, by the official client', () => {
  it('begins with sign-up, and the user has the shape of the wire', async () => {
    const client = server.client()
    const { data, error } = await client.auth.signUp({
      email: 'Ada@Shop.example ',
      password,
      options: { data: { name: 'Ada' } },
    })
    expect(error).toBeNull()
    const { user, session } = data
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'ada@shop.example',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        name: 'Ada',
        email: 'ada@shop.example',
        email_verified: true,
        phone_verified: false,
        sub: user!.id,
      },
    })
    expect(user!.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$/)
    expect(user!.confirmed_at).toBe(user!.email_confirmed_at)
    expect(user!.last_sign_in_at).toMatch(/Z$/)
    expect(user).not.toHaveProperty('encrypted_password')
    expect(user).not.toHaveProperty('phone_confirmed_at')
    expect(user!.identities).toEqual([
      expect.objectContaining({
        id: user!.id,
        user_id: user!.id,
        provider: 'email',
        email: 'ada@shop.example',
        identity_data: { email: 'ada@shop.example', email_verified: true, phone_verified: false, sub: user!.id },
      }),
    ])
  })

  it('is told to each of several people who ask at one moment', async () => {
    const people = await Promise.all(
      ['bao@shop.example', 'cleo@shop.example'].map(async (email) => {
        const client = server.client()
        const { data } = await client.auth.signUp({ email, password })
        return { email, client, token: data.session!.access_token }
      }),
    )
    const asked = Array.from({ length: 20 }, (_, index) => people[index % people.length]!)
    const told = await Promise.all(asked.map(({ client, token }) => client.auth.getUser(token)))
    expect(told.map(({ data }) => data.user?.email)).toEqual(asked.map(({ email }) => email))
    await people[0]!.client.auth.signOut()
    const after = await Promise.all(asked.map(({ client, token }) => client.auth.getUser(token)))
    expect(after.map(({ data }) => data.user?.email)).toEqual(
      asked.map(({ email }) => (email === people[0]!.email ? undefined : email)),
    )
  })

  it('carries the claims of the wire, signed by a published key', async () => {
    const client = server.client()
    const { data } = await client.auth.signUp({ email: 'claims@shop.example', password })
    const { data: verified, error } = await client.auth.getClaims()
    expect(error).toBeNull()
    expect(verified!.header).toMatchObject({ alg: 'ES256', typ: 'JWT' })
    expect(verified!.claims).toMatchObject({
      iss: `${server.url}/auth/v1`,
      sub: data.user!.id,
      aud: 'authenticated',
      role: 'authenticated',
      email: 'claims@shop.example',
      phone: '',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email' },
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(verified!.claims.exp - verified!.claims.iat).toBe(3600)
  })

  it('opens again with the password and reads the user', async () => {
    await server.client().auth.signUp({ email: 'ben@shop.example', password })
    const client = server.client()
    const { error } = await client.auth.signInWithPassword({ email: 'BEN@shop.example', password })
    expect(error).toBeNull()
    const { data } = await client.auth.getUser()
    expect(data.user?.email).toBe('ben@shop.example')
  })

  it('works by phone number', async () => {
    const { data } = await server.client().auth.signUp({ phone: '+221 77 123 45 67', password })
    expect(data.user).toMatchObject({ phone: '221771234567', email: '', app_metadata: { provider: 'phone' } })
    const again = await server.client().auth.signInWithPassword({ phone: '+221771234567', password })
    expect(again.error).toBeNull()
    expect(again.data.user?.identities?.[0]).toMatchObject({
      provider: 'phone',
      identity_data: { phone: '221771234567' },
    })
  })
})
