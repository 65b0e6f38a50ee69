/** The third draw of auth: what the first two left. */
import { createHash } from 'node:crypto'

import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { freshPhone } from './second-messages.ts'
import { asAdmin, freshEmail, newPerson, PASSWORD, signIn, type AuthServer, type AuthWorld } from './world.ts'

type Case = DrawnCase<AuthWorld>
type Body = Record<string, unknown>

const create = (server: AuthServer, body: object) => server.call('POST', '/admin/users', { body, ...asAdmin(server) })

const updates =
  (body: object, status: number) =>
  async ({ server }: AuthWorld) => {
    const { id } = await newPerson(server)
    expect((await server.call('PUT', `/admin/users/${id}`, { body, ...asAdmin(server) })).status).toBe(status)
  }

const updatesFactor =
  (body: object, status: number) =>
  async ({ server }: AuthWorld) => {
    const { id, token } = await newPerson(server)
    const asked = { factor_type: 'totp', friendly_name: 'testSimpleName' }
    const factor = (await server.call('POST', '/factors', { token, body: asked })).body as { id: string }
    const path = `/admin/users/${id}/factors/${factor.id}/`
    expect((await server.call('PUT', path, { body, ...asAdmin(server) })).status).toBe(status)
  }

const admin: readonly Case[] = [
  {
    from: 'A.2',
    async run({ serverWith }) {
      const server = await serverWith((config) => config)
      const { status, headers } = await server.call('GET', '/admin/users', asAdmin(server))
      expect([status, headers.get('link'), headers.get('x-total-count')]).toEqual([
        200,
        '</admin/users?page=0>; rel="last"',
        '0',
      ])
    },
  },
  {
    from: 'A.6',
    async run({ server }) {
      const email = `filtered-${freshEmail()}`
      await create(server, { email })
      const { status, body } = await server.call('GET', '/admin/users?filter=filtered-', asAdmin(server))
      const emails = (body as { users: { email: string }[] }).users.map((user) => user.email)
      expect([status, emails]).toEqual([200, [email]])
    },
  },
  {
    from: 'A.8',
    async run({ server }) {
      const phone = freshPhone()
      const { status, body } = await create(server, { phone, password: PASSWORD })
      const app = { provider: 'phone', providers: ['phone'] }
      const identities = [{ provider: 'phone', identity_data: { phone } }]
      expect([status, body]).toMatchObject([200, { email: '', phone, app_metadata: app, identities }])
      const found = await server.sql('select encrypted_password from auth.users where phone = $1', [phone])
      expect(found).toEqual([{ encrypted_password: expect.stringMatching(/./) }])
    },
  },
  {
    from: 'A.14',
    async run({ server }) {
      const [{ id }, email, phone] = [await newPerson(server), freshEmail(), freshPhone()]
      const asked = {
        role: 'testing',
        app_metadata: { roles: ['writer', 'editor'] },
        user_metadata: { name: 'David' },
        ban_duration: '24h',
        email,
        phone,
      }
      const { status, body } = await server.call('PUT', `/admin/users/${id}`, { body: asked, ...asAdmin(server) })
      const { identities, ...user } = body as { identities: Body[] }
      expect([status, user]).toMatchObject([
        200,
        { role: 'testing', email, phone, user_metadata: { name: 'David' }, banned_until: expect.any(String) },
      ])
      expect(user).toHaveProperty('app_metadata.roles', ['writer', 'editor'])
      expect(identities.length).toBeGreaterThan(0)
      for (const { provider, identity_data: data, ...identity } of identities) {
        expect(identity).toMatchObject({ id, user_id: id })
        expect(data).toMatchObject(provider === 'email' ? { email } : { phone })
      }
    },
  },
  { from: 'A.15', run: updates({ password: '' }, 422) },
  { from: 'A.16', run: updates({ ban_duration: '24' }, 400) },
  {
    from: 'A.18',
    async run({ server }) {
      const { id } = await newPerson(server)
      const body = { should_soft_delete: false }
      const answer = await server.call('DELETE', `/admin/users/${id}?is_soft_delete=false`, {
        body,
        ...asAdmin(server),
      })
      expect([answer.status, await server.sql('select id from auth.users where id = $1', [id])]).toEqual([200, []])
    },
  },
  {
    from: 'A.21',
    async run({ server }) {
      const { id } = await newPerson(server, { phone: freshPhone(), user_metadata: { name: 'test' } })
      await server.sql(
        `update auth.users set confirmation_token = 'a', recovery_token = 'b', email_change_token_current = 'c',
          email_change_token_new = 'd', phone_change_token = 'e' where id = $1`,
        [id],
      )
      await server.sql(
        `insert into auth.identities (provider_id, user_id, identity_data, provider)
          values ('234567', $1, '{"sub": "234567", "email": "test@example.com"}', 'github')`,
        [id],
      )
      const body = { should_soft_delete: true }
      expect((await server.call('DELETE', `/admin/users/${id}`, { body, ...asAdmin(server) })).status).toBe(200)
      const empty = ['confirmation_token', 'recovery_token', 'email_change_token_current', 'email_change_token_new']
      const columns = [...empty, 'phone_change_token', 'encrypted_password'].map((name) => `coalesce(${name}, '')`)
      const found = await server.sql(
        `select concat(${columns.join(', ')}) as kept, coalesce(raw_user_meta_data, '{}') as own,
          coalesce(raw_app_meta_data, '{}') as app, deleted_at is not null as gone, email <> '' as email
          from auth.users where id = $1`,
        [id],
      )
      expect(found).toEqual([{ kept: '', own: {}, app: {}, gone: true, email: true }])
      const identities = await server.sql<{ data: object }>(
        `select coalesce(identity_data, '{}') as data from auth.identities where user_id = $1`,
        [id],
      )
      for (const { data } of identities) expect(data).toEqual({})
    },
  },
  {
    from: 'A.22',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({ ...config, email: { ...config.email, enabled: false } }))
      expect((await create(server, { email: freshEmail(), password: PASSWORD })).status).toBe(200)
    },
  },
  {
    from: 'A.24',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({ ...config, signUp: { ...config.signUp, enabled: false } }))
      expect((await create(server, { email: freshEmail(), password: PASSWORD })).status).toBe(200)
    },
  },
  { from: 'A.28', run: updatesFactor({ friendly_name: 'john', factor_type: 'totp' }, 200) },
  { from: 'A.29', run: updatesFactor({ factor_type: 'invalid_factor' }, 400) },
]

