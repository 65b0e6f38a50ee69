import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { passkeyHolder, password, person, register, signIn, tokenOf } from '../../testing/passkey-holder.ts'
import { SoftwareKey, type Manner } from '../../testing/software-key.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const refused = {
  status: 400,
  code: 'webauthn_verification_failed',
  message: 'Credential verification failed',
}

describe('a new passkey is refused', () => {
  it.each<[string, Partial<Manner>]>([
    ['of a page elsewhere', { origin: 'https://shop.example.evil.example' }],
    ['of another scheme', { origin: 'http://shop.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['of a page in a foreign frame', { crossOrigin: true }],
    ['of a device that did not look who holds it', { isVerified: false }],
  ])('%s', async (_name, manner) => {
    const { client } = await person(server)
    expect((await register(client, new SoftwareKey(), manner)).error).toMatchObject(refused)
    expect((await client.auth.passkey.list()).data).toEqual([])
  })
})

it('the attestation of a vendor is not looked at: its certificates name addresses to ask', async () => {
  const { client } = await person(server)
  expect((await register(client, new SoftwareKey(), { format: 'apple' })).error).toMatchObject(refused)
  const reason = 'attestation of an unexpected format'
  expect(server.events).toContainEqual({ kind: 'auth.credential-refused', reason })
})

describe('a sign-in is refused', () => {
  it.each<[string, Partial<Manner>]>([
    ['of a page elsewhere', { origin: 'https://evil.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['of a page in a foreign frame', { crossOrigin: true }],
    ['of a device that did not look who holds it', { isVerified: false }],
    ['with a forged signature', { forges: true }],
    ['that can be backed up all of a sudden', { isBackupEligible: true }],
    ['with the counter of before', { counter: 1 }],
    ['without a counter all of a sudden', { counter: 0 }],
    ['without a user handle', { userHandle: null }],
    ['with the user handle of somebody else', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ])('%s', async (_name, manner) => {
    const { key } = await passkeyHolder(server)
    expect((await signIn(server.client(), key, manner)).error).toMatchObject(refused)
  })

  it('by a key that nobody registered', async () => {
    const key = new SoftwareKey()
    const { data } = await (await person(server)).client.auth.passkey.startRegistration()
    key.create(data!.options)
    expect((await signIn(server.client(), key)).error).toMatchObject(refused)
  })

  it('when it comes a second time', async () => {
    const { key } = await passkeyHolder(server)
    const client = server.client()
    const { challengeId, credential, error } = await signIn(client, key)
    expect(error).toBeNull()
    expect((await client.auth.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
      message: 'Challenge not found or already used',
    })
  })

  it('when an answer to its challenge has been refused before', async () => {
    const { key } = await passkeyHolder(server)
    const client = server.client()
    const { challengeId, credential } = await signIn(client, key, { forges: true })
    expect((await client.auth.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject({
      code: 'webauthn_challenge_not_found',
    })
  })

  it('all but once when it comes many times at once', async () => {
    const { key } = await passkeyHolder(server)
    const { data } = await server.client().auth.passkey.startAuthentication()
    const body = { challenge_id: data!.challenge_id, credential: key.get(data!.options) }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => server.call('POST', '/passkeys/authentication/verify', { body })),
    )
    expect(answers.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 400, 400, 400])
  })

  it('when it comes too late', async () => {
    const { key } = await passkeyHolder(server)
    const client = server.client()
    const { data } = await client.auth.passkey.startAuthentication()
    const challengeId = data!.challenge_id
    await server.sql('update auth.webauthn_challenges set expires_at = now() where id = $1', [challengeId])
    const credential = key.get(data!.options)
    expect((await client.auth.passkey.verifyAuthentication({ challengeId, credential })).error).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_expired',
      message: 'Challenge has expired',
    })
  })

  it('by a copy of the key, and leaves its trace, while the key itself still works', async () => {
    const { key, passkeyId } = await passkeyHolder(server)
    expect((await signIn(server.client(), key, { counter: 9 })).error).toBeNull()
    expect((await signIn(server.client(), key, { counter: 9 })).error).toMatchObject(refused)
    const [row] = await server.sql<{ isSeen: boolean }>(
      'select clone_seen_at is not null as "isSeen" from auth.webauthn_credentials where id = $1',
      [passkeyId],
    )
    expect(row!.isSeen).toBe(true)
    expect((await signIn(server.client(), key, { counter: 10 })).error).toBeNull()
  })

  it('to whoever is banned or not confirmed', async () => {
    const { key, id } = await passkeyHolder(server)
    await server.sql(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [id])
    expect((await signIn(server.client(), key)).error).toMatchObject({ status: 403, code: 'user_banned' })
    await using strict = await startAuthServer({
      change: (config) => ({ ...config, email: { ...config.email, autoconfirm: false } }),
    })
    const admin = strict.client({ key: strict.keys.serviceRoleKey }).auth.admin
    const email = 'later@shop.example'
    const { data } = await admin.createUser({ email, password, email_confirm: true })
    const client = strict.client()
    await client.auth.signInWithPassword({ email, password })
    const other = new SoftwareKey()
    expect((await register(client, other)).error).toBeNull()
    await strict.sql('update auth.users set email_confirmed_at = null where id = $1', [data.user!.id])
    expect((await signIn(strict.client(), other)).error).toMatchObject({ code: 'email_not_confirmed' })
  })
})

describe('a challenge of a registration', () => {
  const begin = async (client: SupabaseClient) => (await client.auth.passkey.startRegistration()).data!
  const notFound = { status: 400, code: 'webauthn_challenge_not_found' }

  it('belongs to the person and the session that asked for it', async () => {
    const { client, email } = await person(server)
    const again = server.client()
    await again.auth.signInWithPassword({ email, password })
    for (const other of [again, (await person(server)).client]) {
      const begun = await begin(client)
      const credential = new SoftwareKey().create(begun.options)
      const reply = (who: SupabaseClient) =>
        who.auth.passkey.verifyRegistration({ challengeId: begun.challenge_id, credential })
      expect((await reply(other)).error).toMatchObject(notFound)
      expect((await reply(client)).error).toBeNull()
    }
  })

  it('does not sign in, and one of a sign-in registers nothing', async () => {
    const { client, key } = await passkeyHolder(server)
    const begun = await begin(client)
    const credential = key.get({ challenge: begun.options.challenge })
    const { error } = await server
      .client()
      .auth.passkey.verifyAuthentication({ challengeId: begun.challenge_id, credential })
    expect(error).toMatchObject(notFound)
    const { data } = await client.auth.passkey.startAuthentication()
    const made = new SoftwareKey().create({ ...begun.options, challenge: data!.options.challenge })
    const reply = { challengeId: data!.challenge_id, credential: made }
    expect((await client.auth.passkey.verifyRegistration(reply)).error).toMatchObject(notFound)
  })

  it('is used up and ends in time', async () => {
    const { client } = await person(server)
    const begun = await begin(client)
    const reply = (manner: Partial<Manner>) =>
      client.auth.passkey.verifyRegistration({
        challengeId: begun.challenge_id,
        credential: new SoftwareKey().create(begun.options, manner),
      })
    expect((await reply({ origin: 'https://evil.example' })).error).toMatchObject(refused)
    expect((await reply({})).error).toMatchObject(notFound)
    const late = await begin(client)
    await server.sql('update auth.webauthn_challenges set expires_at = now() where id = $1', [late.challenge_id])
    const credential = new SoftwareKey().create(late.options)
    expect(
      (await client.auth.passkey.verifyRegistration({ challengeId: late.challenge_id, credential })).error,
    ).toMatchObject({ status: 400, code: 'webauthn_challenge_expired' })
  })

  it('makes room when it has ended', async () => {
    const stale = crypto.randomUUID()
    await server.sql(
      `insert into auth.webauthn_challenges (id, challenge_type, session_data, expires_at)
       values ($1, 'authentication', '{}', now() - interval '1 second')`,
      [stale],
    )
    await server.client().auth.passkey.startAuthentication()
    expect(await server.sql('select from auth.webauthn_challenges where id = $1', [stale])).toEqual([])
  })

  it.each<[object, string, string]>([
    [{}, 'validation_failed', 'challenge_id is required'],
    [{ challenge_id: crypto.randomUUID() }, 'validation_failed', 'credential is required'],
    [{ challenge_id: 'x', credential: {} }, 'validation_failed', 'challenge_id must be a valid UUID'],
    [{ challenge_id: crypto.randomUUID(), credential: {} }, 'webauthn_challenge_not_found', 'Challenge not found or already used'],
  ])('is not answered by %j', async (body, code, msg) => {
    const { client } = await person(server)
    const token = await tokenOf(client)
    for (const path of ['/passkeys/registration/verify', '/passkeys/authentication/verify']) {
      expect(await server.call('POST', path, { token, body })).toMatchObject({
        status: 400,
        body: { error_code: code, msg },
      })
    }
  }) // prettier-ignore

  it('is not answered by junk', async () => {
    const { client } = await person(server)
    const begun = await begin(client)
    const credential = { id: 'AA', rawId: 'AA', type: 'public-key', response: { clientDataJSON: 'AA' } }
    expect(
      await server.call('POST', '/passkeys/registration/verify', {
        token: await tokenOf(client),
        body: { challenge_id: begun.challenge_id, credential },
      }),
    ).toMatchObject({
      status: 400,
      body: { error_code: 'webauthn_verification_failed', msg: 'Invalid credential response' },
    })
  })
})

describe('passkeys on request of programs', () => {
  it('need the captcha where there is one', async () => {
    await using guarded = await startAuthServer({ captcha: async (token) => token === 'human' })
    const { passkey } = guarded.client().auth
    expect((await passkey.startAuthentication()).error).toMatchObject({ status: 400, code: 'captcha_failed' })
    expect((await passkey.startAuthentication({ options: { captchaToken: 'human' } })).error).toBeNull()
  })

  it('are limited by network', async () => {
    await using strict = await startAuthServer({
      change: (config) => ({ ...config, rates: { ...config.rates, factors: { limit: 1, seconds: 60 } } }),
    })
    const { passkey } = strict.client().auth
    expect((await passkey.startAuthentication()).error).toBeNull()
    expect((await passkey.startAuthentication()).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
  })
})
