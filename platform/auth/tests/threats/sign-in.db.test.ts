import type * as argon2 from '@node-rs/argon2'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { provenAddresses, startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

// The library as it is, and how often it is asked: hashes are what a sign-in's time is made of, on any machine.
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof argon2>()
  return { ...library, verify: vi.fn(library.verify) }
})

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: provenAddresses })
  await fillShop()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1/
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

  it.each(kinds)('A-01 costs the %s one hash, and says the same', async (kind) => {
    vi.mocked(verify).mockClear()
    const { status, body, headers } = await logIn(kind, 'wrong horse')
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    })
    expect([...headers.keys()].sort((one, two) => one.localeCompare(two))).toEqual(
      [...(await logIn('member', 'wrong horse')).headers.keys()].sort((one, two) => one.localeCompare(two)),
    )
    expect(vi.mocked(verify).mock.calls.map(([hash]) => String(hash).slice(0, 30))).toEqual([
      expect.stringMatching(cost),
      expect.stringMatching(cost),
    ])
  })

  it.each(kinds)('A-01 costs the %s one hash, however long it is', async (kind) => {
    vi.mocked(verify).mockClear()
    expect((await logIn(kind, 'x'.repeat(100))).body.error_code).toBe('invalid_credentials')
    expect(verify).toHaveBeenCalledOnce()
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
