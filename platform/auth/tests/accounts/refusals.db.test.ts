import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    change: (config) => ({
      ...config,
      passwords: { ...config.passwords, requiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'] },
    }),
  })
  await server.call('POST', '/signup', { body: { email: 'taken@shop.example', password: 'correct horse 1' } })
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse 1'
const email = 'somebody@shop.example'

describe('what POST /signup refuses', () => {
  it.each([
    ['nobody without anonymous sign-ins', {}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
    ['no password', { email }, 400, 'validation_failed', 'Signup requires a valid password'],
    [
      'two addresses',
      { email, phone: '1234567', password },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on signup.',
    ],
    [
      'no address',
      { email: 'not an address', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'two mailboxes in one',
      { email: 'a@b.example,c@d.example', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'a header in an address',
      { email: 'a\r\nBcc: x@shop.example', password },
      400,
      'validation_failed',
      'Unable to validate email address: invalid format',
    ],
    [
      'a bad number',
      { phone: '+0123', password },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    [
      'somebody who is there',
      { email: 'TAKEN@shop.example', password },
      422,
      'user_already_exists',
      'User already registered',
    ],
    [
      '73 bytes',
      { email, password: `a1${'x'.repeat(71)}` },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      '73 bytes in 25 letters',
      { email, password: `a1${'界'.repeat(24)}` },
      400,
      'validation_failed',
      'Password cannot be longer than 72 characters',
    ],
    [
      'half a PKCE flow',
      { email, password, code_challenge: 'x'.repeat(43) },
      400,
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      'a plain challenge',
      { email, password, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
      400,
      'validation_failed',
      'code_challenge_method must be s256',
    ],
    [
      'NUL in data',
      { email, password, data: { name: 'a\u0000b' } },
      400,
      'validation_failed',
      'Metadata contains characters that cannot be stored',
    ],
    [
      'half a surrogate pair in data',
      { email, password, data: { name: '\ud800' } },
      400,
      'validation_failed',
      'Metadata contains characters that cannot be stored',
    ],
    ['data that is no object', { email, password, data: 'x' }, 400, 'bad_json', expect.stringContaining('data')],
    ['an address that is no text', { email: { $ne: '' }, password }, 400, 'bad_json', expect.stringContaining('email')],
  ])('%s', async (...[, body, status, code, message]) => {
    const answer = await server.call('POST', '/signup', { body })
    expect(answer).toMatchObject({ status, body: { code: status, error_code: code, msg: message } })
    expect(answer.headers.get('x-sb-error-code')).toBe(code)
  })

  it('a weak password, with its reasons', async () => {
    const { error } = await server.client().auth.signUp({ email, password: 'ABC' })
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: ['length', 'characters'],
    })
    const legacy = await server.call('POST', '/signup', { body: { email, password: 'ABC' } })
    expect(legacy.body).toMatchObject({
      error_code: 'weak_password',
      weak_password: { reasons: ['length', 'characters'] },
    })
  })

  it('A-15 72 bytes are enough for everybody', async () => {
    const answer = await server.call('POST', '/signup', {
      body: { email: 'long@shop.example', password: `a1${'x'.repeat(70)}` },
    })
    expect(answer.status).toBe(200)
  })

  it('one of two who take the same address at once', async () => {
    const body = { email: 'race@shop.example', password }
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.call('POST', '/signup', { body })))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422, 422, 422])
    expect(await server.sql(`select from auth.users where email = 'race@shop.example'`)).toHaveLength(1)
  })
})

describe('bodies', () => {
  it.each([
    ['no JSON', '{"email":', 400, 'bad_json'],
    ['an array', '[]', 400, 'bad_json'],
    [
      'a prototype',
      '{"email":"a@b.example","password":"abcdef1","data":{"__proto__":{"admin":true}}}',
      400,
      'bad_json',
    ],
    ['more than a mebibyte', `"${'x'.repeat(1024 * 1024)}"`, 413, 'request_entity_too_large'],
  ])('of %s', async (_name, body, status, code) => {
    const answer = await server.call('POST', '/signup', { body })
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })

  it('that nobody can read are told of by who reads them: a switch that is off comes before', async () => {
    const body = '{"chain":'
    const byWallet = await server.call('POST', '/token?grant_type=web3', { body })
    expect(byWallet).toMatchObject({ status: 422, body: { error_code: 'web3_provider_disabled' } })
  })

  it('A-29 that are a form are not read', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await server.call('POST', '/token?grant_type=refresh_token', { body: 'refresh_token=x', headers })
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'bad_json' } })
  })

  it('answer dated clients in the dated form', async () => {
    const headers = { 'x-supabase-api-version': '2024-01-01' }
    const answer = await server.call('POST', '/signup', { body: { email }, headers })
    expect(answer.body).toEqual({ code: 'validation_failed', message: 'Signup requires a valid password' })
    expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01')
  })
})

