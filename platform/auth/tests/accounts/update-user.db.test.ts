import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'

async function member(email: string) {
  const client = server.client()
  const { data } = await client.auth.signUp({ email, password })
  return { client, user: data.user!, token: data.session!.access_token }
}

describe('PUT /user', () => {
  it('merges data, and removes what is null', async () => {
    const { client } = await member('data@shop.example')
    await client.auth.updateUser({ data: { theme: 'dark', language: 'fr' } })
    const { data } = await client.auth.updateUser({ data: { theme: null, size: 12 } })
    expect(data.user!.user_metadata).toMatchObject({ language: 'fr', size: 12, email: 'data@shop.example' })
    expect(data.user!.user_metadata).not.toHaveProperty('theme')
  })

  it('with a new password ends the other sessions, and the old password', async () => {
    const { client } = await member('secret@shop.example')
    const other = server.client()
    await other.auth.signInWithPassword({ email: 'secret@shop.example', password })
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    expect((await client.auth.getUser()).error).toBeNull()
    expect(
      (await server.client().auth.signInWithPassword({ email: 'secret@shop.example', password })).error?.code,
    ).toBe('invalid_credentials')
    const again = await server
      .client()
      .auth.signInWithPassword({ email: 'secret@shop.example', password: 'battery staple' })
    expect(again.error).toBeNull()
  })

  it('applies a new address at once where addresses are taken at their word', async () => {
    const { client, user } = await member('before@shop.example')
    const { data } = await client.auth.updateUser({ email: 'After@shop.example', phone: '+2250102030405' })
    expect(data.user).toMatchObject({ id: user.id, email: 'after@shop.example', phone: '2250102030405' })
    expect(data.user).not.toHaveProperty('new_email')
    expect(data.user!.app_metadata).toEqual({ provider: 'email', providers: ['email', 'phone'] })
    expect(
      data.user!.identities!.map(({ provider, identity_data: known }) => [
        provider,
        known?.['email'] ?? known?.['phone'],
      ]),
    ).toEqual([
      ['email', 'after@shop.example'],
      ['phone', '2250102030405'],
    ])
    expect((await server.client().auth.signInWithPassword({ email: 'after@shop.example', password })).error).toBeNull()
  })

  it.each<[string, object, number, string]>([
    ['the same password', { password }, 422, 'same_password'],
    ['a weak password', { password: 'abc' }, 422, 'weak_password'],
    [
      'a wrong current password',
      { password: 'battery staple', current_password: 'guess' },
      400,
      'current_password_invalid',
    ],
    ['somebody’s address', { email: 'TAKEN@shop.example' }, 422, 'email_exists'],
    ['somebody’s number', { phone: '+22177000000' }, 422, 'phone_exists'],
    ['no address', { email: 'nonsense' }, 400, 'validation_failed'],
    ['rights', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    ['data that cannot be stored', { data: { a: ['\u0000'] } }, 400, 'validation_failed'],
  ])('refuses %s', async (name, body, status, code) => {
    await server.call('POST', '/signup', { body: { email: 'taken@shop.example', password } })
    await server.call('POST', '/signup', { body: { phone: '+22177000000', password } })
    const { token } = await member(`refused-${name.replace(/\W/g, '')}@shop.example`)
    expect(await server.call('PUT', '/user', { token, body })).toMatchObject({ status, body: { error_code: code } })
  })

  it('A-25 takes no other column', async () => {
    const { client, token, user } = await member('columns@shop.example')
    const body = {
      role: 'service_role',
      aud: 'x',
      is_super_admin: true,
      email_confirmed_at: null,
      id: '0',
      banned_until: null,
      data: { role: 'service_role', provider: 'x' },
    }
    expect((await server.call('PUT', '/user', { token, body })).status).toBe(200)
    const { data } = await client.auth.getUser()
    const known = ['id', 'role', 'aud', 'email_confirmed_at', 'app_metadata'] as const
    for (const field of known) expect(data.user![field]).toEqual(user[field])
  })

  it('A-26 keeps large metadata out of the token, not out of the account', async () => {
    const { client } = await member('large@shop.example')
    const note = 'x'.repeat(20_000)
    await client.auth.updateUser({ data: { note } })
    const { data } = await client.auth.refreshSession()
    expect(data.session!.access_token.length).toBeLessThan(4_000)
    expect((await client.auth.getUser()).data.user!.user_metadata['note']).toBe(note)
  })
})

describe('PUT /user where a password needs a fresh proof', () => {
  let strict: AuthServer
  beforeAll(async () => {
    strict = await startAuthServer({
      change: (config) => ({ ...config, passwords: { ...config.passwords, changeNeedsReauthentication: true } }),
    })
  })
  afterAll(() => strict[Symbol.asyncDispose]())

  it('A-27 asks for a nonce from an old session, takes it once', async () => {
    const client = strict.client()
    await client.auth.signUp({ email: 'nonce@shop.example', password })
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    await strict.sql(`update auth.sessions set created_at = now() - interval '25 hours'`)
    const change = (nonce?: string) =>
      client.auth.updateUser({ password: `horse ${nonce ?? ''}`, ...(nonce === undefined ? {} : { nonce }) })
    expect((await change()).error?.code).toBe('reauthentication_needed')
    expect((await change('000000')).error?.code).toBe('reauthentication_not_valid')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const nonce = await strict.codeOf('nonce@shop.example')
    expect((await change(nonce)).error).toBeNull()
    expect((await change(nonce)).error?.code).toBe('reauthentication_not_valid')
  })
})
