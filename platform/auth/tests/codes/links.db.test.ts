import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import {
  fragmentOf,
  provenAddresses,
  queryOf,
  startAuthServer,
  visit,
  type AuthServer,
} from '../../testing/auth-server.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: provenAddresses })
})
afterAll(() => server[Symbol.asyncDispose]())

let email: string
let count = 0
beforeEach(() => {
  count += 1
  email = `linked${count}@shop.example`
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

describe('a PKCE flow', () => {
  it('ends with the verifier that stayed in the client', async () => {
    await confirmed()
    const client = server.client({ flowType: 'pkce' })
    await client.auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://shop.example/in' } })
    const response = await visit(await server.linkOf(email))
    expect(response.headers.get('location')).toMatch(/^https:\/\/shop\.example\/in\?code=/)
    const code = queryOf(response).get('code')!
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user!.email).toBe(email)
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'magiclink' }])
  })

  const begin = async (letter = 'v') => {
    await confirmed()
    const verifier = letter.repeat(64)
    const { createHash } = await import('node:crypto')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const body = { email, code_challenge: challenge, code_challenge_method: 'S256' }
    expect((await server.call('POST', '/recover', { body })).status).toBe(200)
    const link = await server.linkOf(email)
    return {
      verifier,
      link,
      exchange: (code: unknown, text: unknown) =>
        server.call('POST', '/token?grant_type=pkce', { body: { auth_code: code, code_verifier: text } }),
    }
  }

  it('A-09 refuses everything but the right verifier, once, in time', async () => {
    const { verifier, link, exchange } = await begin()
    const code = queryOf(await visit(link)).get('code')
    expect((await exchange(code, '')).body).toMatchObject({ code: 400, error_code: 'validation_failed' })
    expect((await exchange(code, 'w'.repeat(64))).body).toMatchObject({ code: 400, error_code: 'bad_code_verifier' })
    expect((await exchange('nonsense', verifier)).body).toMatchObject({ code: 404, error_code: 'flow_state_not_found' })
    const twice = await Promise.all([exchange(code, verifier), exchange(code, verifier)])
    expect(twice.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404])
  })

  it('A-09 ends after five minutes', async () => {
    const { verifier, link, exchange } = await begin()
    const code = queryOf(await visit(link)).get('code')
    await server.sql(`update auth.flow_state set created_at = now() - interval '301 seconds' where auth_code = $1`, [
      code,
    ])
    expect((await exchange(code, verifier)).body).toMatchObject({ code: 422, error_code: 'flow_state_expired' })
  })

  it('A-09 begins with no plain challenge, and with none that is no digest', async () => {
    const challenge = 'c'.repeat(43)
    for (const more of [
      { code_challenge: challenge, code_challenge_method: 'plain' },
      { code_challenge: challenge },
      { code_challenge_method: 's256' },
      { code_challenge: 'short', code_challenge_method: 's256' },
    ]) {
      expect(await server.call('POST', '/recover', { body: { email, ...more } })).toMatchObject({
        status: 400,
        body: { error_code: 'validation_failed' },
      })
    }
  })

  it('A-09 is not ended by the verifier of another flow', async () => {
    const one = await begin()
    email = `other-${email}`
    const two = await begin('w')
    const code = queryOf(await visit(one.link)).get('code')
    expect((await one.exchange(code, two.verifier)).body.error_code).toBe('bad_code_verifier')
    expect((await one.exchange(code, one.verifier)).status).toBe(200)
  })

  it('A-10 cannot be ended by its link without the verifier', async () => {
    const { link } = await begin()
    const body = { type: 'recovery', token_hash: link.searchParams.get('token') }
    expect((await server.call('POST', '/verify', { body })).body.error_code).toBe('otp_expired')
    expect(queryOf(await visit(link)).get('code')).not.toBeNull()
  })

  it('says what went wrong in query and fragment', async () => {
    const { link } = await begin()
    await visit(link)
    const response = await visit(link)
    expect(queryOf(response).get('error_code')).toBe('otp_expired')
    expect(queryOf(response).has('sb')).toBe(false)
    expect(fragmentOf(response).get('error_code')).toBe('otp_expired')
  })
})

