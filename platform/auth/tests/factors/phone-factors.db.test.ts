import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AuthConfig } from '../../src/config.ts'
import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'

const withPhones = (config: AuthConfig): AuthConfig => ({
  ...config,
  factors: { ...config.factors, phone: { enroll: true, verify: true } },
})

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ change: withPhones })
})
afterAll(() => server[Symbol.asyncDispose]())

const password = 'correct horse'
let count = 0
const newPhone = () => `226701${String((count += 1)).padStart(5, '0')}`

async function person(where = server) {
  const client = where.client()
  const email = `phone${(count += 1)}@shop.example`
  const { data } = await client.auth.signUp({ email, password })
  return { client, email, id: data.user!.id }
}

async function enrol(client: SupabaseClient, phone: string, friendlyName = 'Phone'): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName })
  expect(error).toBeNull()
  return data!.id
}

async function challenge(client: SupabaseClient, factorId: string, channel: 'sms' | 'whatsapp' = 'sms') {
  const { data, error } = await client.auth.mfa.challenge({ factorId, channel })
  expect(error).toBeNull()
  return data!.id
}

/** Somebody whose phone is a factor. */
async function phoneHolder() {
  const who = await person()
  const phone = newPhone()
  const factorId = await enrol(who.client, phone)
  const challengeId = await challenge(who.client, factorId)
  const verified = await who.client.auth.mfa.verify({ factorId, challengeId, code: await server.codeOf(phone) })
  expect(verified.error).toBeNull()
  return { ...who, phone, factorId }
}

const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const tokenOf = async (client: SupabaseClient) => (await client.auth.getSession()).data.session!.access_token

