import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openRates, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

const GUESSED_AT_MS = 300
const [home, elsewhere] = ['192.0.2.1', '192.0.2.77']
const password = 'correct horse'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    trustProxy: true,
    change: (config) => ({
      ...config,
      guessedAtMs: GUESSED_AT_MS,
      rates: {
        ...openRates,
        signInPerAccount: { limit: 3, seconds: 3600 },
        signInEverywhere: { limit: 6, seconds: 3600 },
      },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

interface Try {
  readonly email: string
  readonly from: string
  readonly text?: string
}

/** Whether an answer waited is what the server says of it: a busy machine answers late too. */
async function logIn({ email, from, text = password }: Try): Promise<{ status: number; isDelayed: boolean }> {
  const delays = () => server.events.filter(({ kind }) => kind === 'auth.answer-delayed').length
  const before = delays()
  const started = performance.now()
  const body = { email, password: text }
  const headers = { 'x-forwarded-for': from }
  const { status } = await server.call('POST', '/token?grant_type=password', { body, headers })
  const isDelayed = delays() > before
  expect(performance.now() - started).toBeGreaterThanOrEqual(isDelayed ? GUESSED_AT_MS : 0)
  return { status, isDelayed }
}

async function member(name: string): Promise<string> {
  const email = `${name}@shop.example`
  const headers = { 'x-forwarded-for': home }
  expect((await server.call('POST', '/signup', { body: { email, password }, headers })).status).toBe(200)
  return email
}

/** Three wrong ones from each of two networks: the account's own bucket is empty. */
async function guessAt(email: string): Promise<number[]> {
  const statuses: number[] = []
  for (const from of ['203.0.113.1', '203.0.113.2'])
    for (const text of ['one', 'two', 'three']) statuses.push((await logIn({ email, from, text })).status)
  return statuses
}

describe('who guesses at an account', () => {
  it('A-12 is refused after some wrong passwords, and keeps nobody out but themselves', async () => {
    const email = await member('ada')
    expect(await guessAt(email)).toEqual([400, 400, 400, 400, 400, 400])
    for (const from of ['203.0.113.1', '203.0.113.2'])
      expect(await logIn({ email, from })).toEqual({ status: 429, isDelayed: false })
    expect(await logIn({ email, from: home })).toEqual({ status: 200, isDelayed: false })
    expect((await logIn({ email, from: elsewhere })).status).toBe(200)
  })

  it('A-12 from many networks waits for each answer, and so does the owner where they never were, but not at home', async () => {
    const email = await member('bob')
    await guessAt(email)
    expect(await logIn({ email, from: '203.0.113.3', text: 'four' })).toEqual({ status: 400, isDelayed: true })
    expect(await logIn({ email, from: home })).toEqual({ status: 200, isDelayed: false })
    expect(await logIn({ email, from: elsewhere })).toEqual({ status: 200, isDelayed: true })
    expect(await logIn({ email, from: elsewhere })).toEqual({ status: 200, isDelayed: false })
  })

  it('A-01 learns neither whether there is such an account nor where its owner is', async () => {
    const email = await member('eve')
    await guessAt(email)
    expect(await guessAt('stranger@shop.example')).toEqual([400, 400, 400, 400, 400, 400])
    for (const who of [email, 'stranger@shop.example'])
      for (const from of [home, '203.0.113.3'])
        expect(await logIn({ email: who, from, text: 'four' })).toEqual({ status: 400, isDelayed: true })
  })
})
