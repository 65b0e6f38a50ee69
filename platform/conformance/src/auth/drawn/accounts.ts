/** Drawn cases of administrators, of signing up and of what people change of their accounts. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { asAdmin, freshEmail, newPerson, PASSWORD, signIn, type AuthServer, type AuthWorld } from './world.ts'

type Case = DrawnCase<AuthWorld>

async function create(server: AuthServer, body: object) {
  return server.call('POST', '/admin/users', { body, ...asAdmin(server) })
}

const deletes =
  (body: object | undefined, isGone: boolean) =>
  async ({ server }: AuthWorld) => {
    const { id, email } = await newPerson(server)
    const answer = await server.call('DELETE', `/admin/users/${id}`, { ...asAdmin(server), ...(body && { body }) })
    const found = await server.sql('select id from auth.users where email = $1', [email])
    const kept = await server.sql('select id from auth.users where id = $1', [id])
    expect([answer.status, found.length, kept.length]).toEqual([200, 0, isGone ? 0 : 1])
  }

const admin: readonly Case[] = [
  { from: 'A.1', run: async ({ server }) => expect((await server.call('GET', '/admin/users')).status).toBe(401) },
  {
    from: 'A.3',
    async run({ serverWith }) {
      const server = await serverWith((config) => config)
      for (const _ of [1, 2]) await create(server, { email: freshEmail() })
      const { status, headers, body } = await server.call('GET', '/admin/users?per_page=1', asAdmin(server))
      const page = '/admin/users?page=2&per_page=1'
      expect(status).toBe(200)
      expect(headers.get('link')).toBe(`<${page}>; rel="next", <${page}>; rel="last"`)
      expect([headers.get('x-total-count'), (body as { users: object[] }).users.length]).toEqual(['2', 1])
    },
  },
  {
    from: 'A.7',
    async run({ server }) {
      const named = await create(server, { email: freshEmail(), user_metadata: { full_name: 'Test Named User' } })
      const { status, body } = await server.call('GET', '/admin/users?filter=Named', asAdmin(server))
      expect([status, body]).toMatchObject([200, { users: [{ email: (named.body as { email: string }).email }] }])
    },
  },
  {
    from: 'A.11',
    async run({ server }) {
      const email = freshEmail()
      const { status, body } = await create(server, { email, phone: '', password: '' })
      expect([status, body]).toMatchObject([
        200,
        {
          email,
          phone: '',
          app_metadata: { provider: 'email', providers: ['email'] },
          identities: [{ provider: 'email', identity_data: { email } }],
        },
      ])
      expect((await signIn(server, email, '')).token).toBe('')
    },
  },
  {
    from: 'A.12',
    async run({ server }) {
      const email = freshEmail()
      const asked = { email, phone: '', password: PASSWORD, ban_duration: '24h' }
      const { status, body } = await create(server, asked)
      expect([status, body]).toMatchObject([200, { email, app_metadata: { provider: 'email', providers: ['email'] } }])
    },
  },
  { from: 'A.17', run: deletes(undefined, true) },
  { from: 'A.19', run: deletes({ should_soft_delete: true }, false) },
  {
    from: 'A.23',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({ ...config, phone: { ...config.phone, enabled: false } }))
      expect((await create(server, { phone: '123456789', password: PASSWORD })).status).toBe(200)
    },
  },
  {
    from: 'A.27',
    async run({ server }) {
      const { id, token } = await newPerson(server)
      const enrolled = await server.call('POST', '/factors', {
        token,
        body: { factor_type: 'totp', friendly_name: 'testSimpleName' },
      })
      const path = `/admin/users/${id}/factors/${(enrolled.body as { id: string }).id}`
      const answer = await server.call('PUT', path, { body: { friendly_name: 'john' }, ...asAdmin(server) })
      expect(answer.status).toBe(200)
    },
  },
]

const signUps: readonly Case[] = [
  {
    from: 'S.1',
    async run({ server }) {
      const email = freshEmail()
      const { status, body } = await server.call('POST', '/signup', {
        body: { email, password: PASSWORD, data: { a: 1 } },
      })
      const app = { provider: 'email', providers: ['email'] }
      expect([status, body]).toMatchObject([
        200,
        { email, aud: 'authenticated', user_metadata: { a: 1 }, app_metadata: app },
      ])
    },
  },
  {
    from: 'S.2',
    async run({ server }) {
      const { email, id } = await newPerson(server)
      const { status, body } = await server.call('POST', '/signup', {
        body: { email, password: PASSWORD, data: { a: 1 } },
      })
      const app = { provider: 'email', providers: ['email'] }
      expect([status, body]).toMatchObject([
        200,
        { email, aud: 'authenticated', user_metadata: { a: 1 }, app_metadata: app },
      ])
      expect((body as { id: string }).id).not.toBe(id)
    },
  },
  {
    from: 'N.1',
    async run({ server }) {
      const { status, body } = await server.call('POST', '/signup', { body: { data: { field: 'foo' } } })
      const { user } = body as { user: object }
      expect([status, user]).toMatchObject([
        200,
        { aud: 'authenticated', email: '', phone: '', is_anonymous: true, id: expect.any(String) },
      ])
      expect(user).toHaveProperty('user_metadata', { field: 'foo' })
    },
  },
  {
    from: 'N.2',
    async run({ server }) {
      const started = (await server.call('POST', '/signup', { body: {} })).body as {
        access_token: string
        user: { id: string }
      }
      const [{ access_token: token, user }, email] = [started, freshEmail()]
      const asked = await server.call('PUT', '/user', { token, body: { email } })
      expect([asked.status, asked.body]).toMatchObject([200, { is_anonymous: true }])
      const body = { type: 'email_change', email, token: await server.codeOf(email) }
      const verified = (await server.call('POST', '/verify', { body })).body as { user: object }
      expect(verified.user).toMatchObject({
        id: user.id,
        aud: 'authenticated',
        is_anonymous: false,
        email,
        email_confirmed_at: expect.any(String),
        identities: [{ provider: 'email' }],
      })
      expect(verified.user).toHaveProperty('app_metadata', { provider: 'email', providers: ['email'] })
    },
  },
  {
    from: 'N.4',
    async run({ serverWith }) {
      const rate = { limit: 5, seconds: 3_600 }
      const server = await serverWith((config) => ({ ...config, rates: { ...config.rates, anonymousSignUp: rate } }))
      for (let turn = 0; turn < 5; turn += 1)
        expect((await server.call('POST', '/signup', { body: {} })).status).toBe(200)
      const forwarded = { headers: { 'x-forwarded-for': '1.1.1.1' } }
      for (const more of [{}, forwarded])
        expect((await server.call('POST', '/signup', { body: {}, ...more })).status).toBe(429)
    },
  },
]

const changesEmail =
  (first: object, twice: boolean) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => ({ ...config, email: { ...config.email, confirmChangeTwice: twice } }))
    const credentials = { password: PASSWORD, ...first }
    await create(server, { ...credentials, email_confirm: true, phone_confirm: true })
    const signedIn = await server.call('POST', '/token?grant_type=password', { body: credentials })
    const { access_token: token } = signedIn.body as { access_token: string }
    expect((await server.call('PUT', '/user', { token, body: { email: 'new@example.com' } })).status).toBe(200)
  }

const newPassword =
  (password: string, status: number, { isStrict = false, isOld = false } = {}) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => ({
      ...config,
      passwords: { ...config.passwords, changeNeedsReauthentication: isStrict },
    }))
    const { email, id, token } = await newPerson(server)
    if (isOld)
      await server.sql(`update auth.sessions set created_at = now() - interval '1 day' where user_id = $1`, [id])
    const answer = await server.call('PUT', '/user', { token, body: { password, nonce: '' } })
    expect(answer.status).toBe(status)
    expect((await signIn(server, email, password)).token !== '').toBe(status === 200)
  }

const own: readonly Case[] = [
  {
    from: 'U.1',
    async run({ server }) {
      const { token } = await newPerson(server)
      expect((await server.call('GET', '/user', { token })).status).toBe(200)
    },
  },
  { from: 'U.3', run: changesEmail({ phone: '234567890' }, true) },
  { from: 'U.4', run: changesEmail({ email: 'foo@example.com' }, false) },
  { from: 'U.9', run: newPassword('', 422) },
  { from: 'U.11', run: newPassword('new password 123', 400, { isStrict: true, isOld: true }) },
  { from: 'U.12', run: newPassword('new password 123', 200, { isStrict: true }) },
  { from: 'U.14', run: newPassword('new password 123', 200) },
  {
    from: 'U.16',
    async run({ server }) {
      const first = await newPerson(server)
      const second = await signIn(server, first.email)
      const body = { password: 'new password 123' }
      expect((await server.call('PUT', '/user', { token: first.token, body })).status).toBe(200)
      const refresh = (token: string) =>
        server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
      expect([(await refresh(first.refreshToken)).status, (await refresh(second.refreshToken)).status]).toEqual([
        200, 400,
      ])
    },
  },
]

export const accountCases: readonly Case[] = [...admin, ...signUps, ...own]