const challenge = createHash('sha256').update('v'.repeat(64)).digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 's256' }
const oneConfirms = (config: AuthServer['config']) => ({
  ...config,
  email: { ...config.email, confirmChangeTwice: false },
})

const messages: readonly Case[] = [
  {
    from: 'E.8',
    async run({ server }) {
      const email = freshEmail()
      await server.call('POST', '/signup', { body: { email, password: PASSWORD } })
      const first = await server.codeOf(email)
      const token = () =>
        server.sql('select confirmation_token, confirmation_sent_at from auth.users where email = $1', [email])
      const before = await token()
      expect((await server.call('POST', '/resend', { body: { type: 'signup', email } })).status).toBe(200)
      await expect.poll(() => server.codeOf(email)).not.toBe(first)
      expect(await token()).not.toEqual(before)
    },
  },
  {
    from: 'E.13',
    async run({ serverWith }) {
      const server = await serverWith(oneConfirms)
      const [{ email, token }, next] = [await newPerson(server), freshEmail()]
      await server.call('PUT', '/user', { token, body: { email: next } })
      await server.codeOf(next)
      expect((await server.call('POST', '/resend', { body: { type: 'email_change', email, ...pkce } })).status).toBe(
        200,
      )
      const kept = () =>
        server.sql(
          `select token_hash as token from auth.one_time_tokens where token_type = 'email_change_new'
            and user_id = (select id from auth.users where email = $1)`,
          [email],
        )
      await expect.poll(kept).toEqual([{ token: expect.stringMatching(/^pkce_/) }])
    },
  },
  {
    from: 'O.5',
    async run({ server }) {
      const body = { email: freshEmail(), create_user: true, data: { somedata: 'metadata' } }
      const answer = await server.call('POST', '/otp', { body })
      expect([answer.status, answer.body]).toEqual([200, {}])
    },
  },
  {
    from: 'O.6',
    async run({ server }) {
      const body = { email: 'test@example.com', phone: '123456789', create_user: true }
      const answer = await server.call('POST', '/otp', { body })
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 400, msg: 'Only an email address or phone number should be provided' },
      ])
    },
  },
  {
    from: 'O.7',
    differs: 'a channel that is none is a body that cannot be read',
    async run({ server }) {
      const body = { phone: '123456789', channel: 'invalidchannel', create_user: true }
      const answer = await server.call('POST', '/otp', { body })
      expect([answer.status, answer.body]).toMatchObject([
        400,
        { code: 400, error_code: 'bad_json', msg: expect.stringContaining('invalidchannel') },
      ])
    },
  },
  {
    from: 'R.4',
    async run({ server }) {
      const answer = await server.call('POST', '/recover', { body: { email: 'nobody@shop.example' } })
      expect([answer.status, answer.body]).toEqual([200, {}])
      expect(server.mails.filter(({ to }) => to === 'nobody@shop.example')).toEqual([])
    },
  },
]

