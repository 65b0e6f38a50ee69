/** Many people behind one address, as on the network of a mobile carrier. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRates, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

const few = { limit: 3, seconds: 3600 }
const password = 'correct horse'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    trustProxy: true,
    change: (config) => ({
      ...config,
      sharedNetworks: ['198.51.100.0/24', '2001:db8:c::/48', '192.0.2.200'],
      rates: {
        ...openRates,
        signIn: few,
        refresh: few,
        signUp: few,
        signInPerAccount: few,
        ownShare: { limit: 2, seconds: 3600 },
      },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const post = (path: string, from: string, body: object) =>
  server.call('POST', path, { body, headers: { 'x-forwarded-for': from } })
const signIn = (from: string, email: string, text = password) =>
  post('/token?grant_type=password', from, { email, password: text })

/** Each from an address of their own. */
async function members(name: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `${name}${index}@shop.example`)
  for (const [index, email] of emails.entries()) {
    expect((await post('/signup', `10.${name.length}.0.${index}`, { email, password })).status).toBe(200)
  }
  return emails
}

describe('whoever knows their password, at one address with many others', () => {
  it('signs in and goes on, however many they are; strangers who guess there are refused as before', async () => {
    const at = '203.0.113.7'
    for (const email of await members('carrier', 7)) {
      const { status, body } = await signIn(at, email)
      expect(status).toBe(200)
      const again = await post('/token?grant_type=refresh_token', at, { refresh_token: body.refresh_token })
      expect(again.status).toBe(200)
    }
    const guesses = []
    for (let index = 0; index < 4; index += 1) guesses.push((await signIn(at, `nobody${index}@shop.example`)).status)
    expect(guesses).toEqual([400, 400, 400, 429])
  })

  it('weighs on the network beyond a share of their own: nobody has the server work for ever', async () => {
    const [email] = await members('busy', 1)
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await signIn('203.0.113.8', email!)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('AUTH_SHARED_NETWORKS', () => {
  it.each(['198.51.100.9', '::ffff:198.51.100.10', '2001:db8:c:1::7', '192.0.2.200'])(
    'ten times as much from %s, and as much as anywhere for one account',
    async (at) => {
      const statuses = []
      for (let index = 0; index < 31; index += 1) {
        statuses.push(
          (await post('/signup', at, { email: `${index}-${at.replaceAll(':', '-')}@shop.example`, password })).status,
        )
      }
      expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
      const guesses = []
      for (let count = 0; count < 4; count += 1)
        guesses.push((await signIn(at, 'somebody@shop.example', `${count}`)).status)
      expect(guesses).toEqual([400, 400, 400, 429])
    },
  )

  it('not more from elsewhere', async () => {
    const statuses = []
    for (let index = 0; index < 4; index += 1) {
      statuses.push((await post('/signup', '192.0.2.201', { email: `else${index}@shop.example`, password })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})
