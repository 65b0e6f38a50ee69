import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    change: (config) => ({ ...config, hashing: { concurrency: 2, queue: 4 } }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

let count = 0
const newAddress = () => `writer${(count += 1)}@shop.example`
const signUp = (password: string, email = newAddress()) => server.call('POST', '/signup', { body: { email, password } })
const logIn = (email: string, password: string) =>
  server.call('POST', '/token?grant_type=password', { body: { email, password } })

const tooLong = { status: 400, body: { error_code: 'validation_failed' } }

describe('a long password', () => {
  it.each([
    ['73 letters', 'x'.repeat(73)],
    ['37 letters of two bytes', 'é'.repeat(37)],
    ['19 of four', '😀'.repeat(19)],
    ['30 kB', 'x'.repeat(30_000)],
  ])('A-15 of %s is refused wherever one is chosen, never cut', async (_name, password) => {
    expect(await signUp(password)).toMatchObject(tooLong)
    const { body } = await signUp('correct horse')
    expect(await server.call('PUT', '/user', { token: body.access_token, body: { password } })).toMatchObject(tooLong)
    const admin = { token: server.keys.serviceRoleKey, body: { email: newAddress(), password } }
    expect(await server.call('POST', '/admin/users', admin)).toMatchObject(tooLong)
  })

  it('A-15 of a megabyte is not even read', async () => {
    expect(await signUp('x'.repeat(1_000_000))).toMatchObject({
      status: 413,
      body: { error_code: 'request_entity_too_large' },
    })
    expect((await signUp('x'.repeat(70_000))).status).toBe(413)
  })

  it('A-15 that begins with the right 72 bytes is not the right one', async () => {
    const email = newAddress()
    const right = 'é'.repeat(36)
    expect((await signUp(right, email)).status).toBe(200)
    expect((await logIn(email, `${right}x`)).body.error_code).toBe('invalid_credentials')
    expect((await logIn(email, right)).status).toBe(200)
  })
})

describe('a strange password', () => {
  it('A-15 of halves of characters is refused wherever one is chosen, and is never the right one', async () => {
    const refused = { status: 400, body: { error_code: 'validation_failed' } }
    const [half, other] = ['horse \uD83D battery', 'horse \uDE00 battery']
    expect(await signUp(half)).toMatchObject(refused)
    const email = newAddress()
    const { body } = await signUp('horse \uFFFD battery', email)
    expect(await server.call('PUT', '/user', { token: body.access_token, body: { password: half } })).toMatchObject(
      refused,
    )
    for (const text of [half, other]) expect((await logIn(email, text)).body.error_code).toBe('invalid_credentials')
  })

  it('A-15 counts behind its NUL too', async () => {
    const email = newAddress()
    expect((await signUp('horse\0one', email)).status).toBe(200)
    for (const other of ['horse', 'horse\0two', 'horse\0one\0'])
      expect((await logIn(email, other)).body.error_code).toBe('invalid_credentials')
    expect((await logIn(email, 'horse\0one')).status).toBe(200)
  })

  it('A-15 is the bytes that were typed: composed letters are not their parts', async () => {
    const email = newAddress()
    const composed = 'bibliothèque'.normalize('NFC')
    expect((await signUp(composed, email)).status).toBe(200)
    expect((await logIn(email, composed.normalize('NFD'))).body.error_code).toBe('invalid_credentials')
    expect((await logIn(email, composed)).status).toBe(200)
  })
})

/** An account with a hash from elsewhere, as a dump brings it. */
async function imported(hash: string): Promise<string> {
  const { body } = await signUp('correct horse')
  await server.sql('update auth.users set encrypted_password = $2 where id = $1', [body.user.id, hash])
  return body.user.email as string
}

describe('an imported hash', () => {
  it('A-17 of bcrypt signs in, and becomes one of ours', async () => {
    const { hash } = await import('@node-rs/bcrypt')
    const email = await imported((await hash('horse', { cost: 4 })).replace('$2b$', '$2y$'))
    expect((await logIn(email, 'horse')).status).toBe(200)
    const [row] = await server.sql<{ hash: string }>(
      'select encrypted_password as hash from auth.users where email = $1',
      [email],
    )
    expect(row!.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await logIn(email, 'horse')).status).toBe(200)
  })

  it('A-15 of bcrypt takes neither what it would cut nor what it would repeat', async () => {
    const { hash } = await import('@node-rs/bcrypt')
    const long = 'x'.repeat(72)
    for (const [right, wrong] of [
      [long, `${long}y`],
      ['horse', 'horse\0horse'],
    ] as const) {
      const email = await imported(await hash(right, { cost: 4 }))
      expect((await logIn(email, wrong)).body.error_code).toBe('invalid_credentials')
      expect((await logIn(email, right)).status).toBe(200)
    }
  })

  it('A-17 that asks for more than 64 MiB counts as none, right or wrong', async () => {
    const { hash } = await import('@node-rs/argon2')
    const greedy = await hash('horse', { memoryCost: 65_537, timeCost: 1, parallelism: 1 })
    expect(await logIn(await imported(greedy), 'horse')).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_credentials' },
    })
    const admin = { token: server.keys.serviceRoleKey, body: { email: newAddress(), password_hash: greedy } }
    expect(await server.call('POST', '/admin/users', admin)).toMatchObject(tooLong)
  })

  it('A-17 that asks for hours counts as none', async () => {
    const { hash } = await import('@node-rs/argon2')
    const modest = await hash('horse', { memoryCost: 1024, timeCost: 11, parallelism: 1 })
    expect((await logIn(await imported(modest), 'horse')).body.error_code).toBe('invalid_credentials')
    const bcrypt = `$2b$31$${'a'.repeat(53)}`
    expect((await logIn(await imported(bcrypt), 'horse')).body.error_code).toBe('invalid_credentials')
  })
})

describe('a storm of sign-ins', () => {
  it('A-16 waits in a short queue and is told when to come back, while others browse', async () => {
    const email = newAddress()
    const { access_token: token } = (await signUp('correct horse', email)).body
    const storm = Array.from({ length: 60 }, (_, index) => logIn(`nobody${index}@shop.example`, 'x'))
    const browsing = Array.from({ length: 30 }, () => server.call('GET', '/user', { token }))
    for (const { status } of await Promise.all(browsing)) expect(status).toBe(200)
    const answers = await Promise.all(storm)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('2')
    for (const { status } of answers) expect([400, 503]).toContain(status)
    expect((await logIn(email, 'correct horse')).status).toBe(200)
  })
})
