import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { totpCode } from '../../testing/authenticator.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: (config) => ({ ...config, signUp: { enabled: true, anonymous: true } }) })
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
let count = 0

async function person() {
  const client = server.client()
  const email = `factor${(count += 1)}@shop.example`
  const { data } = await client.auth.signUp({ email, password })
  return { client, email, id: data.user!.id }
}

async function enrol(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName })
  expect(error).toBeNull()
  return { factorId: data!.id, secret: data!.totp.secret, data: data! }
}

/** Somebody who verified a factor a while ago: no step that is still good has been used. */
async function protectedPerson() {
  const who = await person()
  const { factorId, secret } = await enrol(who.client)
  const { error } = await who.client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })
  expect(error).toBeNull()
  await server.sql('update auth.mfa_factors set last_used_step = last_used_step - 9 where id = $1', [factorId])
  return { ...who, factorId, secret }
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = server.client()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return client
}

const levels = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data!.currentLevel, data!.nextLevel]
}

const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session!.access_token

describe('a second factor, by the official client', () => {
  it('is enrolled, proven, and lifts the session', async () => {
    const { client } = await person()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    const { factorId, secret, data } = await enrol(client, 'Ada’s phone')
    expect(data).toMatchObject({ type: 'totp', friendly_name: 'Ada’s phone' })
    expect(data.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /)
    expect(data.totp.uri).toMatch(/^otpauth:\/\/totp\/shop\.example:factor/)
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId, status: 'unverified' }],
      totp: [],
    })
    const challenge = await client.auth.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    expect(challenge.data!.expires_at - Date.now() / 1000).toBeGreaterThan(290)
    const sessionId = (await client.auth.getClaims()).data!.claims.session_id
    const verified = await client.auth.mfa.verify({
      factorId,
      challengeId: challenge.data!.id,
      code: totpCode(secret),
    })
    expect(verified.error).toBeNull()
    expect(verified.data!.user.factors).toMatchObject([{ id: factorId, status: 'verified', factor_type: 'totp' }])
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
    const { claims } = (await client.auth.getClaims()).data!
    expect(claims).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    expect(claims.session_id).toBe(sessionId)
    expect((await client.auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: factorId }])
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
  })

  it('ends the sessions that did not pass it, and the half-finished factors', async () => {
    const { client, email } = await person()
    const [other, elsewhere] = [await signIn(email), await signIn(email)]
    await enrol(other, 'Unfinished')
    const { factorId, secret } = await enrol(client)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toBeNull()
    for (const lower of [other, elsewhere]) {
      const token = await tokenOf(lower)
      expect((await server.call('GET', '/user', { token })).body.error_code).toBe('session_not_found')
    }
    expect((await client.auth.getUser()).data.user!.factors).toMatchObject([{ id: factorId }])
  })

  it('leaves other sessions that passed it', async () => {
    const { client, email, factorId, secret } = await protectedPerson()
    const second = await signIn(email)
    expect(await levels(second)).toEqual(['aal1', 'aal2'])
    expect((await second.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toBeNull()
    expect((await client.auth.getUser()).error).toBeNull()
  })

  it('is given up only by a session that passed it, which then falls back', async () => {
    const { client, email, factorId } = await protectedPerson()
    const lower = await signIn(email)
    expect((await lower.auth.mfa.unenroll({ factorId })).error).toMatchObject({
      status: 422,
      code: 'insufficient_aal',
      message: 'AAL2 required to unenroll verified factor',
    })
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await client.auth.refreshSession()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'password' }])
  })

  it('is listed and removed by administrators', async () => {
    const { client, id, factorId } = await protectedPerson()
    const { mfa } = server.client({ key: server.keys.serviceRoleKey }).auth.admin
    expect((await mfa.listFactors({ userId: id })).data!.factors).toMatchObject([
      { id: factorId, status: 'verified', friendly_name: 'Phone' },
    ])
    const token = server.keys.serviceRoleKey
    const path = `/admin/users/${id}/factors/${factorId}`
    expect((await server.call('PUT', path, { token, body: { friendly_name: 'Tablet' } })).body).toMatchObject({
      id: factorId,
      friendly_name: 'Tablet',
    })
    expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
    expect(await server.call('DELETE', path, { token })).toMatchObject({ status: 404 })
    expect(await server.call('GET', path.replace(/\/[^/]*$/, ''), { token: await tokenOf(client) })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
  })
})

