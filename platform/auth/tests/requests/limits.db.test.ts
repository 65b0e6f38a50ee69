import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRates, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

const few = { limit: 3, seconds: 3600 }
let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    change: (config) => ({
      ...config,
      rates: {
        ...openRates,
        signInPerAccount: few,
        signUp: { limit: 5, seconds: 3600 },
        refresh: few,
        ownShare: { limit: 2, seconds: 3600 },
        messagePause: { limit: 1, seconds: 60 },
        messagesPerAddress: few,
      },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
const logIn = (email: string, text = password) =>
  server.call('POST', '/token?grant_type=password', { body: { email, password: text } })

describe('rates', () => {
  it('of sign-ups', async () => {
    const tries = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ body: { email: `${name}@shop.example`, password } }))
    const statuses = []
    for (const attempt of tries) statuses.push((await server.call('POST', '/signup', attempt)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('of failures of one account, whether or not there is such an account', async () => {
    for (const email of ['a@shop.example', 'stranger@shop.example']) {
      const answers = []
      for (let attempt = 0; attempt < 4; attempt += 1) answers.push(await logIn(email, 'wrong'))
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429])
      const [last] = answers.slice(-1)
      expect(last!.body).toMatchObject({ error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' })
      expect(Number(last!.headers.get('retry-after'))).toBeGreaterThan(1000)
    }
    expect(server.events).toContainEqual({ kind: 'auth.rate-limited', rate: 'signInPerAccount' })
  })

  it('count failures only: whoever knows the password may sign in as often as they like', async () => {
    const answers = []
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push((await logIn('b@shop.example')).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('of refreshes reach the official client as an error of the wire, and keep no outage from it', async () => {
    const client = server.client()
    await client.auth.signInWithPassword({ email: 'c@shop.example', password })
    const codes = []
    for (let attempt = 0; attempt < 6; attempt += 1) codes.push((await client.auth.refreshSession()).error?.code)
    // Two of one's own, and three of the network.
    expect(codes).toEqual([...Array<undefined>(5), 'over_request_rate_limit'])
  })

  it.each(['recover', 'otp', 'magiclink'])('of messages by %s are the same for members and strangers', async (path) => {
    for (const email of [`member-${path}@shop.example`, `stranger-${path}@shop.example`]) {
      if (email.startsWith('member'))
        await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email])
      const ask = () => server.call('POST', `/${path}`, { body: { email } })
      expect(await ask()).toMatchObject({ status: 200, body: {} })
      expect(await ask()).toMatchObject({
        status: 429,
        body: {
          error_code: 'over_email_send_rate_limit',
          msg: expect.stringMatching(/^For security purposes, you can only request this after \d+ seconds\.$/),
        },
      })
    }
  })
})
