import { setImmediate as turn } from 'node:timers/promises'

import { afterEach, describe, expect, it } from 'vitest'

import type { AuthConfig } from '../../src/config.ts'
import { openRates, provenAddresses, startAuthServer, type Answer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
afterEach(() => server[Symbol.asyncDispose]())

const known = 'ada@shop.example'
const password = 'correct horse'
const signUp = (email: string) => server.call('POST', '/signup', { body: { email, password, data: { shelf: 7 } } })

async function startWithAccount(changes: Partial<AuthConfig> = {}): Promise<void> {
  server = await startAuthServer({ change: (config) => ({ ...provenAddresses(config), beatMs: 10, ...changes }) })
  await signUp(known)
  const token = await server.codeOf(known)
  await server.call('POST', '/verify', { body: { type: 'signup', token, email: known } })
}

/** Longer than the slowest machine takes for either path. */
const LONG_BEAT_MS = 5000

/** What making an account costs beyond finding one: enough to be seen on any machine. */
const slowAccounts = [
  `create function public.slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return new; end $$`,
  `create trigger slow after insert on auth.users for each row execute function public.slow()`,
]

/** The quickest of some, asked side by side: what a busy machine adds is not in it. */
async function quickest(one: () => Promise<Answer>, two: () => Promise<Answer>): Promise<[number, number]> {
  const best: [number, number] = [Infinity, Infinity]
  const time = async (index: 0 | 1, ask: () => Promise<Answer>) => {
    const begun = performance.now()
    expect((await ask()).status).toBe(200)
    best[index] = Math.min(best[index], performance.now() - begun)
  }
  for (let round = 0; round < 2; round += 1) await Promise.all([time(0, one), time(1, two)])
  return best
}

const fresh = () => `${crypto.randomUUID()}@shop.example`
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]))
    : typeof value

describe('signing up with an address that has an account', () => {
  it('A-02 answers like a new one, and tells its owner by mail', async () => {
    await startWithAccount()
    const [taken, made] = [await signUp(known), await signUp(fresh())]
    expect([taken.status, made.status]).toEqual([200, 200])
    expect(shapeOf(taken.body)).toEqual(shapeOf(made.body))
    expect(taken.body.user_metadata).toMatchObject({ shelf: 7, email: known })
    expect(taken.body.identities).toHaveLength(1)
    // To the letter: the order in which the database keeps keys would tell as much.
    const keysOf = (answer: Answer) =>
      [answer.body.user_metadata, answer.body.identities[0].identity_data].map(Object.keys)
    expect(keysOf(taken)).toEqual(keysOf(made))
    const ids = await server.sql<{ id: string }>('select id from auth.users where email = $1', [known])
    expect(ids.map(({ id }) => id)).not.toContain(taken.body.id)
    await expect
      .poll(() => server.mails.findLast(({ to }) => to === known)?.subject)
      .toMatch(/^You already have an account/)
  })

  it('A-02 tells by missing identities only where the configuration asks for it', async () => {
    await startWithAccount({ emptyIdentities: true })
    expect((await signUp(known)).body).toMatchObject({ role: '', identities: [], email: known })
    expect((await signUp(fresh())).body).toMatchObject({ role: 'authenticated', identities: [{ provider: 'email' }] })
  })

  it('A-02 takes the same time', async () => {
    await startWithAccount({ beatMs: LONG_BEAT_MS })
    for (const statement of slowAccounts) await server.sql(statement)
    const [taken, made] = await quickest(
      () => signUp(known),
      () => signUp(fresh()),
    )
    expect(Math.abs(taken - made)).toBeLessThan(200)
  })
})