describe('a challenge', () => {
  const answer = async (client: SupabaseClient, factorId: string, body: object) =>
    server.call('POST', `/factors/${factorId}/verify`, { token: await tokenOf(client), body })

  it('is answered once, in time, from where it was asked, for its own factor', async () => {
    const { client, factorId, secret } = await protectedPerson()
    const ask = async () => (await client.auth.mfa.challenge({ factorId })).data!.id
    const code = totpCode(secret)
    const old = await ask()
    await server.sql(`update auth.mfa_challenges set created_at = now() - interval '301 seconds' where id = $1`, [old])
    expect(await answer(client, factorId, { challenge_id: old, code })).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    })
    const elsewhere = await ask()
    await server.sql(`update auth.mfa_challenges set ip_address = '192.0.2.1' where id = $1`, [elsewhere])
    expect(await answer(client, factorId, { challenge_id: elsewhere, code })).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_ip_address_mismatch' },
    })
    const stranger = await protectedPerson()
    const foreign = (await stranger.client.auth.mfa.challenge({ factorId: stranger.factorId })).data!.id
    for (const challenge_id of [foreign, crypto.randomUUID()]) {
      expect(await answer(client, factorId, { challenge_id, code })).toMatchObject({
        status: 422,
        body: { error_code: 'mfa_factor_not_found' },
      })
    }
    const good = await ask()
    expect((await answer(client, factorId, { challenge_id: good, code })).status).toBe(200)
    expect(await answer(client, factorId, { challenge_id: good, code: totpCode(secret, 1) })).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_challenge_expired' },
    })
  })

  it('of somebody else’s factor is not found', async () => {
    const [mine, theirs] = [await person(), await protectedPerson()]
    const { factorId } = theirs
    const notFound = { status: 404, code: 'mfa_factor_not_found', message: 'Factor not found' }
    expect((await mine.client.auth.mfa.challenge({ factorId })).error).toMatchObject(notFound)
    const challengeId = (await theirs.client.auth.mfa.challenge({ factorId })).data!.id
    const code = totpCode(theirs.secret)
    expect((await mine.client.auth.mfa.verify({ factorId, challengeId, code })).error).toMatchObject(notFound)
    expect((await mine.client.auth.mfa.unenroll({ factorId })).error).toMatchObject(notFound)
    const junk = await server.call('POST', '/factors/1/challenge', { token: await tokenOf(mine.client), body: {} })
    expect(junk).toMatchObject({
      status: 404,
      body: { error_code: 'validation_failed', msg: 'factor_id must be an UUID' },
    })
  })

  it.each<[object, string]>([
    [{ challenge_id: 'x', code: '123456' }, 'challenge_id must be an UUID'],
    [{ challenge_id: crypto.randomUUID() }, 'Code needs to be non-empty'],
  ])('is not answered by %j', async (body, msg) => {
    const { client, factorId } = await protectedPerson()
    expect(await answer(client, factorId, body)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg },
    })
  })
})

describe('an enrolment', () => {
  const enrolment = async (client: SupabaseClient, body: object) =>
    server.call('POST', '/factors', { token: await tokenOf(client), body })

  it.each<[object, number, string]>([
    [{}, 400, 'validation_failed'],
    [{ factor_type: 'carrier pigeon' }, 400, 'validation_failed'],
    [{ factor_type: 'phone', phone: '+22670123456' }, 422, 'mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'totp', friendly_name: 'x'.repeat(300) }, 400, 'validation_failed'],
    [{ factor_type: 'totp', friendly_name: '\u0000' }, 400, 'validation_failed'],
  ])('of %j is refused', async (body, status, code) => {
    const { client } = await person()
    expect(await enrolment(client, body)).toMatchObject({ status, body: { error_code: code } })
  })

  it('needs the factor that is there already (THREATS A-19)', async () => {
    const { client, email } = await protectedPerson()
    const lower = await signIn(email)
    expect(await enrolment(lower, { factor_type: 'totp', friendly_name: 'Mine' })).toMatchObject({
      status: 403,
      body: { error_code: 'insufficient_aal' },
    })
    expect((await enrolment(client, { factor_type: 'totp', friendly_name: 'Tablet' })).status).toBe(200)
  })

  it('has a name of its own and a limit', async () => {
    const { client } = await person()
    const named = (friendly_name: string) => enrolment(client, { factor_type: 'totp', friendly_name })
    expect((await named('Phone')).status).toBe(200)
    expect(await named('Phone')).toMatchObject({
      status: 422,
      body: {
        error_code: 'mfa_factor_name_conflict',
        msg: 'A factor with the friendly name "Phone" for this user already exists',
      },
    })
    for (let more = 1; more < server.config.factors.max; more += 1)
      expect((await named(`Phone ${more}`)).status).toBe(200)
    expect(await named('One more')).toMatchObject({
      status: 422,
      body: { error_code: 'too_many_enrolled_mfa_factors' },
    })
    await server.sql(
      `update auth.mfa_factors set created_at = now() - interval '301 seconds' where friendly_name = 'Phone 1'`,
    )
    expect((await named('One more')).status).toBe(200)
  })

  it('is not for anonymous people', async () => {
    const client = server.client()
    await client.auth.signInAnonymously()
    expect(await enrolment(client, { factor_type: 'totp' })).toMatchObject({
      status: 403,
      body: { error_code: 'no_authorization' },
    })
  })
})

describe('a session below its person’s factors', () => {
  it('changes neither password nor address, only data', async () => {
    const { client, email } = await protectedPerson()
    const lower = await signIn(email)
    for (const change of [{ password: 'battery staple' }, { email: 'new@shop.example' }, { phone: '+22670111213' }]) {
      expect((await lower.auth.updateUser(change)).error).toMatchObject({ status: 401, code: 'insufficient_aal' })
    }
    expect((await lower.auth.updateUser({ data: { theme: 'dark' } })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
  })
})
