/** Drawn cases of tokens, and of what is sent to people: codes, links, and again. */
import { createHash } from 'node:crypto'

import { expect } from 'vitest'

import { queryOf, visit } from '../../../../auth/testing/auth-server.ts'
import type { DrawnCase } from '../../drawn.ts'
import { freshEmail, newPerson, PASSWORD, type AuthServer, type AuthWorld } from './world.ts'

type Case = DrawnCase<AuthWorld>

const refresh = (server: AuthServer, token: string) =>
  server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })

const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { code_challenge: challenge, code_challenge_method: 's256' }

/** The code that a link leads to. */
async function codeByLink(server: AuthServer): Promise<string> {
  const { email } = await newPerson(server)
  await server.call('POST', '/otp?redirect_to=https://shop.example/', { body: { email, ...pkce } })
  return queryOf(await visit(await server.linkOf(email))).get('code') ?? ''
}

const exchange = (server: AuthServer, code: string, by: string) =>
  server.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: by } })

const tokens: readonly Case[] = [
  {
    from: 'T.1',
    async run({ serverWith }) {
      const rate = { limit: 5, seconds: 3_600 }
      const server = await serverWith((config) => ({ ...config, rates: { ...config.rates, refresh: rate } }))
      const ask = (headers = {}) => server.call('POST', '/token', { headers })
      for (let turn = 0; turn < 5; turn += 1) expect((await ask()).status).toBe(400)
      expect([(await ask()).status, (await ask({ 'x-forwarded-for': '1.1.1.1' })).status]).toEqual([429, 429])
    },
  },
  {
    from: 'T.3',
    async run({ server }) {
      expect((await refresh(server, (await newPerson(server)).refreshToken)).status).toBe(200)
    },
  },
  {
    from: 'T.6',
    async run({ server }) {
      const answer = await exchange(server, await codeByLink(server), `${verifier}123`)
      expect([answer.status, answer.body]).toMatchObject([400, { error_code: 'bad_code_verifier' }])
    },
  },
  {
    from: 'T.7',
    async run({ server }) {
      const code = await codeByLink(server)
      const answer = await exchange(server, code.replace(/^.{8}/, '00000000'), `${verifier}123`)
      expect([answer.status, answer.body]).toMatchObject([404, { error_code: 'flow_state_not_found' }])
    },
  },
  {
    from: 'T.9',
    async run({ server }) {
      const first = (await newPerson(server)).refreshToken
      const second = ((await refresh(server, first)).body as { refresh_token: string }).refresh_token
      const third = ((await refresh(server, second)).body as { refresh_token: string }).refresh_token
      const again = await refresh(server, second)
      expect([again.status, again.body]).toMatchObject([200, { refresh_token: third }])
    },
  },
  {
    from: 'T.13',
    async run({ server }) {
      const { id, refreshToken } = await newPerson(server)
      await server.sql(`update auth.sessions set not_after = now() - interval '1 second' where user_id = $1`, [id])
      expect((await refresh(server, refreshToken)).status).toBe(400)
    },
  },
]

const PKCE_PAIR = 'PKCE flow requires code_challenge_method and code_challenge'

const refuses =
  (path: string, body: object, msg: string, status = 400) =>
  async ({ server }: AuthWorld) => {
    const answer = await server.call('POST', path, { body })
    expect([answer.status, answer.body]).toMatchObject([status, { code: status, msg }])
  }

/** Somebody who has been sent a recovery, where so many seconds lie between two messages. */
async function recovering({ serverWith }: AuthWorld, seconds: number) {
  const server = await serverWith((config) => ({
    ...config,
    rates: { ...config.rates, messagePause: { limit: 1, seconds } },
  }))
  const { email } = await newPerson(server)
  const recover = (of = email) => server.call('POST', '/recover', { body: { email: of } })
  const mails = (of = email) => server.mails.filter(({ to }) => to === of).length
  expect((await recover()).status).toBe(200)
  await expect.poll(() => mails()).toBe(1)
  return { server, recover, mails }
}

