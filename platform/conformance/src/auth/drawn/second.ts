/** The second draw of auth; what is sent to people, and what they change, is in second-messages.ts. */
import { createHash } from 'node:crypto'

import { expect } from 'vitest'

import { fragmentOf, queryOf, visit } from '../../../../auth/testing/auth-server.ts'
import type { DrawnCase } from '../../drawn.ts'
import { freshPhone, secondMessageCases } from './second-messages.ts'
import { asAdmin, freshEmail, newPerson, PASSWORD, signIn, type AuthServer, type AuthWorld } from './world.ts'

type Case = DrawnCase<AuthWorld>
type Body = Record<string, unknown>
type Person = { readonly id: string }

const create = (server: AuthServer, body: object) => server.call('POST', '/admin/users', { body, ...asAdmin(server) })

const sorted =
  (order: string, names: readonly string[]) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => config)
    for (const name of ['old', 'new']) await create(server, { email: `${name}@shop.example` })
    await server.sql(`update auth.users set created_at = now() - interval '1 minute' where email like 'old@%'`)
    const path = `/admin/users?sort=created_at+${order}`
    const { status, body } = await server.call('GET', path, asAdmin(server))
    const emails = (body as { users: { email: string }[] }).users.map(({ email }) => email)
    expect([status, emails]).toEqual([200, names.map((name) => `${name}@shop.example`)])
  }

const enrolls = async (server: AuthServer, token: string) => {
  const asked = { factor_type: 'totp', friendly_name: 'testSimpleName' }
  return (await server.call('POST', '/factors', { token, body: asked })).body as { id: string }
}

const admin: readonly Case[] = [
  { from: 'A.4', run: sorted('asc', ['old', 'new']) },
  { from: 'A.5', run: sorted('desc', ['new', 'old']) },
  {
    from: 'A.9',
    async run({ server }) {
      const [email, phone] = [freshEmail(), freshPhone()]
      const { status, body } = await create(server, { email, phone, password: PASSWORD, email_confirm: true })
      const { identities, ...user } = body as { identities: Body[] }
      expect([status, user]).toMatchObject([200, { email, phone, app_metadata: { provider: 'email' } }])
      expect((user as { app_metadata: Body }).app_metadata['providers']).toEqual(
        expect.arrayContaining(['email', 'phone']),
      )
      expect(identities).toHaveLength(2)
      expect(identities).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ provider: 'email', identity_data: expect.objectContaining({ email }) }),
          expect.objectContaining({ provider: 'phone', identity_data: expect.objectContaining({ phone }) }),
        ]),
      )
      expect((await signIn(server, email)).token).not.toBe('')
    },
  },
  {
    from: 'A.10',
    async run({ server }) {
      const email = freshEmail()
      const { status, body } = await create(server, { email, phone: '', email_confirm: true })
      const app = { provider: 'email', providers: ['email'] }
      expect([status, body]).toMatchObject([
        200,
        { email, phone: '', app_metadata: app, identities: [{ provider: 'email', identity_data: { email } }] },
      ])
      expect((await signIn(server, email, '')).token).toBe('')
    },
  },
  {
    from: 'A.13',
    async run({ server }) {
      const email = freshEmail()
      const { id } = (await create(server, { email, user_metadata: { full_name: 'Test Get User' } })).body as Person
      const { status, body } = await server.call('GET', `/admin/users/${id}`, asAdmin(server))
      expect([status, body]).toMatchObject([200, { email, app_metadata: {} }])
      expect(body.user_metadata).toEqual({ full_name: 'Test Get User' })
    },
  },
  {
    from: 'A.20',
    async run({ server }) {
      const { id } = await newPerson(server)
      const body = { should_soft_delete: true }
      expect((await server.call('DELETE', `/admin/users/${id}`, { body, ...asAdmin(server) })).status).toBe(200)
      expect(await server.sql('select id from auth.users where id = $1', [id])).toHaveLength(1)
    },
  },
  {
    from: 'A.25',
    async run({ server }) {
      const { id, token } = await newPerson(server)
      const factor = await enrolls(server, token)
      await server.sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [factor.id])
      const answer = await server.call('DELETE', `/admin/users/${id}/factors/${factor.id}/`, asAdmin(server))
      expect(answer.status).toBe(200)
      expect(await server.sql('select id from auth.mfa_factors where id = $1', [factor.id])).toEqual([])
    },
  },
  {
    from: 'A.26',
    async run({ server }) {
      const { id, token } = await newPerson(server)
      const factor = await enrolls(server, token)
      const { status, body } = await server.call('GET', `/admin/users/${id}/factors/`, asAdmin(server))
      expect([status, body]).toMatchObject([200, [{ id: factor.id }]])
      expect((body as Body[])[0]!['secret'] ?? '').toBe('')
    },
  },
]

