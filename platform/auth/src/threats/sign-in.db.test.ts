import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { provenAddresses, startAuthServer, type Answer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: provenAddresses })
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
const addressOf = (name: string) => `${name}@shop.example`
const logIn = (name: string, text: string) =>
  server.call('POST', '/token?grant_type=password', { body: { email: addressOf(name), password: text } })

/** One account of each kind that a sign-in can meet. */
async function fillShop(): Promise<void> {
  for (const name of ['member', 'unconfirmed', 'banned', 'deleted', 'linked']) {
    await server.call('POST', '/signup', { body: { email: addressOf(name), password } })
  }
  await server.sql(`update auth.users set email_confirmed_at = now() where email not like 'unconfirmed%'`)
  await server.sql(`update auth.users set banned_until = now() + interval '1 day' where email like 'banned%'`)
  await server.sql(`update auth.users set deleted_at = now() where email like 'deleted%'`)
  await server.sql(`update auth.users set encrypted_password = null where email like 'linked%'`)
}

describe('a wrong password', () => {
  const kinds = ['member', 'stranger', 'banned', 'unconfirmed', 'deleted', 'linked']
  const quickest = new Map<string, number>()
  const answers: Answer[] = []

  beforeAll(async () => {
    await fillShop()
    // In turns, and the quickest of each: what a busy machine adds is not in it.
    for (let round = 0; round < 12; round += 1) {
      for (const kind of kinds) {
        const begun = performance.now()
        answers.push(await logIn(kind, 'wrong horse'))
        quickest.set(kind, Math.min(quickest.get(kind) ?? Infinity, performance.now() - begun))
      }
    }
  })

  it('A-01 gets one answer, whoever is asked for', () => {
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      })
      expect(headers.get('content-length')).toBe(answers[0]!.headers.get('content-length'))
    }
  })

  it.each(kinds)('A-01 costs a hash for the %s', (kind) => {
    // A hash takes several times what all the rest of a sign-in does.
    expect(quickest.get(kind)! / quickest.get('member')!).toBeGreaterThan(0.5)
    expect(quickest.get(kind)! / quickest.get('member')!).toBeLessThan(2)
  })
})

describe('the right password', () => {
  it('A-01 alone learns that an account is banned or unconfirmed', async () => {
    expect((await logIn('banned', password)).body.error_code).toBe('user_banned')
    expect((await logIn('unconfirmed', password)).body.error_code).toBe('email_not_confirmed')
    expect((await logIn('deleted', password)).body.error_code).toBe('invalid_credentials')
  })

  it('A-32 is told to the host without any address, right or wrong', async () => {
    await logIn('member', password)
    await logIn('member', 'wrong horse')
    await server.call('POST', '/recover', { body: { email: addressOf('member') } })
    await server.codeOf(addressOf('member'))
    expect(server.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['auth.signed-in', 'auth.sign-in-refused']),
    )
    expect(JSON.stringify(server.events)).not.toContain('@')
  })
})