describe('what POST /token refuses', () => {
  const logIn = (body: unknown, grant = 'password') => server.call('POST', `/token?grant_type=${grant}`, { body })

  it('an unknown grant', async () => {
    expect(await logIn({}, 'magic')).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
    })
    expect((await server.call('POST', '/token', { body: {} })).body.msg).toBe('unsupported_grant_type')
  })

  it('nobody', async () => {
    expect(await logIn({ password })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'missing email or phone' },
    })
  })

  it('A-01 the unknown, the wrong, the passwordless and the banned in the same words', async () => {
    await server.sql(`insert into auth.users (email, email_confirmed_at) values ('linked@shop.example', now())`)
    await server.call('POST', '/signup', { body: { email: 'banned@shop.example', password } })
    await server.sql(
      `update auth.users set banned_until = now() + interval '1 day' where email = 'banned@shop.example'`,
    )
    const names = ['stranger', 'taken', 'linked', 'banned']
    const answers = await Promise.all(
      names.map((name) => logIn({ email: `${name}@shop.example`, password: 'wrong 1 wrong' })),
    )
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
      })
    }
  })

  it('the banned in words of their own, once they know the password', async () => {
    expect((await logIn({ email: 'banned@shop.example', password })).body.error_code).toBe('user_banned')
  })

  it('the deleted, as if they had never been', async () => {
    await server.call('POST', '/signup', { body: { email: 'deleted@shop.example', password } })
    await server.sql(`update auth.users set deleted_at = now() where email = 'deleted@shop.example'`)
    expect((await logIn({ email: 'deleted@shop.example', password })).body.error_code).toBe('invalid_credentials')
  })

  it('A-15 a right password with more behind its 72nd byte', async () => {
    const long = `a1${'x'.repeat(70)}`
    await server.call('POST', '/signup', { body: { email: 'cut@shop.example', password: long } })
    expect((await logIn({ email: 'cut@shop.example', password: `${long}y` })).body.error_code).toBe(
      'invalid_credentials',
    )
  })

  it('only new passwords for weakness: an old one signs in, and is named', async () => {
    await server.call('POST', '/signup', { body: { email: 'old@shop.example', password } })
    const strict = await logIn({ email: 'old@shop.example', password })
    expect(strict.body).not.toHaveProperty('weak_password')
    const { passwordHash } = await hashOf('old@shop.example', 'ABC')
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const weak = await logIn({ email: 'old@shop.example', password: 'ABC' })
    expect(weak).toMatchObject({ status: 200, body: { weak_password: { reasons: ['length', 'characters'] } } })
  })
})

/** Gives an account a password that the rules of today would refuse. */
async function hashOf(address: string, weakPassword: string): Promise<{ passwordHash: string }> {
  const { hash } = await import('@node-rs/argon2')
  const passwordHash = await hash(weakPassword)
  await server.sql('update auth.users set encrypted_password = $2 where email = $1', [address, passwordHash])
  return { passwordHash }
}

describe('what GET /user refuses', () => {
  it.each([
    ['no token', undefined, 401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
    ['no JWT', 'nonsense', 403, 'bad_jwt', expect.stringContaining('invalid JWT')],
  ])('%s', async (...[, token, status, code, message]) => {
    const answer = await server.call('GET', '/user', token === undefined ? {} : { token })
    expect(answer).toMatchObject({ status, body: { error_code: code, msg: message } })
  })

  const now = Math.floor(Date.now() / 1000)
  const claims = { aud: 'authenticated', role: 'authenticated', exp: now + 60 }

  it.each([
    ['the anonymous key', {}, 403, 'bad_jwt'],
    ['a subject that is no uuid', { sub: `' or true --` }, 403, 'bad_jwt'],
    ['a subject that nobody has', { sub: '00000000-0000-4000-8000-000000000000' }, 403, 'user_not_found'],
  ])('%s', async (_name, more, status, code) => {
    const token = await server.keys.sign({ ...claims, ...more })
    expect(await server.call('GET', '/user', { token })).toMatchObject({ status, body: { error_code: code } })
  })

  it('a session that is not the subject’s', async () => {
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) =>
        server.call('POST', '/signup', { body: { email: `${name}@shop.example`, password } }),
      ),
    )
    const [{ id: foreign }] = (await server.sql<{ id: string }>('select id from auth.sessions where user_id = $1', [
      two!.body.user.id,
    ])) as [{ id: string }]
    const token = await server.keys.sign({ ...claims, sub: one!.body.user.id, session_id: foreign })
    expect(await server.call('GET', '/user', { token })).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    })
  })
})

describe('what anybody may read', () => {
  it('health, settings and keys', async () => {
    expect((await server.call('GET', '/health')).body).toMatchObject({ name: 'GoTrue' })
    expect((await server.call('GET', '/settings')).body).toMatchObject({
      external: { email: true, phone: true, anonymous_users: false, google: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    })
    const jwks = await server.call('GET', '/.well-known/jwks.json')
    expect(jwks.headers.get('cache-control')).toBe('public, max-age=600')
    expect(jwks.body.keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256', kid: expect.any(String) })])
    expect(jwks.body.keys[0]).not.toHaveProperty('d')
  })

  it('nothing on other paths', async () => {
    expect(await server.call('GET', '/nothing')).toMatchObject({ status: 404, body: { error_code: 'not_found' } })
  })
})
