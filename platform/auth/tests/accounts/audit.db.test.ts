import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
const email = 'ada@shop.example'
const service = () => ({ token: server.keys.serviceRoleKey })
const list = (query = '') => server.call('GET', `/admin/audit${query}`, service())

/** Entries are written behind the answers. */
const waitFor = (action: string) =>
  vi.waitFor(async () => {
    const { body } = await list(`?query=action:${action}`)
    if (body.length === 0) throw new Error(`No entry tells of ${action}`)
    return body
  }, 5_000)

describe('the audit log', () => {
  it('tells of a whole life, with who and from where', async () => {
    const client = server.client()
    const { data } = await client.auth.signUp({ email, password, options: { data: { full_name: 'Ada' } } })
    const id = data.user!.id
    await client.auth.signInWithPassword({ email, password })
    await client.auth.updateUser({ password: `${password}!` })
    await client.auth.refreshSession()
    await client.auth.signOut()
    const [signedUp] = await waitFor('user_signedup')
    expect(signedUp).toEqual({
      id: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      ip_address: '127.0.0.1',
      payload: {
        actor_id: id,
        actor_username: email,
        actor_name: 'Ada',
        actor_via_sso: false,
        action: 'user_signedup',
        log_type: 'team',
        traits: { provider: 'email' },
      },
    })
    for (const action of ['login', 'user_updated_password', 'token_refreshed', 'logout']) {
      expect((await waitFor(action))[0].payload).toMatchObject({ actor_id: id, actor_username: email })
    }
  })

  it('names an administrator where one acted', async () => {
    const { body } = await server.call('POST', '/signup', { body: { email: 'gone@shop.example', password } })
    await server.call('DELETE', `/admin/users/${body.user.id}`, { ...service(), body: {} })
    const [deleted] = await waitFor('user_deleted')
    expect(deleted.payload).toMatchObject({ actor_username: 'service_role', traits: { user_id: body.user.id } })
  })

  it('tells of invitations and of factors that somebody begins', async () => {
    const { body: guest } = await server.call('POST', '/invite', {
      ...service(),
      body: { email: 'guest@shop.example' },
    })
    const [invited] = await waitFor('user_invited')
    expect(invited.payload).toMatchObject({
      actor_username: 'service_role',
      log_type: 'team',
      traits: { user_id: guest.id },
    })
    const { body: session } = await server.call('POST', '/signup', {
      body: { email: 'careful@shop.example', password },
    })
    const { body: factor } = await server.call('POST', '/factors', {
      token: session.access_token,
      body: { factor_type: 'totp' },
    })
    const [begun] = await waitFor('factor_in_progress')
    expect(begun.payload).toMatchObject({ actor_id: session.user.id, traits: { factor_id: factor.id } })
  })

  it('A-07 tells when a refresh token comes back', async () => {
    const { body } = await server.call('POST', '/signup', { body: { email: 'stolen@shop.example', password } })
    const refresh = (token: string) =>
      server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
    const { body: next } = await refresh(body.refresh_token)
    await refresh(next.refresh_token)
    await server.sql(`update auth.refresh_tokens set updated_at = now() - interval '1 minute'`)
    expect((await refresh(body.refresh_token)).body.error_code).toBe('refresh_token_already_used')
    const [revoked] = await waitFor('token_revoked')
    expect(revoked.payload).toMatchObject({ actor_id: body.user.id, log_type: 'token', traits: { reason: 'reused' } })
  })

  it('is listed in pages, and by author, action and type', async () => {
    await waitFor('logout')
    const first = await list('?per_page=1&query=author:ADA')
    expect(first.body).toHaveLength(1)
    const total = Number(first.headers.get('x-total-count'))
    expect(total).toBeGreaterThanOrEqual(5)
    expect(first.headers.get('link')).toBe(
      `</admin/audit?page=2&per_page=1&query=author%3AADA>; rel="next", </admin/audit?page=${total}&per_page=1&query=author%3AADA>; rel="last"`,
    )
    const types = (await list('?query=type:token')).body.map(
      (entry: { payload: { log_type: string } }) => entry.payload.log_type,
    )
    expect(new Set(types)).toEqual(new Set(['token']))
  })

  it.each([
    ['?query=x', 'Invalid query scope: x'],
    ['?query=payload:x', 'Invalid query scope: payload:x'],
    ['?query=action', 'Invalid query scope: action'],
    ['?page=0', 'Bad Pagination Parameters'],
  ])('refuses %s', async (query, msg) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })

  it('is for administrators', async () => {
    const { body } = await server.call('POST', '/signup', { body: { email: 'curious@shop.example', password } })
    const answer = await server.call('GET', '/admin/audit', { token: body.access_token })
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } })
  })

  it('forgets after its days', async () => {
    await using short = await startAuthServer({ change: (config) => ({ ...config, auditDays: 1 }) })
    await short.sql(
      `insert into auth.audit_log_entries (payload, created_at) values ('{"action":"login"}', now() - interval '25 hours')`,
    )
    await short.call('POST', '/signup', { body: { email, password } })
    await vi.waitFor(async () => {
      expect(await short.sql(`select from auth.audit_log_entries where created_at < now() - interval '1 day'`)).toEqual(
        [],
      )
    }, 5_000)
  })

  it('keeps nothing where it is off, and never holds up a sign-in', async () => {
    await using off = await startAuthServer({ change: (config) => ({ ...config, auditDays: 0 }) })
    await off.call('POST', '/signup', { body: { email, password } })
    expect(await off.sql('select from auth.audit_log_entries')).toEqual([])
    await using broken = await startAuthServer({ fixtures: 'drop table auth.audit_log_entries' })
    expect((await broken.call('POST', '/signup', { body: { email, password } })).status).toBe(200)
    await vi.waitFor(() => expect(broken.events.map(({ kind }) => kind)).toContain('auth.audit-failed'), 5_000)
  })
})