describe('links', () => {
  it('survive a scanner that only looks at them', async () => {
    await server.client().auth.signUp({ email, password })
    const link = await server.linkOf(email)
    await fetch(link, { method: 'HEAD', redirect: 'manual' })
    expect(fragmentOf(await visit(link)).get('type')).toBe('signup')
  })

  const hostile = [
    'https://evil.example',
    '//evil.example',
    'https://shop.example@evil.example',
    'https://shop.example.evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '\\\\evil.example',
    'https://evil.example#https://shop.example',
    'http://3232235777/',
    'https://shop.example/\r\nset-cookie: a=b',
    `https://shop.example/${'x'.repeat(8192)}`,
  ]

  it.each(hostile)('A-11 never lead to %j', async (evil) => {
    await server.client().auth.signUp({ email, password })
    const link = await server.linkOf(email)
    link.searchParams.set('redirect_to', evil)
    const response = await fetch(link, { redirect: 'manual', headers: { referer: 'https://evil.example/' } })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^https:\/\/shop\.example\/#access_token=/)
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it.each(['redirect_to', 'referer'])('A-11 never lead where the header %s says', async (header) => {
    await server.client().auth.signUp({ email, password })
    const link = await server.linkOf(email)
    link.searchParams.delete('redirect_to')
    for (const evil of ['https://evil.example/', 'https://shop.example@evil.example/']) {
      const { headers } = await fetch(link, { redirect: 'manual', headers: { [header]: evil } })
      expect(headers.get('location')).toMatch(/^https:\/\/shop\.example\/#/)
    }
  })
})

describe('a forgotten password', () => {
  it('is replaced through a link, and the answer never tells whether there is an account', async () => {
    await confirmed()
    const known = await server.call('POST', '/recover', { body: { email } })
    const unknown = await server.call('POST', '/recover', { body: { email: `nobody-${email}` } })
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    const link = await server.linkOf(email)
    const client = server.client()
    const { error } = await client.auth.verifyOtp({ token_hash: link.searchParams.get('token')!, type: 'recovery' })
    expect(error).toBeNull()
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect((await server.client().auth.signInWithPassword({ email, password: 'battery staple' })).error).toBeNull()
  })
})

describe('a new address', () => {
  const next = () => `next-${email}`

  it('A-24 needs both mailboxes, in either order', async () => {
    for (const order of [
      ['old', 'new'],
      ['new', 'old'],
    ] as const) {
      count += 1
      email = `change${count}@shop.example`
      const { client } = await confirmed()
      const { data } = await client.auth.updateUser({ email: next() })
      expect(data.user).toMatchObject({ email, new_email: next() })
      const addresses = { old: email, new: next() }
      const verify = async (which: 'old' | 'new') =>
        server.call('POST', '/verify', {
          body: { type: 'email_change', email: addresses[which], token: await server.codeOf(addresses[which]) },
        })
      expect((await verify(order[0])).body).toEqual({
        msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
        code: '200',
      })
      expect((await client.auth.getUser()).data.user!.email).toBe(email)
      const done = await verify(order[1])
      expect(done.body.user).toMatchObject({ email: next(), user_metadata: { email: next() } })
      expect(done.body.user).not.toHaveProperty('new_email')
    }
  })

  it('A-24 is not reached by one mailbox that agrees twice, nor by a burnt code of the other', async () => {
    const { client } = await confirmed()
    await client.auth.updateUser({ email: next() })
    const agree = async () =>
      server.call('POST', '/verify', {
        body: { type: 'email_change', email: next(), token: await server.codeOf(next()) },
      })
    for (let tries = 0; tries < 5; tries += 1) {
      await server.call('POST', '/verify', { body: { type: 'email_change', email, token: 'wrong!' } })
    }
    await client.auth.resend({ type: 'email_change', email: next() })
    await vi.waitFor(() => expect(server.mails.filter(({ to }) => to === next())).toHaveLength(2), 30_000)
    expect((await agree()).body).toHaveProperty('msg')
    expect((await client.auth.getUser()).data.user!.email).toBe(email)
    const { admin } = server.client({ key: server.keys.serviceRoleKey }).auth
    const { data } = await admin.generateLink({ type: 'email_change_new', email, newEmail: next() })
    const again = { type: 'email_change', token_hash: data.properties!.hashed_token }
    expect((await server.call('POST', '/verify', { body: again })).body).toHaveProperty('msg')
    expect((await client.auth.getUser()).data.user!.email).toBe(email)
  })

  it('A-24 of an older request is not reached by its link', async () => {
    const { client } = await confirmed()
    await client.auth.updateUser({ email: next() })
    const old = await server.linkOf(next())
    await client.auth.updateUser({ email: `other-${email}` })
    expect(fragmentOf(await visit(old)).get('error_code')).toBe('otp_expired')
  })

  it('that somebody took meanwhile is refused', async () => {
    const { client } = await confirmed()
    await client.auth.updateUser({ email: next() })
    const verify = async (address: string) =>
      server.call('POST', '/verify', {
        body: { type: 'email_change', email: address, token: await server.codeOf(address) },
      })
    await verify(email)
    await server.sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [next()])
    expect(await verify(next())).toMatchObject({ status: 422, body: { error_code: 'email_exists' } })
  })

  it('by phone needs its code', async () => {
    const { client } = await confirmed()
    const phone = `22670${String(count).padStart(6, '0')}`
    const { data } = await client.auth.updateUser({ phone })
    expect(data.user).toMatchObject({ phone: '', new_phone: phone })
    const verified = await client.auth.verifyOtp({ phone, token: await server.codeOf(phone), type: 'phone_change' })
    expect(verified.data.user).toMatchObject({ phone, email })
  })
})