const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

const entrances: readonly Case[] = [
  {
    from: 'S.3',
    async run({ server }) {
      const email = freshEmail()
      await server.call('POST', '/signup', { body: { email, password: PASSWORD } })
      const link = await server.linkOf(email)
      const answer = await visit(link)
      expect([link.searchParams.get('type'), answer.status]).toEqual(['signup', 303])
      const told = fragmentOf(answer)
      for (const name of ['access_token', 'expires_in', 'refresh_token']) expect(told.get(name)).toBeTruthy()
    },
  },
  {
    from: 'S.4',
    async run({ server }) {
      const answer = await fetch(`${server.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: server.keys.anonKey, 'content-type': 'application/json' },
        body: new Uint8Array(2 ** 20 + 1),
      })
      expect([answer.status, await answer.json()]).toMatchObject([413, { error_code: 'request_entity_too_large' }])
    },
  },
  {
    from: 'T.4',
    async run({ server }) {
      const { email } = await newPerson(server, { ban_duration: '24h' })
      const answer = await server.call('POST', '/token?grant_type=password', { body: { email, password: PASSWORD } })
      expect(answer.status).toBe(400)
    },
  },
  {
    from: 'T.5',
    async run({ server }) {
      const { email } = await newPerson(server)
      const pkce = { code_challenge: challenge, code_challenge_method: 's256' }
      await server.call('POST', '/otp?redirect_to=https://shop.example/', { body: { email, ...pkce } })
      const code = queryOf(await visit(await server.linkOf(email))).get('code') ?? ''
      const body = { auth_code: code.replace(/^.{8}/, '00000000'), code_verifier: verifier }
      const answer = await server.call('POST', '/token?grant_type=pkce', { body })
      expect([answer.status, answer.body]).toMatchObject([404, { error_code: 'flow_state_not_found' }])
    },
  },
  {
    from: 'N.3',
    async run({ server }) {
      const started = (await server.call('POST', '/signup', { body: {} })).body as {
        access_token: string
        user: { id: string }
      }
      const [{ access_token: token, user }, phone] = [started, freshPhone()]
      const asked = await server.call('PUT', '/user', { token, body: { phone } })
      expect([asked.status, asked.body]).toMatchObject([200, { is_anonymous: true }])
      const body = { type: 'phone_change', phone, token: await server.codeOf(server.texts.at(-1)?.to ?? phone) }
      const verified = (await server.call('POST', '/verify', { body })).body as { user: object }
      expect(verified.user).toMatchObject({
        id: user.id,
        aud: 'authenticated',
        is_anonymous: false,
        phone,
        phone_confirmed_at: expect.any(String),
        identities: [{ provider: 'phone' }],
      })
      expect(verified.user).toHaveProperty('app_metadata', { provider: 'phone', providers: ['phone'] })
    },
  },
  {
    from: 'O.9',
    async run({ server }) {
      const email = freshEmail()
      const mails = () => server.mails.filter(({ to }) => to === email).length
      for (const turn of [1, 2]) {
        expect((await server.call('POST', '/otp', { body: { email } })).status).toBe(200)
        await expect.poll(mails).toBe(turn)
        const columns = 'confirmation_sent_at is not null as confirms, recovery_sent_at, email_confirmed_at'
        const found = await server.sql(`select ${columns} from auth.users where email = $1`, [email])
        expect(found).toEqual([{ confirms: true, recovery_sent_at: null, email_confirmed_at: null }])
      }
    },
  },
  {
    from: 'L.1',
    async run({ server }) {
      for (const scope of ['', '?scope=global', '?scope=local', '?scope=others']) {
        const { token } = await newPerson(server)
        expect((await server.call('POST', `/logout${scope}`, { token })).status).toBe(204)
      }
    },
  },
]

export const secondCases: readonly Case[] = [...admin, ...entrances, ...secondMessageCases]