describe('asking for a message', () => {
  const ask = (path: string, email: string) => server.call('POST', path, { body: { email, type: 'signup' } })

  it.each(['/recover', '/otp', '/magiclink', '/resend'])(
    'A-03 by %s answers the same for every address',
    async (path) => {
      await startWithAccount()
      const answers = [await ask(path, known), await ask(path, fresh())]
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [200, {}],
        [200, {}],
      ])
    },
  )

  it.each(['/otp', '/magiclink'])(
    'A-03 by %s answers the same where nobody may be made, and makes nobody',
    async (path) => {
      await startWithAccount()
      server.mails.length = 0
      const [unknown, answers] = [fresh(), [] as Answer[]]
      for (const email of [unknown, known])
        answers.push(await server.call('POST', path, { body: { email, create_user: false } }))
      expect(answers.map(({ status, body }) => [status, body])).toEqual([
        [200, {}],
        [200, {}],
      ])
      await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([known])
      expect(await server.sql('select id from auth.users where email = $1', [unknown])).toEqual([])
    },
  )

  it('A-03 by /otp tells who is unknown only where the configuration asks for it', async () => {
    await startWithAccount({ refusesUnknown: true })
    const answer = await server.call('POST', '/otp', { body: { email: fresh(), create_user: false } })
    expect(answer).toMatchObject({ status: 422, body: { error_code: 'otp_disabled' } })
  })

  it('A-03 by /otp takes the same time for every address', async () => {
    await startWithAccount({ beatMs: LONG_BEAT_MS })
    for (const statement of slowAccounts) await server.sql(statement)
    const [taken, made] = await quickest(
      () => ask('/otp', known),
      () => ask('/otp', fresh()),
    )
    expect(Math.abs(taken - made)).toBeLessThan(200)
  })

  it.each(['/recover', '/resend'])('A-03 by %s answers before anybody is looked for', async (path) => {
    await startWithAccount()
    const [held, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = server.holding('lock table auth.users in access exclusive mode', held.resolve, hold.promise)
    await held.promise
    expect((await ask(path, known)).status).toBe(200)
    hold.resolve()
    await holding
  })

  it('A-03 waits for no mail server', async () => {
    const sending = Promise.withResolvers<void>()
    server = await startAuthServer({ change: provenAddresses, mailer: { sendMail: () => sending.promise } })
    expect((await signUp(known)).status).toBe(200)
    for (const path of ['/recover', '/otp', '/resend']) expect((await ask(path, known)).status).toBe(200)
    sending.resolve()
    await turn()
  })

  it('A-13 floods no mailbox, wherever the askers are and however they spell it', async () => {
    const rates = { ...openRates, messagePause: { limit: 1, seconds: 60 } }
    server = await startAuthServer({ trustProxy: true, change: (config) => ({ ...provenAddresses(config), rates }) })
    const from = (ip: string, path: string, email: string) =>
      server.call('POST', path, { body: { email, type: 'signup' }, headers: { 'x-forwarded-for': ip } })
    expect((await from('192.0.2.1', '/otp', known)).status).toBe(200)
    for (const [index, path] of ['/otp', '/recover', '/magiclink', '/resend'].entries()) {
      const refusal = await from(`192.0.2.${index + 2}`, path, ' ADA@Shop.example')
      expect(refusal).toMatchObject({ status: 429, body: { error_code: 'over_email_send_rate_limit' } })
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(50)
    }
  })

  it('A-13 sends five mails an hour to one address', async () => {
    const rates = { ...openRates, messagesPerAddress: { limit: 5, seconds: 3600 } }
    server = await startAuthServer({ change: (config) => ({ ...provenAddresses(config), rates }) })
    const statuses = []
    for (let index = 0; index < 6; index += 1) statuses.push((await ask('/otp', known)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('asking again for the message that proves a new address', () => {
  const victim = 'victim@shop.example'
  const toVictim = () => server.mails.filter(({ to }) => to === victim).length

  /** Somebody who says that they will have this address. */
  async function wanting(name: string): Promise<string> {
    const email = `${name}@shop.example`
    await server.sql('insert into auth.users (email, email_confirmed_at, email_change) values ($1, now(), $2)', [
      email,
      victim,
    ])
    return email
  }

  const again = async (email: string) => {
    const { status, body } = await server.call('POST', '/resend', { body: { type: 'email_change', email } })
    expect([status, body]).toEqual([200, {}])
  }

  async function start(rates: Partial<AuthConfig['rates']>): Promise<string[]> {
    const change = (config: AuthConfig) => ({ ...provenAddresses(config), rates: { ...openRates, ...rates } })
    server = await startAuthServer({ change })
    return Promise.all(['ada', 'bea', 'cia'].map(wanting))
  }

  const spent = (rate: string) => server.events.filter((event) => 'rate' in event && event.rate === rate).length

  it('A-13 writes to it five times an hour, whoever and however many ask', async () => {
    const askers = await start({ messagesPerAddress: { limit: 5, seconds: 3600 } })
    for (const email of [...askers, ...askers, ...askers]) await again(email)
    await expect.poll(() => spent('messagesPerAddress')).toBe(4)
    await expect.poll(toVictim).toBe(5)
    expect((await server.call('POST', '/otp', { body: { email: victim } })).status).toBe(429)
  })

  it('A-13 writes to it once a minute', async () => {
    const askers = await start({ messagePause: { limit: 1, seconds: 60 } })
    for (const email of askers) await again(email)
    await expect.poll(() => spent('messagePause')).toBe(2)
    await expect.poll(toVictim).toBe(1)
  })
})

describe('guessing a code', () => {
  async function startWithCode(more = {}): Promise<string> {
    const rates = { ...openRates, ...more }
    server = await startAuthServer({ trustProxy: true, change: (config) => ({ ...provenAddresses(config), rates }) })
    await server.call('POST', '/otp', { body: { email: known } })
    return server.codeOf(known)
  }

  const guess = (token: string, index: number, email = known) =>
    server.call('POST', '/verify', {
      body: { type: 'email', token, email },
      headers: { 'x-forwarded-for': `198.51.100.${index + 1}` },
    })
  const wrong = (code: string, index: number) => String((Number(code) + index + 1) % 1_000_000).padStart(6, '0')

  it('A-12 burns the code after five wrong ones from anywhere', async () => {
    const code = await startWithCode()
    for (let index = 0; index < 5; index += 1) {
      expect(await guess(wrong(code, index), index)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
    }
    expect(await guess(code, 9)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
  })

  it('A-12 lets four pass', async () => {
    const code = await startWithCode()
    for (let index = 0; index < 4; index += 1) await guess(wrong(code, index), index)
    expect((await guess(code, 9)).status).toBe(200)
  })

  it('A-12 allows ten wrong ones an hour for one address, whether it has an account or not', async () => {
    const code = await startWithCode({ verifyPerAddress: { limit: 10, seconds: 3600 } })
    for (const email of [known, 'nobody@shop.example']) {
      for (let index = 0; index < 10; index += 1)
        expect((await guess(wrong(code, index), index, email)).status).toBe(403)
      const refusal = await guess(wrong(code, 10), 10, email)
      expect(refusal).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
      expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('A-12 limits a network that tries one code each of many addresses', async () => {
    await startWithCode({ verify: { limit: 30, seconds: 300 } })
    const statuses = []
    for (let index = 0; index < 31; index += 1)
      statuses.push((await guess('123456', 0, `reader${index}@shop.example`)).status)
    expect(statuses.slice(0, 30).every((status) => status === 403)).toBe(true)
    expect(statuses[30]).toBe(429)
  })
})