async function recoversTooSoon(world: AuthWorld): Promise<void> {
  const { server, recover, mails } = await recovering(world, 3_600)
  // The pause, and none of the other limits: the very next request, in the words of the pause.
  const msg = expect.stringMatching(/you can only request this after \d+ seconds/)
  expect(await recover()).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit', msg } })
  const other = (await newPerson(server)).email
  expect((await recover(other)).status).toBe(200)
  await expect.poll(() => mails(other)).toBe(1)
  expect(mails()).toBe(1)
}

async function recoversLater(world: AuthWorld): Promise<void> {
  const { recover, mails } = await recovering(world, 1)
  await expect.poll(async () => (await recover()).status).toBe(200)
  await expect.poll(() => mails()).toBe(2)
}

async function recoversOnce({ server }: AuthWorld): Promise<void> {
  const { email, id } = await newPerson(server)
  expect((await server.call('POST', '/recover', { body: { email } })).status).toBe(200)
  const sent = () =>
    server.sql("select id from auth.users where id = $1 and recovery_sent_at > now() - interval '1 minute'", [id])
  await expect.poll(async () => (await sent()).length).toBe(1)
}

async function asksForNewEmail(server: AuthServer): Promise<{ email: string; next: string }> {
  const [{ email, token }, next] = [await newPerson(server), freshEmail()]
  await server.call('PUT', '/user', { token, body: { email: next } })
  await server.codeOf(next)
  return { email, next }
}

const sent: readonly Case[] = [
  {
    from: 'O.1',
    async run({ server }) {
      const body = { email: freshEmail(), create_user: true, ...pkce }
      const answer = await server.call('POST', '/otp', { body })
      expect([answer.status, answer.body]).toEqual([200, {}])
    },
  },
  {
    from: 'O.2',
    run: refuses('/otp', { email: 'a@example.com', create_user: true, code_challenge_method: 's256' }, PKCE_PAIR),
  },
  {
    from: 'O.8',
    run: refuses('/otp', { email: 'newuser@example.com', create_user: false }, 'Signups not allowed for otp', 422),
  },
  { from: 'R.1', run: recoversOnce },
  { from: 'R.2', run: recoversTooSoon },
  { from: 'R.3', run: recoversLater },
  {
    from: 'E.5',
    run: refuses('/resend', { type: 'signup', email: 'a@example.com', code_challenge: challenge }, PKCE_PAIR),
  },
  {
    from: 'E.6',
    run: refuses('/resend', { type: 'signup', email: 'a@example.com', code_challenge_method: 's256' }, PKCE_PAIR),
  },
  {
    from: 'E.7',
    run: refuses('/resend', { type: 'email_change', email: 'a@example.com', code_challenge: challenge }, PKCE_PAIR),
  },
  {
    from: 'E.9',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({
        ...config,
        email: { ...config.email, confirmChangeTwice: false },
      }))
      const { email, next } = await asksForNewEmail(server)
      const count = () => server.mails.filter(({ to }) => to === next).length
      const before = count()
      expect((await server.call('POST', '/resend', { body: { type: 'email_change', email } })).status).toBe(200)
      await expect.poll(count).toBe(before + 1)
    },
  },
  {
    from: 'E.11',
    async run({ server }) {
      const { email } = await newPerson(server)
      expect((await server.call('POST', '/resend', { body: { type: 'phone_change', email } })).status).toBe(200)
    },
  },
  {
    from: 'E.12',
    async run({ server }) {
      const email = freshEmail()
      await server.call('POST', '/signup', { body: { email, password: PASSWORD } })
      await server.codeOf(email)
      const mails = () => server.mails.filter(({ to }) => to === email).length
      expect((await server.call('POST', '/resend', { body: { type: 'signup', email, ...pkce } })).status).toBe(200)
      await expect.poll(mails).toBe(2)
      const link = await server.linkOf(email)
      expect(link.searchParams.get('token') ?? '').toMatch(/^pkce_/)
    },
  },
]

export const messageCases: readonly Case[] = [...tokens, ...sent]
