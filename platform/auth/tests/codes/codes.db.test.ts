import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { fragmentOf, provenAddresses, startAuthServer, visit, type AuthServer } from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: provenAddresses })
})
afterAll(() => server[Symbol.asyncDispose]())

let email: string
let count = 0
beforeEach(() => {
  count += 1
  email = `person${count}@shop.example`
})

const password = 'correct horse'

/** Somebody whose address is proven. */
async function confirmed() {
  const client = server.client()
  await client.auth.signUp({ email, password })
  const { data } = await client.auth.verifyOtp({ email, token: await server.codeOf(email), type: 'signup' })
  server.mails.length = 0
  return { client, user: data.user! }
}

describe('signing up where addresses must be proven', () => {
  it('opens a session with the code of the mail, once', async () => {
    const client = server.client()
    const { data } = await client.auth.signUp({ email, password })
    expect(data.session).toBeNull()
    expect(data.user!.confirmation_sent_at).toBeDefined()
    expect(data.user!.user_metadata).toMatchObject({ email_verified: false })
    const token = await server.codeOf(email)
    const verified = await client.auth.verifyOtp({ email, token, type: 'signup' })
    expect(verified.error).toBeNull()
    expect(verified.data.user).toMatchObject({ email, user_metadata: { email_verified: true } })
    expect(verified.data.user!.email_confirmed_at).toBeDefined()
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'otp' }])
    expect((await client.auth.verifyOtp({ email, token, type: 'signup' })).error).toMatchObject({
      status: 403,
      code: 'otp_expired',
    })
  })

  it('opens a session with the link, in the fragment, at an allowed place', async () => {
    await server
      .client()
      .auth.signUp({ email, password, options: { emailRedirectTo: 'https://shop.example/welcome?x=1' } })
    const link = await server.linkOf(email)
    const response = await visit(link)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^https:\/\/shop\.example\/welcome\?x=1#access_token=/)
    const fragment = fragmentOf(response)
    expect([...fragment.keys()]).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'sb',
      'token_type',
      'type',
    ])
    expect(fragment.get('type')).toBe('signup')
    const user = await server.call('GET', '/user', { token: fragment.get('access_token')! })
    expect(user.body.email).toBe(email)
    const again = fragmentOf(await visit(link))
    expect(Object.fromEntries(again)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
      sb: '',
    })
  })

  it('refuses the password until then', async () => {
    await server.client().auth.signUp({ email, password })
    expect((await server.client().auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')
    expect((await server.client().auth.signInWithPassword({ email, password: 'wrong' })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('does not tell who is there: same shape, and a mail to the owner', async () => {
    const { user } = await confirmed()
    const stranger = await server.call('POST', '/signup', {
      body: { email: `new-${email}`, password, data: { name: 'A' } },
    })
    const taken = await server.call('POST', '/signup', { body: { email, password, data: { name: 'A' } } })
    expect(taken.status).toBe(stranger.status)
    expect(shapeOf(taken.body)).toEqual(shapeOf(stranger.body))
    expect(taken.body.id).not.toBe(user.id)
    await vi.waitFor(() => expect(server.mails.at(-1)?.subject).toContain('already have an account'), 30_000)
    expect((await server.client().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  it('starts over with the latest password while nobody has proven the address', async () => {
    await server.client().auth.signUp({ email, password: 'first choice' })
    await server.codeOf(email)
    server.mails.length = 0
    await server.client().auth.signUp({ email, password: 'second choice' })
    await server.client().auth.verifyOtp({ email, token: await server.codeOf(email), type: 'signup' })
    expect((await server.client().auth.signInWithPassword({ email, password: 'first choice' })).error?.code).toBe(
      'invalid_credentials',
    )
    expect((await server.client().auth.signInWithPassword({ email, password: 'second choice' })).error).toBeNull()
  })

  it('A-23 starts over with the latest words about the person, too: the former sign-up may have been a stranger’s', async () => {
    const choose = (data: object) => server.client().auth.signUp({ email, password, options: { data } })
    await choose({ name: 'Stranger', referrer: 'stranger' })
    await server.codeOf(email)
    server.mails.length = 0
    await choose({ name: 'Ada' })
    const token = await server.codeOf(email)
    const { data } = await server.client().auth.verifyOtp({ email, token, type: 'signup' })
    expect(data.user?.user_metadata).toMatchObject({ name: 'Ada', email })
    expect(data.user?.user_metadata).not.toHaveProperty('referrer')
  })

  it('works by phone', async () => {
    const phone = `22177${String(count).padStart(7, '0')}`
    const client = server.client()
    await client.auth.signUp({ phone: `+${phone}`, password, options: { channel: 'whatsapp' } })
    const token = await server.codeOf(phone)
    expect(server.texts.at(-1)).toMatchObject({ to: phone, channel: 'whatsapp' })
    const { data } = await client.auth.verifyOtp({ phone, token, type: 'sms' })
    expect(data.user).toMatchObject({ phone, user_metadata: { phone_verified: true } })
    expect(data.user!.phone_confirmed_at).toBeDefined()
  })
})

/** Names and kinds of values, not the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, field]) => [name, shapeOf(field)])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  )
}

describe('codes', () => {
  it('are burnt by five wrong tries, for ever', async () => {
    await server.client().auth.signUp({ email, password })
    const token = await server.codeOf(email)
    const wrong = token === '000000' ? '000001' : '000000'
    const attempt = (text: string) => server.call('POST', '/verify', { body: { type: 'signup', email, token: text } })
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await attempt(wrong)).toMatchObject({
        status: 403,
        body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
      })
    }
    expect((await attempt(token)).body.error_code).toBe('otp_expired')
  })

  it('end after ten minutes', async () => {
    await server.client().auth.signUp({ email, password })
    const token = await server.codeOf(email)
    const link = await server.linkOf(email)
    await server.sql(
      `update auth.one_time_tokens set created_at = now() - interval '601 seconds' where relates_to = $1`,
      [email],
    )
    expect((await server.client().auth.verifyOtp({ email, token, type: 'signup' })).error?.code).toBe('otp_expired')
    expect(fragmentOf(await visit(link)).get('error_code')).toBe('otp_expired')
  })

  it('are stored as digests', async () => {
    await server.client().auth.signUp({ email, password })
    const [code, link] = [await server.codeOf(email), await server.linkOf(email)]
    const [row] = await server.sql('select to_jsonb(t) as row from auth.one_time_tokens t where relates_to = $1', [
      email,
    ])
    expect(JSON.stringify(row)).not.toContain(code)
    expect(JSON.stringify(row)).not.toContain(link.searchParams.get('token'))
  })

  it.each<[string, object, string]>([
    ['no type', { token: '123456', email: 'a@shop.example' }, 'Verify requires a verification type'],
    ['no token', { type: 'signup', email: 'a@shop.example' }, 'Verify requires a token or a token hash'],
    [
      'too much',
      { type: 'signup', token_hash: 'x', email: 'a@shop.example' },
      'Only the token_hash and type should be provided',
    ],
    ['an unknown type', { type: 'toString', token_hash: 'x' }, 'Unsupported verification type'],
    [
      'a mail’s code by phone',
      { type: 'sms', token: '1', email: 'a@shop.example' },
      'Only an email address or phone number should be provided on verify',
    ],
  ])('are asked for properly: %s', async (_name, body, message) => {
    expect(await server.call('POST', '/verify', { body })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: message },
    })
  })
})

describe('signing in by mail', () => {
  it('works for a member and makes one of a stranger', async () => {
    for (const prepare of [confirmed, async () => {}]) {
      count += 1
      email = `otp${count}@shop.example`
      await prepare()
      const client = server.client()
      expect((await client.auth.signInWithOtp({ email, options: { data: { name: 'A' } } })).error).toBeNull()
      const { data, error } = await client.auth.verifyOtp({ email, token: await server.codeOf(email), type: 'email' })
      expect(error).toBeNull()
      expect(data.user?.email).toBe(email)
    }
  })

  it('makes nobody when asked not to', async () => {
    const { error } = await server.client().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    expect(error).toBeNull()
    // Whoever is asked for after them has their code: what was to be done for the first has been done.
    await server.client().auth.signInWithOtp({ email: `after-${email}` })
    await server.codeOf(`after-${email}`)
    expect(await server.sql('select id from auth.users where email = $1', [email])).toEqual([])
    expect(server.mails.map(({ to }) => to)).not.toContain(email)
  })

  it('drops a password that a stranger chose for the address before', async () => {
    await server.client().auth.signUp({ email, password: 'stranger’s choice' })
    await server.codeOf(email)
    server.mails.length = 0
    const owner = server.client()
    await owner.auth.signInWithOtp({ email })
    expect((await owner.auth.verifyOtp({ email, token: await server.codeOf(email), type: 'email' })).error).toBeNull()
    expect((await server.client().auth.signInWithPassword({ email, password: 'stranger’s choice' })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  it('works by phone', async () => {
    const phone = `22507${String(count).padStart(8, '0')}`
    const client = server.client()
    await client.auth.signInWithOtp({ phone })
    const { data } = await client.auth.verifyOtp({ phone, token: await server.codeOf(phone), type: 'sms' })
    expect(data.session).not.toBeNull()
  })
})

describe('POST /resend', () => {
  it('sends a new code to whoever still needs one, and answers everybody alike', async () => {
    await server.client().auth.signUp({ email, password })
    const first = await server.codeOf(email)
    server.mails.length = 0
    expect((await server.client().auth.resend({ type: 'signup', email })).error).toBeNull()
    const second = await server.codeOf(email)
    const verified = await server.client().auth.verifyOtp({ email, token: second, type: 'signup' })
    expect(verified.error).toBeNull()
    expect(first).toMatch(/^\d{6}$/)
    expect((await server.call('POST', '/resend', { body: { type: 'signup', email } })).body).toEqual({})
    expect((await server.call('POST', '/resend', { body: { type: 'signup', email: `nobody-${email}` } })).body).toEqual(
      {},
    )
  })

  it('names the types it knows', async () => {
    const answer = await server.call('POST', '/resend', { body: { type: 'recovery', email } })
    expect(answer.body.msg).toBe('Missing one of these types: signup, email_change, sms, phone_change')
  })
})
