import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { SoftwareKey, type Manner, type CreationOptions, type RequestOptions } from '../../testing/software-key.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
const here = { rpId: 'shop.example', rpOrigins: ['https://shop.example'] }
let count = 0

async function person() {
  const client = server.client()
  const email = `key${(count += 1)}@shop.example`
  const { data } = await client.auth.signUp({ email, password })
  return { client, email, id: data.user!.id }
}

const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session!.access_token

async function enrol(client: SupabaseClient, friendlyName = 'Key'): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName })
  expect(error).toBeNull()
  return data!.id
}

/** What the browser would be asked, as JSON. */
async function ask(client: SupabaseClient, factorId: string) {
  const { body } = await server.call('POST', `/factors/${factorId}/challenge`, {
    token: await tokenOf(client),
    body: { webauthn: here },
  })
  return { challengeId: body.id as string, options: body.webauthn.credential_options.publicKey, body }
}

interface Reply {
  readonly factorId: string
  readonly challengeId: string
  readonly type: 'create' | 'request'
  readonly credential: unknown
}

const answer = async (client: SupabaseClient, { factorId, challengeId, type, credential }: Reply) =>
  server.call('POST', `/factors/${factorId}/verify`, {
    token: await tokenOf(client),
    body: { challenge_id: challengeId, webauthn: { ...here, type, credential_response: credential } },
  })

/** Somebody whose key is a factor. */
async function keyHolder(key = new SoftwareKey(), manner: Partial<Manner> = {}) {
  const who = await person()
  const factorId = await enrol(who.client)
  const { challengeId, options } = await ask(who.client, factorId)
  const credential = key.create(options, manner)
  const { status, body } = await answer(who.client, { factorId, challengeId, type: 'create', credential })
  expect(status).toBe(200)
  await who.client.auth.setSession({ access_token: body.access_token, refresh_token: body.refresh_token })
  return { ...who, factorId, key }
}

async function prove({ client, factorId, key }: Awaited<ReturnType<typeof keyHolder>>, manner: Partial<Manner> = {}) {
  const { challengeId, options } = await ask(client, factorId)
  return answer(client, { factorId, challengeId, type: 'request', credential: key.get(options, manner) })
}

const refused = { status: 422, body: { error_code: 'mfa_verification_failed', msg: 'Invalid WebAuthn credential' } }

describe('a security key, by the official client', () => {
  it('is enrolled, proven, and lifts the session', async () => {
    const { client, email, id } = await person()
    const key = new SoftwareKey({ aaguid: '2fc0579f-8113-47ea-b116-bb5a8db9202a' })
    const enrolled = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Ada’s key' })
    expect(enrolled.data).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'Ada’s key' })
    const factorId = enrolled.data!.id

    const { data: challenge } = await client.auth.mfa.challenge({ factorId, webauthn: here })
    expect(challenge!.expires_at - Date.now() / 1000).toBeGreaterThan(290)
    if (challenge!.webauthn.type !== 'create') throw new Error('An unverified factor is asked for its key')
    const { publicKey } = challenge!.webauthn.credential_options
    expect(publicKey).toMatchObject({
      rp: { id: 'shop.example', name: 'shop.example' },
      user: { name: email, displayName: email },
      attestation: 'none',
    })
    expect(Buffer.from(publicKey.user.id as ArrayBuffer).toString()).toBe(id)
    // The client's types lean on the browser's, which a server does not have.
    const created = key.create(publicKey as unknown as CreationOptions)
    const verified = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge!.id,
      webauthn: { ...here, type: 'create', credential_response: { ...created, toJSON: () => created } as never },
    })
    expect(verified.error).toBeNull()
    expect(verified.data!.user.factors).toMatchObject([
      { id: factorId, status: 'verified', factor_type: 'webauthn', web_authn_aaguid: key.aaguid },
    ])
    const { claims } = (await client.auth.getClaims()).data!
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, { method: 'password' }] })
    expect((await client.auth.mfa.listFactors()).data!.webauthn).toMatchObject([{ id: factorId }])

    const second = server.client()
    await second.auth.signInWithPassword({ email, password })
    const { data: request } = await second.auth.mfa.challenge({ factorId, webauthn: here })
    if (request!.webauthn.type !== 'request') throw new Error('A verified factor is asked to prove itself')
    const asked = request!.webauthn.credential_options.publicKey
    expect(asked).toMatchObject({ rpId: 'shop.example', allowCredentials: [{ transports: ['usb'] }] })
    const got = key.get(asked as unknown as RequestOptions)
    const again = await second.auth.mfa.verify({
      factorId,
      challengeId: request!.id,
      webauthn: { ...here, type: 'request', credential_response: { ...got, toJSON: () => got } as never },
    })
    expect(again.error).toBeNull()
    expect((await second.auth.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel).toBe('aal2')
    expect((await second.auth.mfa.unenroll({ factorId })).error).toBeNull()
    await second.auth.refreshSession()
    expect((await second.auth.getClaims()).data!.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })

  it('is not asked for twice: keys that are factors already are excluded', async () => {
    const { client, key } = await keyHolder()
    const { options } = await ask(client, await enrol(client, 'Second'))
    expect(options.excludeCredentials).toMatchObject([{ id: key.id, type: 'public-key', transports: ['usb'] }])
  })

  it('is nobody else’s', async () => {
    const { key } = await keyHolder()
    const { client } = await person()
    const factorId = await enrol(client)
    const { challengeId, options } = await ask(client, factorId)
    const credential = key.create(options)
    expect(await answer(client, { factorId, challengeId, type: 'create', credential })).toMatchObject({
      status: 422,
      body: { error_code: 'webauthn_credential_exists' },
    })
  })

  it('counts by itself: without a person’s PIN beside the password', async () => {
    const holder = await keyHolder(new SoftwareKey(), { isVerified: false })
    expect((await prove(holder, { isVerified: false })).status).toBe(200)
  })

  it('may never count its signatures', async () => {
    const holder = await keyHolder(new SoftwareKey({ counter: 0 }))
    expect((await prove(holder)).status).toBe(200)
    expect((await prove(holder)).status).toBe(200)
  })

  it('keeps its counter and whether it is backed up', async () => {
    const holder = await keyHolder(new SoftwareKey(), { isBackupEligible: true })
    expect((await prove(holder, { isBackupEligible: true, isBackedUp: true, counter: 42 })).status).toBe(200)
    const [row] = await server.sql<{ key: object }>(
      'select web_authn_credential as key from auth.mfa_factors where id = $1',
      [holder.factorId],
    )
    expect(row!.key).toMatchObject({
      attestationType: 'none',
      flags: { backupEligible: true, backupState: true },
      authenticator: { signCount: 42, cloneWarning: false },
    })
  })
})

