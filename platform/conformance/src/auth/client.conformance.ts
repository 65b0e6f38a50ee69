import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { freshEmail, PASSWORD, play, send, signUp, type Scenario } from './scenario.ts'
import { openTarget, type AuthTarget } from './target.ts'

let target: AuthTarget
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target[Symbol.asyncDispose]())

const client = (key = target.anonKey) =>
  createClient(target.url, key, { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } })

const text = expect.any(String)
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/)

const open: Scenario[] = [
  { name: 'health', call: 'GET /health', status: 200, answers: { name: 'GoTrue', version: text, description: text } },
  {
    name: 'settings',
    call: 'GET /settings',
    status: 200,
    answers: { external: { email: expect.any(Boolean) }, disable_signup: false, mailer_autoconfirm: true },
  },
  {
    name: 'keys',
    call: 'GET /.well-known/jwks.json',
    status: 200,
    answers: { keys: expect.any(Array) },
    answerHeaders: { 'cache-control': expect.stringContaining('max-age=600') },
  },
  {
    name: 'recovery of a stranger',
    call: 'POST /recover',
    body: { email: 'stranger@shop.example' },
    status: 200,
    answers: {},
  },
  {
    name: 'a stranger’s resend',
    call: 'POST /resend',
    body: { type: 'signup', email: 'stranger2@shop.example' },
    status: 200,
    answers: {},
  },
]

describe('auth/v1 answers anybody', () => {
  it.each(open.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    expect.hasAssertions()
    await play(target, row)
  })
})

describe('objects (WIRE §1.2)', () => {
  it('a token response and its user', async () => {
    const email = freshEmail()
    const { status, body } = await send(target, {
      call: 'POST /signup',
      body: { email, password: PASSWORD, data: { name: 'A' } },
    })
    expect(status).toBe(200)
    const { user } = body as { user: Record<string, unknown> }
    expect(body).toMatchObject({
      access_token: text,
      token_type: 'bearer',
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
      refresh_token: text,
    })
    expect(user).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      email_confirmed_at: time,
      confirmed_at: time,
      last_sign_in_at: time,
      created_at: time,
      updated_at: time,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'A', email, email_verified: true, phone_verified: false, sub: user['id'] },
    })
    expect(user['identities']).toEqual([
      {
        identity_id: text,
        id: user['id'],
        user_id: user['id'],
        identity_data: expect.objectContaining({ email, sub: user['id'] }),
        provider: 'email',
        last_sign_in_at: time,
        created_at: time,
        updated_at: time,
        email,
      },
    ])
    for (const absent of ['phone_confirmed_at', 'banned_until', 'deleted_at', 'new_email', 'invited_at'])
      expect(user).not.toHaveProperty(absent)
  })
})

describe('the official client', () => {
  it('signs up, in and out', async () => {
    const auth = client().auth
    const email = freshEmail()
    expect((await auth.signUp({ email, password: PASSWORD })).data.session).not.toBeNull()
    expect((await auth.signOut()).error).toBeNull()
    const { data, error } = await auth.signInWithPassword({ email, password: PASSWORD })
    expect(error).toBeNull()
    expect((await auth.getUser(data.session!.access_token)).data.user!.email).toBe(email)
    expect((await auth.getClaims()).data!.claims).toMatchObject({ email, aal: 'aal1', session_id: text })
  })

  it('refreshes, once per token, and hears of a reuse', async () => {
    const person = await signUp(target)
    const refresh = (token: string) => client().auth.refreshSession({ refresh_token: token })
    const first = await refresh(person.refreshToken)
    const again = await refresh(person.refreshToken)
    expect(again.data.session!.refresh_token).toBe(first.data.session!.refresh_token)
    const second = await refresh(first.data.session!.refresh_token)
    expect(second.data.session!.refresh_token).not.toBe(first.data.session!.refresh_token)
  })

  it('changes its user, and loses other sessions with the password', async () => {
    const person = await signUp(target)
    const auth = client().auth
    await auth.signInWithPassword({ email: person.email, password: PASSWORD })
    const { data } = await auth.updateUser({ data: { size: 1 }, password: 'another good one' })
    expect(data.user!.user_metadata).toMatchObject({ size: 1 })
    const other = await client().auth.getUser(person.accessToken)
    expect(other.error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  it.each(['global', 'local', 'others'] as const)('signs out %s', async (scope) => {
    const person = await signUp(target)
    const here = client().auth
    await here.signInWithPassword({ email: person.email, password: PASSWORD })
    const token = (await here.getSession()).data.session!.access_token
    expect((await here.signOut({ scope })).error).toBeNull()
    const alive = async (accessToken: string) =>
      (await send(target, { call: 'GET /user', token: accessToken })).status === 200
    expect([await alive(token), await alive(person.accessToken)]).toEqual([scope === 'others', scope === 'local'])
  })

  it('administers', async () => {
    const { admin } = client(target.serviceRoleKey).auth
    const email = freshEmail()
    const { data } = await admin.createUser({ email, email_confirm: true, user_metadata: { name: 'A' } })
    const { id } = data.user!
    expect((await admin.updateUserById(id, { app_metadata: { plan: 'gold' } })).data.user!.app_metadata).toMatchObject({
      plan: 'gold',
      provider: 'email',
    })
    expect((await admin.listUsers({ page: 1, perPage: 1 })).data).toMatchObject({
      aud: 'authenticated',
      total: expect.any(Number),
      lastPage: expect.any(Number),
    })
    const link = await admin.generateLink({ type: 'magiclink', email })
    const opened = await client().auth.verifyOtp({ type: 'magiclink', token_hash: link.data.properties!.hashed_token })
    expect(opened.data.user!.id).toBe(id)
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' })
  })
})