const refresh = async (server: AuthServer, token: string) => {
  const body = { refresh_token: token }
  const answer = await server.call('POST', '/token?grant_type=refresh_token', { body })
  return { status: answer.status, body: answer.body as { refresh_token: string; error_code: string } }
}

/** Three tokens of a session, renewed where none may be used again, and what the last of `tried` (1 to 3) answers. */
const rotates =
  (...tried: readonly number[]) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => ({ ...config, refresh: { reuseSeconds: 0 } }))
    const tokens = [(await newPerson(server)).refreshToken]
    for (let turn = 0; turn < 2; turn += 1) tokens.push((await refresh(server, tokens.at(-1)!)).body.refresh_token)
    const answers = []
    for (const turn of tried) answers.push(await refresh(server, tokens[turn - 1]!))
    expect(answers.at(-1)).toMatchObject({
      status: 400,
      body: { error_code: expect.stringMatching(/^refresh_token_|^session_/) },
    })
  }

const tokens: readonly Case[] = [
  {
    from: 'T.2',
    async run({ server }) {
      const { email } = await newPerson(server)
      const answer = await server.call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } })
      expect(answer.status).toBe(200)
    },
  },
  {
    from: 'T.8',
    async run({ server }) {
      const { id, refreshToken } = await newPerson(server)
      const ban = { body: { ban_duration: '24h' }, ...asAdmin(server) }
      expect((await server.call('PUT', `/admin/users/${id}`, ban)).status).toBe(200)
      expect((await refresh(server, refreshToken)).status).toBe(400)
    },
  },
  { from: 'T.10', run: rotates(1) },
  { from: 'T.11', run: rotates(1, 2) },
  { from: 'T.12', run: rotates(1, 2, 3) },
  {
    from: 'T.14',
    async run({ server }) {
      const { id, refreshToken } = await newPerson(server)
      await server.sql(`update auth.sessions set not_after = now() + interval '1 minute' where user_id = $1`, [id])
      expect((await refresh(server, refreshToken)).status).toBe(200)
    },
  },
]

/** Where a session that is not young needs a code from a message. */
const newPassword =
  (body: object, status: number) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => ({
      ...config,
      passwords: { ...config.passwords, changeNeedsReauthentication: true },
    }))
    const { email, id, token } = await newPerson(server)
    await server.sql(`update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`, [id])
    const password = 'new password 1234'
    expect((await server.call('PUT', '/user', { token, body: { password, ...body } })).status).toBe(status)
    expect((await signIn(server, email, password)).token).toBe('')
  }

const own: readonly Case[] = [
  {
    from: 'U.6',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({ ...config, phone: { ...config.phone, autoconfirm: true } }))
      const { token } = await newPerson(server, { phone: '123456789' })
      const answer = await server.call('PUT', '/user', { token, body: { phone: '123456789' } })
      expect([answer.status, answer.body]).toMatchObject([200, { phone: '123456789' }])
    },
  },
  { from: 'U.10', run: newPassword({}, 400) },
  { from: 'U.13', run: newPassword({ nonce: '123456' }, 422) },
]

export const thirdCases: readonly Case[] = [...admin, ...messages, ...tokens, ...own]
