/** The second draw of auth: what is sent to people, and what they change of their accounts. */
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { asAdmin, freshEmail, newPerson, PASSWORD, signIn, type AuthServer, type AuthWorld } from './world.ts'

type Case = DrawnCase<AuthWorld>

let phones = 0
export const freshPhone = () => `2345670${String((phones += 1)).padStart(3, '0')}`

const create = (server: AuthServer, body: object) => server.call('POST', '/admin/users', { body, ...asAdmin(server) })

const PKCE_PAIR = 'PKCE flow requires code_challenge_method and code_challenge'

const refuses =
  (path: string, body: object, msg: string) =>
  async ({ server }: AuthWorld) => {
    const answer = await server.call('POST', path, { body })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 400, msg }])
  }

const email = 'foo@example.com'

const messages: readonly Case[] = [
  { from: 'O.3', run: refuses('/otp', { email, create_user: true, code_challenge: 'c'.repeat(43) }, PKCE_PAIR) },
  {
    from: 'E.1',
    run: refuses(
      '/resend',
      { type: 'invalid', email },
      'Missing one of these types: signup, email_change, sms, phone_change',
    ),
  },
  { from: 'E.2', run: refuses('/resend', { type: 'sms', email }, 'Type provided requires a phone number') },
  {
    from: 'E.3',
    async run({ server }) {
      const answer = await server.call('POST', '/resend', { body: { type: 'email_change', phone: '+123456789' } })
      expect([answer.status, answer.body]).toEqual([200, {}])
    },
  },
  {
    from: 'E.4',
    run: refuses(
      '/resend',
      { type: 'email_change', phone: '+123456789', email },
      'Only an email address or phone number should be provided.',
    ),
  },
  {
    from: 'E.10',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({
        ...config,
        email: { ...config.email, confirmChangeTwice: false },
      }))
      const [phone, next] = [freshPhone(), freshEmail()]
      const token = await byPhone(server, phone)
      await server.call('PUT', '/user', { token, body: { email: next } })
      await server.codeOf(next)
      const mails = () => server.mails.filter(({ to }) => to === next).length
      const before = mails()
      expect((await server.call('POST', '/resend', { body: { type: 'email_change', phone } })).status).toBe(200)
      await expect.poll(mails).toBe(before + 1)
    },
  },
]

async function byPhone(server: AuthServer, phone: string): Promise<string> {
  const credentials = { phone, password: PASSWORD }
  await create(server, { ...credentials, phone_confirm: true })
  const { body } = await server.call('POST', '/token?grant_type=password', { body: credentials })
  return (body as { access_token: string }).access_token
}

const changesEmail =
  (twice: boolean, isKnown: boolean) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => ({ ...config, email: { ...config.email, confirmChangeTwice: twice } }))
    const { id, token } = await newPerson(server)
    if (!isKnown) await server.sql('update auth.users set email = null where id = $1', [id])
    expect((await server.call('PUT', '/user', { token, body: { email: 'new@example.com' } })).status).toBe(200)
  }

const changesPhone =
  (next: string, status: number) =>
  async ({ serverWith }: AuthWorld) => {
    const server = await serverWith((config) => ({ ...config, phone: { ...config.phone, autoconfirm: true } }))
    await create(server, { phone: '22222222' })
    const { token } = await newPerson(server, { phone: '123456789' })
    const answer = await server.call('PUT', '/user', { token, body: { phone: next } })
    expect(answer.status).toBe(status)
    if (status === 200) expect(answer.body.phone).toBe(next)
  }

const own: readonly Case[] = [
  { from: 'U.2', run: changesEmail(false, false) },
  { from: 'U.5', run: changesEmail(true, true) },
  { from: 'U.7', run: changesPhone('22222222', 422) },
  { from: 'U.8', run: changesPhone('234567890', 200) },
  {
    from: 'U.15',
    async run({ serverWith }) {
      const server = await serverWith((config) => ({
        ...config,
        passwords: { ...config.passwords, changeNeedsReauthentication: true },
      }))
      const person = await newPerson(server)
      await server.sql(`update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`, [
        person.id,
      ])
      expect((await server.call('GET', '/reauthenticate', { token: person.token })).status).toBe(200)
      const body = { password: 'new password 123', nonce: await server.codeOf(person.email) }
      expect((await server.call('PUT', '/user', { token: person.token, body })).status).toBe(200)
      expect((await signIn(server, person.email, body.password)).token).not.toBe('')
    },
  },
]

export const secondMessageCases: readonly Case[] = [...messages, ...own]