describe('a phone as second factor, by the official client', () => {
  it('is enrolled, gets a code, and lifts the session', async () => {
    const { client } = await person()
    const phone = newPhone()
    const enrolled = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}`, friendlyName: 'Mine' })
    expect(enrolled.data).toEqual({
      id: expect.any(String),
      type: 'phone',
      friendly_name: 'Mine',
      phone: `+${phone}`,
    })
    const factorId = enrolled.data!.id
    const asked = await client.auth.mfa.challenge({ factorId, channel: 'whatsapp' })
    expect(asked.data).toEqual({ id: expect.any(String), type: 'phone', expires_at: expect.any(Number) })
    expect(asked.data!.expires_at - Date.now() / 1000).toBeGreaterThan(290)
    const code = await server.codeOf(phone)
    expect(server.texts.at(-1)).toMatchObject({ to: phone, channel: 'whatsapp', code })
    const verified = await client.auth.mfa.verify({ factorId, challengeId: asked.data!.id, code })
    expect(verified.data!.user.factors).toMatchObject([{ id: factorId, status: 'verified', phone }])
    expect((await client.auth.getClaims()).data!.claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/phone' }, { method: 'password' }],
    })
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    await client.auth.refreshSession()
    expect((await client.auth.getClaims()).data!.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] })
  })

  it('gets its text in the person’s language', async () => {
    const client = server.client()
    const options = { data: { language: 'fr' } }
    await client.auth.signUp({ email: `phone${(count += 1)}@shop.example`, password, options })
    const phone = newPhone()
    await challenge(client, await enrol(client, phone))
    await server.codeOf(phone)
    expect(server.texts.at(-1)).toMatchObject({ to: phone, language: 'fr' })
  })
})

describe('an enrolment of a phone', () => {
  const enrolment = async (client: SupabaseClient, body: object) =>
    server.call('POST', '/factors', { token: await tokenOf(client), body: { factor_type: 'phone', ...body } })

  it.each([
    [{}, 'Phone number required to enroll Phone factor'],
    [{ phone: '' }, 'Phone number required to enroll Phone factor'],
    [{ phone: 'not a number' }, 'Invalid phone number format (E.164 required)'],
  ])('with %j is refused', async (body, msg) => {
    const { client } = await person()
    expect(await enrolment(client, body)).toMatchObject({ status: 400, body: { error_code: 'validation_failed', msg } })
  })

  it('that nobody finished is replaced, one that somebody did is not', async () => {
    const { client, phone, factorId } = await phoneHolder()
    expect(await enrolment(client, { phone, friendly_name: 'Again' })).toMatchObject({
      status: 422,
      body: { error_code: 'mfa_verified_factor_exists' },
    })
    const fresh = newPhone()
    const first = await enrol(client, fresh, 'First')
    const second = await enrol(client, fresh, 'First')
    const { all } = (await client.auth.mfa.listFactors()).data!
    expect(all.map(({ id }) => id)).toEqual([factorId, second])
    expect(second).not.toBe(first)
  })

  it('may name the phone of somebody else', async () => {
    const { phone } = await phoneHolder()
    const { client } = await person()
    expect((await enrolment(client, { phone })).status).toBe(200)
  })
})

describe('A-18 a code to a phone', () => {
  const refused = { status: 422, code: 'mfa_verification_failed', message: 'Invalid MFA Phone code entered' }

  it('is good for its own challenge, once', async () => {
    const { client, phone, factorId } = await phoneHolder()
    const first = await challenge(client, factorId)
    const code = await server.codeOf(phone)
    const second = await challenge(client, factorId)
    const verify = (challengeId: string) => client.auth.mfa.verify({ factorId, challengeId, code })
    await server.sql(
      `update auth.mfa_challenges set otp_code = (select otp_code from auth.mfa_challenges where id = $1) where id = $2`,
      [first, second],
    )
    expect((await verify(second)).error).toMatchObject(refused)
    expect((await verify(first)).error).toBeNull()
    expect((await verify(first)).error).toMatchObject({ status: 422, code: 'mfa_challenge_expired' })
  })

  it('lies in the database as a digest', async () => {
    const { client, phone, factorId } = await phoneHolder()
    const id = await challenge(client, factorId)
    const [row] = await server.sql<{ otp_code: string }>('select otp_code from auth.mfa_challenges where id = $1', [id])
    expect(row!.otp_code).toMatch(/^[0-9a-f]{64}$/)
    expect(row!.otp_code).not.toContain(await server.codeOf(phone))
  })

  it('that is wrong five times locks the factor, for the right one too', async () => {
    const { client, phone, factorId } = await phoneHolder()
    const challengeId = await challenge(client, factorId)
    const code = await server.codeOf(phone)
    for (let guess = 0; guess < 5; guess += 1) {
      const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: another(code) })
      expect(error).toMatchObject(refused)
    }
    expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toMatchObject({
      status: 429,
      code: 'over_request_rate_limit',
    })
    const anew = await challenge(client, factorId)
    const { error } = await client.auth.mfa.verify({ factorId, challengeId: anew, code: await server.codeOf(phone) })
    expect(error).toMatchObject({ status: 429 })
  })

  it('is no code of an authenticator app, and none of those is one', async () => {
    const { client, factorId } = await phoneHolder()
    const totp = (await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).data!.id
    const challengeId = (await client.auth.mfa.challenge({ factorId: totp })).data!.id
    const { error } = await client.auth.mfa.verify({ factorId, challengeId, code: '123456' })
    expect(error).toMatchObject({ status: 422, code: 'mfa_factor_not_found' })
  })
})

describe('a challenge of a phone', () => {
  it('goes by SMS or WhatsApp', async () => {
    const { client, factorId } = await phoneHolder()
    const token = await tokenOf(client)
    const post = (body: object) => server.call('POST', `/factors/${factorId}/challenge`, { token, body })
    expect(await post({ channel: 'pigeon' })).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } })
    expect((await post({})).status).toBe(200)
    expect(server.texts.at(-1)!.channel).toBe('sms')
  })

  it('is limited for each number, whoever asks', async () => {
    await using strict = await startAuthServer({
      change: (config) => {
        const rates = { ...config.rates, messagePause: { limit: 1, seconds: 60 } }
        return withPhones({ ...config, rates })
      },
    })
    const phone = newPhone()
    const ask = async () => {
      const { client } = await person(strict)
      const factorId = await enrol(client, phone)
      return client.auth.mfa.challenge({ factorId, channel: 'sms' })
    }
    expect((await ask()).error).toBeNull()
    const { error } = await ask()
    expect(error).toMatchObject({ status: 429, code: 'over_sms_send_rate_limit' })
    expect(error!.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/)
    expect(strict.texts).toHaveLength(1)
  })
})

it('phones that are switched off are not verified either', async () => {
  await using closed = await startAuthServer()
  const { client, id } = await person(closed)
  const [row] = await closed.sql<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, phone) values ($1, 'phone', '22670000000') returning id`,
    [id],
  )
  expect((await client.auth.mfa.challenge({ factorId: row!.id, channel: 'sms' })).error).toMatchObject({
    status: 422,
    code: 'mfa_phone_verify_not_enabled',
  })
})
