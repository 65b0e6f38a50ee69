/** The third draw of auth: what the first two left. */
import { createHash } from 'node:crypto'

import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { thirdAdminCases } from './third-admin.ts'
import { asAdmin, freshEmail, newPerson, PASSWORD, signIn, type AuthServer, type AuthWorld } from './world.ts'

type Case = DrawnCase<AuthWorld>

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
      const [person, next] = [await newPerson(server), freshEmail()]
      const { email } = person
      await server.call('PUT', '/user', { token: person.token, body: { email: next } })
      await server.codeOf(next)
      expect((await server.call('POST', '/resend', { body: { type: 'email_change', email, ...pkce } })).status).toBe(
        200,
      )
      const token = async () => (await server.linkOf(next)).searchParams.get('token')
      await expect.poll(token).toMatch(/^pkce_/)
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
    async run({ server }) {
      const body = { phone: '123456789', channel: 'invalidchannel', create_user: true }
      const answer = await server.call('POST', '/otp', { body })
      expect([answer.status, answer.body]).toMatchObject([
        400,
        // The original goes on with a sentence about its own providers.
        {
          code: 400,
          error_code: 'validation_failed',
          msg: expect.stringMatching(/^Invalid channel, supported values are 'sms' or 'whatsapp'/),
        },
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

export const thirdCases: readonly Case[] = [...thirdAdminCases, ...messages, ...tokens, ...own]
