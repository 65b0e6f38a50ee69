/** The third draw of auth: administrators. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { freshPhone } from './second-messages.ts'
import { asAdmin, freshEmail, newPerson, PASSWORD, type AuthServer, type AuthWorld } from './world.ts'

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

export const thirdAdminCases: readonly Case[] = [
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
