import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
let count = 0
const member = async () =>
  (await server.call('POST', '/signup', { body: { email: `member${(count += 1)}@shop.example`, password } })).body

const nobody = '00000000-0000-4000-8000-000000000000'
const administration: readonly (readonly [string, string])[] = [
  ['GET', '/admin/users'],
  ['POST', '/admin/users'],
  ['GET', `/admin/users/${nobody}`],
  ['PUT', `/admin/users/${nobody}`],
  ['DELETE', `/admin/users/${nobody}`],
  ['GET', `/admin/users/${nobody}/factors`],
  ['PUT', `/admin/users/${nobody}/factors/${nobody}`],
  ['DELETE', `/admin/users/${nobody}/factors/${nobody}`],
  ['GET', `/admin/users/${nobody}/passkeys`],
  ['DELETE', `/admin/users/${nobody}/passkeys/${nobody}`],
  ['POST', '/admin/generate_link'],
  ['POST', '/invite'],
  ['GET', '/admin/audit'],
  ['GET', '/admin/sso/providers'],
  ['POST', '/admin/sso/providers'],
  ['GET', `/admin/sso/providers/${nobody}`],
  ['PUT', `/admin/sso/providers/${nobody}`],
  ['DELETE', `/admin/sso/providers/${nobody}`],
  ['GET', '/admin/custom-providers'],
  ['POST', '/admin/custom-providers'],
  ['GET', '/admin/custom-providers/custom:x'],
  ['PUT', '/admin/custom-providers/custom:x'],
  ['DELETE', '/admin/custom-providers/custom:x'],
]

describe('administration', () => {
  it.each(administration)('A-28 %s %s is closed to people and to the public key', async (method, path) => {
    const { access_token: token } = await member()
    const body = method === 'GET' ? {} : { body: {} }
    for (const one of [token, server.keys.anonKey]) {
      expect(await server.call(method, path, { token: one, ...body })).toMatchObject({
        status: 403,
        body: { error_code: 'not_admin', msg: 'User not allowed' },
      })
    }
    expect(await server.call(method, path, body)).toMatchObject({
      status: 401,
      body: { error_code: 'no_authorization' },
    })
  })

  it.each(['1', `' or true --`, `${nobody}0`, '..', '%00', 'null', '٣'])(
    'A-28 takes no %j for a person',
    async (junk) => {
      const path = `/admin/users/${junk === '..' || junk === '%00' ? '%2e%2e%00' : encodeURIComponent(junk)}`
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body = method === 'GET' ? {} : { body: {} }
        expect(await server.call(method, path, { token: server.keys.serviceRoleKey, ...body })).toMatchObject({
          status: 404,
          body: { error_code: 'validation_failed', msg: 'user_id must be an UUID' },
        })
      }
    },
  )
})

describe('a page elsewhere', () => {
  /** What a form, or a script without a preflight, can send (Fetch, "CORS-safelisted request-header"). */
  const simple = ['application/x-www-form-urlencoded', 'text/plain', 'text/plain;charset=UTF-8', 'multipart/form-data']

  it.each(simple)('A-29 cannot refresh, sign in or sign out as %s', async (type) => {
    const { refresh_token: token } = await member()
    const headers = { 'content-type': type, origin: 'https://evil.example' }
    const text = JSON.stringify({ refresh_token: token })
    for (const body of [text, `refresh_token=${token}`]) {
      const answer = await server.call('POST', '/token?grant_type=refresh_token', { body, headers })
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'bad_json' } })
    }
    const again = { body: { refresh_token: token } }
    expect((await server.call('POST', '/token?grant_type=refresh_token', again)).status).toBe(200)
  })

  it('A-29 has no cookie to ride on: none is set, none counts', async () => {
    const signUp = await server.call('POST', '/signup', { body: { email: 'cookies@shop.example', password } })
    expect(signUp.headers.get('set-cookie')).toBeNull()
    const { access_token: token, refresh_token: refresh } = signUp.body
    const cookie = `sb-access-token=${token}; sb-refresh-token=${refresh}; access_token=${token}; token=${token}`
    for (const [method, path] of [
      ['GET', '/user'],
      ['POST', '/logout'],
    ] as const) {
      expect((await server.call(method, path, { headers: { cookie } })).status).toBe(401)
    }
    expect((await server.call('GET', '/user', { token })).status).toBe(200)
  })
})

describe('what somebody says about themselves', () => {
  const put = (token: string, data: unknown) =>
    server.call('PUT', '/user', { token, body: typeof data === 'string' ? data : { data } })

  it('A-26 is no megabyte, no thousand keys and no prototype', async () => {
    const { access_token: token } = await member()
    expect((await put(token, { note: 'x'.repeat(1_000_000) })).status).toBe(413)
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, index]))
    expect(await put(token, many)).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    for (const text of ['{"data":{"__proto__":{"admin":true}}}', '{"data":{"constructor":{"prototype":{"a":1}}}}']) {
      expect(await put(token, text)).toMatchObject({ status: 400, body: { error_code: 'bad_json' } })
    }
    const signUp = { email: 'many@shop.example', password, data: many }
    expect((await server.call('POST', '/signup', { body: signUp })).status).toBe(400)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
  })

  it('A-26 does not grow without end by many small requests', async () => {
    const { access_token: token } = await member()
    const statuses = []
    for (const name of ['a', 'b', 'c', 'd']) statuses.push((await put(token, { [name]: name.repeat(50_000) })).status)
    expect(statuses).toEqual([200, 200, 400, 400])
    expect((await put(token, { a: null })).status).toBe(200)
    expect((await put(token, { c: 'c' })).status).toBe(200)
  })

  it('A-25 gives no right', async () => {
    const { access_token: token, user } = await member()
    const [before] = await server.sql('select * from auth.users where id = $1', [user.id])
    const data = { role: 'service_role', app_metadata: { plan: 'all' }, is_super_admin: true, aal: 'aal2' }
    expect((await put(token, data)).status).toBe(200)
    const [after] = await server.sql('select * from auth.users where id = $1', [user.id])
    expect(after).toEqual({
      ...before,
      raw_user_meta_data: expect.objectContaining(data) as unknown,
      updated_at: expect.anything() as unknown,
    })
  })
})