describe('a new key is refused', () => {
  it.each<[string, Partial<Manner>]>([
    ['of a page elsewhere', { origin: 'https://shop.example.evil.example' }],
    ['of another port', { origin: 'https://shop.example:8443' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['of a page in a foreign frame', { crossOrigin: true }],
    ['with an attestation that nobody asked for', { format: 'android-key' }],
  ])('%s', async (_name, manner) => {
    const { client } = await person()
    const factorId = await enrol(client)
    const { challengeId, options } = await ask(client, factorId)
    const credential = new SoftwareKey().create(options, manner)
    expect(await answer(client, { factorId, challengeId, type: 'create', credential })).toMatchObject(refused)
    expect((await client.auth.mfa.listFactors()).data!.webauthn).toEqual([])
  })
})

describe('an answer of a key is refused', () => {
  it.each<[string, Partial<Manner>]>([
    ['of a page elsewhere', { origin: 'https://evil.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['of a page in a foreign frame', { crossOrigin: true }],
    ['with a forged signature', { forges: true }],
    ['that can be backed up all of a sudden', { isBackupEligible: true }],
    ['with the counter of before', { counter: 1 }],
    ['without a counter all of a sudden', { counter: 0 }],
  ])('%s', async (_name, manner) => {
    const holder = await keyHolder()
    expect(await prove(holder, manner)).toMatchObject(refused)
    expect(server.events).toContainEqual({ kind: 'auth.credential-refused', reason: expect.any(String) })
  })

  it('and a counter that goes backwards leaves its trace, while the key itself still works', async () => {
    const holder = await keyHolder()
    expect((await prove(holder, { counter: 9 })).status).toBe(200)
    expect(await prove(holder, { counter: 9 })).toMatchObject(refused)
    const [row] = await server.sql<{ authenticator: object }>(
      `select web_authn_credential -> 'authenticator' as authenticator from auth.mfa_factors where id = $1`,
      [holder.factorId],
    )
    expect(row!.authenticator).toMatchObject({ signCount: 9, cloneWarning: true })
    expect((await prove(holder, { counter: 10 })).status).toBe(200)
  })

  it('from a forger, whose counter counts for nothing', async () => {
    const holder = await keyHolder()
    expect(await prove(holder, { forges: true, counter: 1_000 })).toMatchObject(refused)
    expect((await prove(holder, { counter: 7 })).status).toBe(200)
  })

  it('of another key, and five of them lock the factor', async () => {
    const holder = await keyHolder()
    const stranger = await keyHolder()
    for (let guess = 0; guess < 5; guess += 1) {
      expect(await prove({ ...holder, key: stranger.key })).toMatchObject(refused)
    }
    expect(await prove(holder)).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
  })
})

describe('a challenge of a key', () => {
  it('is answered once, right or wrong', async () => {
    const holder = await keyHolder()
    const { client, factorId, key } = holder
    for (const first of [{ forges: true }, {}]) {
      const { challengeId, options } = await ask(client, factorId)
      const reply = (manner: Partial<Manner>) =>
        answer(client, { factorId, challengeId, type: 'request', credential: key.get(options, manner) })
      await reply(first)
      expect(await reply({})).toMatchObject({ status: 422, body: { error_code: 'mfa_challenge_expired' } })
    }
  })

  it('is answered with what it asks for', async () => {
    const { client, factorId, key } = await keyHolder()
    const { challengeId, options } = await ask(client, factorId)
    const credential = new SoftwareKey().create({ ...options, rp: { id: 'shop.example' }, user: { id: 'AA' } })
    expect(await answer(client, { factorId, challengeId, type: 'create', credential })).toMatchObject(refused)
    expect(key.id).not.toBe(credential.id)
  })

  it('A-19 gives no second key to a factor that has one', async () => {
    const { client, email } = await person()
    const thief = server.client()
    await thief.auth.signInWithPassword({ email, password })
    const factorId = await enrol(client)
    const [early, mine] = [await ask(thief, factorId), await ask(client, factorId)]
    const reply = (who: SupabaseClient, { challengeId, options }: typeof mine) =>
      answer(who, { factorId, challengeId, type: 'create', credential: new SoftwareKey().create(options) })
    expect((await reply(client, mine)).status).toBe(200)
    await thief.auth.signInWithPassword({ email, password })
    expect(await reply(thief, early)).toMatchObject(refused)
    expect((await thief.auth.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel).toBe('aal1')
  })

  it('is answered in time and from where it was asked', async () => {
    const { client, factorId, key } = await keyHolder()
    const reply = async (change: string) => {
      const { challengeId, options } = await ask(client, factorId)
      await server.sql(`update auth.mfa_challenges set ${change} where id = $1`, [challengeId])
      return answer(client, { factorId, challengeId, type: 'request', credential: key.get(options) })
    }
    expect(await reply(`created_at = now() - interval '301 seconds'`)).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    })
    expect(await reply(`ip_address = '192.0.2.1'`)).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_ip_address_mismatch' },
    })
  })

  it.each<[object, string]>([
    [{ code: '123456' }, 'WebAuthn config required'],
    [{ webauthn: { credential_response: {} } }, 'WebAuthn type must be create or request'],
    [{ webauthn: { type: 'create' } }, 'credential_response required'],
    [{ webauthn: { type: 'create', credential_response: {} } }, 'Invalid credential_response'],
    [{ webauthn: { type: 'request', credential_response: 'text' } }, 'Invalid credential_response'],
    [{ webauthn: { type: 'request', credential_response: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: '%', authenticatorData: 'a', signature: 'a' } } } }, 'Invalid credential_response'],
  ])('is not answered by %j', async (body, msg) => {
    const { client } = await person()
    const factorId = await enrol(client)
    const { challengeId } = await ask(client, factorId)
    const call = { token: await tokenOf(client), body: { challenge_id: challengeId, ...body } }
    expect(await server.call('POST', `/factors/${factorId}/verify`, call)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg },
    })
  }) // prettier-ignore

  it('asks for our own relying party, whatever the request says', async () => {
    const { client, factorId } = await keyHolder()
    const { body } = await server.call('POST', `/factors/${factorId}/challenge`, {
      token: await tokenOf(client),
      body: { webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] } },
    })
    expect(body.webauthn.credential_options.publicKey.rpId).toBe('shop.example')
  })
})

describe('security keys that are switched off', () => {
  it('are neither enrolled nor verified', async () => {
    const off = { enroll: false, verify: false }
    await using closed = await startAuthServer({
      change: (config) => ({ ...config, factors: { ...config.factors, webauthn: off } }),
    })
    const client = closed.client()
    const { data } = await client.auth.signUp({ email: 'off@shop.example', password })
    expect((await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })).error).toMatchObject({
      status: 422,
      code: 'mfa_webauthn_enroll_not_enabled',
    })
    const factorId = crypto.randomUUID()
    const factor = `insert into auth.mfa_factors (id, user_id, factor_type) values ($1, $2, 'webauthn')`
    await closed.sql(factor, [factorId, data.user!.id])
    expect((await client.auth.mfa.challenge({ factorId, webauthn: here })).error).toMatchObject({
      status: 422,
      code: 'mfa_webauthn_verify_not_enabled',
    })
  })
})
