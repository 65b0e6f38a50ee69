import type * as argon2 from '@node-rs/argon2'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { provenAddresses, startAuthServer, type Answer, type AuthServer } from '../../testing/auth-server.ts'

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

describe('whoever is changed while their password is compared', () => {
  /** Signs in; the change is begun before that, and committed when the session is about to be opened. */
  async function logInDuring(name: string, change: string): Promise<Answer> {
    await server.call('POST', '/signup', { body: { email: addressOf(name), password } })
    await server.sql('update auth.users set email_confirmed_at = now() where email = $1', [addressOf(name)])
    const [held, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const text = `update auth.users set ${change} where email = '${addressOf(name)}'`
    const holding = server.holding(text, held.resolve, hold.promise)
    await held.promise
    const answer = logIn(name, password)
    const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
      where a.datname = current_database() and not l.granted`
    await expect.poll(() => server.sqlAs(server.keys.anonKey, waiting), { timeout: 30_000 }).not.toEqual([])
    hold.resolve()
    await holding
    return answer
  }

  it.each([
    ['banned', `banned_until = now() + interval '1 day'`, 'user_banned'],
    ['given another password', `encrypted_password = 'another'`, 'invalid_credentials'],
  ])('is not let in when they are %s', async (how, change, code) => {
    const name = how.replaceAll(' ', '-') + '-meanwhile'
    expect((await logInDuring(name, change)).body.error_code).toBe(code)
    const text = 'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1'
    expect(await server.sql(text, [addressOf(name)])).toHaveLength(0)
  })

  it('is let in when their password is merely kept in another way', async () => {
    const hash = `(select encrypted_password from auth.users where email = '${addressOf('member')}')`
    const { status } = await logInDuring('rehashed-meanwhile', `encrypted_password = ${hash}`)
    expect(status).toBe(200)
  })
})

it('a connection that is lost under a sign-in is noticed by nobody', async () => {
  await server.sql('create sequence public.tries')
  // A sequence keeps what it counted, whatever became of the transaction.
  await server.sql(`create function public.cut() returns trigger language plpgsql as $$ begin
    if nextval('public.tries') = 1 then perform pg_terminate_backend(pg_backend_pid(), 5000); end if;
    return new; end $$`)
  await server.sql('create trigger cut before insert on auth.sessions for each row execute function public.cut()')
  const text = 'select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1'
  const before = await server.sql(text, [addressOf('member')])
  expect((await logIn('member', password)).status).toBe(200)
  expect(await server.sql(text, [addressOf('member')])).toHaveLength(before.length + 1)
  expect(await server.sql('select last_value::int from public.tries')).toEqual([{ last_value: 2 }])
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
