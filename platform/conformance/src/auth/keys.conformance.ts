import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { SoftwareKey } from '../../../auth/testing/software-key.ts'
import { DATED, freshEmail, PASSWORD, play, refusal, send, type Scenario } from './scenario.ts'
import { openTarget, type AuthTarget } from './target.ts'

let target: AuthTarget
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target[Symbol.asyncDispose]())

/** Where the server's people are: `CONFORMANCE_SITE_URL` for another than ours. */
const origin = process.env['CONFORMANCE_SITE_URL'] ?? 'https://shop.example'
const nobody = '00000000-0000-4000-8000-000000000000'
const here = { rpId: new URL(origin).hostname, rpOrigins: [origin] }

const registration = 'POST /passkeys/registration'
const authentication = 'POST /passkeys/authentication'
const adminPasskeys = `GET /admin/users/${nobody}/passkeys`
const gone = refusal(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
const notFound = refusal(404, 'validation_failed', 'Passkey not found')
const dated = (status: number, code: string, message: string) => ({
  headers: DATED,
  status,
  answers: { code, message },
  answerHeaders: { 'x-sb-error-code': code, 'x-supabase-api-version': '2024-01-01' },
})

const refusals: Record<string, Scenario[]> = {
  'passkeys (WIRE §1.6)': [
    { name: 'begun without a token', call: `${registration}/options`, body: {}, ...refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token') },
    { name: 'begun by the service', as: 'service', call: `${registration}/options`, body: {}, ...refusal(403, 'bad_jwt') },
    { name: 'made without a token', call: `${registration}/verify`, body: {}, ...refusal(401, 'no_authorization') },
    { name: 'made without a challenge', as: 'person', call: `${registration}/verify`, body: {}, ...refusal(400, 'validation_failed', 'challenge_id is required') },
    { name: 'made without a credential', as: 'person', call: `${registration}/verify`, body: { challenge_id: nobody }, ...refusal(400, 'validation_failed', 'credential is required') },
    { name: 'made with a challenge of no form', as: 'person', call: `${registration}/verify`, body: { challenge_id: '1', credential: {} }, ...refusal(400, 'validation_failed', 'challenge_id must be a valid UUID') },
    { name: 'made with an unknown challenge', as: 'person', call: `${registration}/verify`, body: { challenge_id: nobody, credential: {} }, ...gone },
    { name: 'used without a challenge', call: `${authentication}/verify`, body: {}, ...refusal(400, 'validation_failed', 'challenge_id is required') },
    { name: 'used without a credential', call: `${authentication}/verify`, body: { challenge_id: nobody }, ...refusal(400, 'validation_failed', 'credential is required') },
    { name: 'used with an unknown challenge', call: `${authentication}/verify`, body: { challenge_id: nobody, credential: {} }, ...gone },
    { name: 'used with an unknown challenge, by a newer client', call: `${authentication}/verify`, body: { challenge_id: nobody, credential: {} }, ...dated(400, 'webauthn_challenge_not_found', 'Challenge not found or already used') },
    { name: 'used with a body that is no JSON', call: `${authentication}/verify`, body: '{', ...refusal(400, 'bad_json') },
    { name: 'listed without a token', call: 'GET /passkeys', ...refusal(401, 'no_authorization') },
    { name: 'renamed but unknown', as: 'person', call: `PATCH /passkeys/${nobody}`, body: { friendly_name: 'x' }, ...notFound },
    { name: 'renamed but of no form', as: 'person', call: 'PATCH /passkeys/1', body: { friendly_name: 'x' }, ...notFound },
    { name: 'renamed to nothing', as: 'person', call: `PATCH /passkeys/${nobody}`, body: {}, ...refusal(400, 'validation_failed', 'friendly_name is required') },
    { name: 'renamed at length', as: 'person', call: `PATCH /passkeys/${nobody}`, body: { friendly_name: 'x'.repeat(121) }, ...refusal(400, 'validation_failed', 'friendly_name must be 120 characters or less') },
    { name: 'removed but unknown', as: 'person', call: `DELETE /passkeys/${nobody}`, ...notFound },
    { name: 'listed for administrators by a person', as: 'person', call: adminPasskeys, ...refusal(403, 'not_admin', 'User not allowed') },
    { name: 'listed for administrators by nobody', call: adminPasskeys, ...refusal(401, 'no_authorization') },
    { name: 'of somebody unknown', as: 'service', call: adminPasskeys, ...refusal(404, 'user_not_found', 'User not found') },
    { name: 'removed of somebody unknown', as: 'service', call: `DELETE /admin/users/${nobody}/passkeys/${nobody}`, ...refusal(404, 'user_not_found', 'User not found') },
  ],
  'factors (WIRE §1.6)': [
    { name: 'of a phone without a number', as: 'person', call: 'POST /factors', body: { factor_type: 'phone' }, ...refusal(400, 'validation_failed', 'Phone number required to enroll Phone factor') },
    { name: 'of a phone with a number of no form', as: 'person', call: 'POST /factors', body: { factor_type: 'phone', phone: 'x' }, ...refusal(400, 'validation_failed', 'Invalid phone number format (E.164 required)') },
    { name: 'of an unknown kind', as: 'person', call: 'POST /factors', body: { factor_type: 'retina' }, ...refusal(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn') },
    { name: 'of an unknown kind, by a newer client', as: 'person', call: 'POST /factors', body: { factor_type: 'retina' }, ...dated(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn') },
    { name: 'of a key, challenged by nobody', call: `POST /factors/${nobody}/challenge`, body: { webauthn: here }, ...refusal(401, 'no_authorization') },
    { name: 'of a key, challenged but unknown', as: 'person', call: `POST /factors/${nobody}/challenge`, body: { webauthn: here }, ...refusal(404, 'mfa_factor_not_found', 'Factor not found') },
    { name: 'of a key, verified but unknown', as: 'person', call: `POST /factors/${nobody}/verify`, body: { challenge_id: nobody, webauthn: { ...here, type: 'create', credential_response: {} } }, ...refusal(404, 'mfa_factor_not_found', 'Factor not found') },
  ],
} // prettier-ignore

describe.each(Object.entries(refusals))('%s refuse', (_title, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    expect.hasAssertions()
    await play(target, row)
  })
})

const options = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
const fresh = () => createClient(target.url, target.anonKey, { auth: options })

async function member(): Promise<{ client: SupabaseClient; email: string; token: string }> {
  const client = fresh()
  const email = freshEmail()
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  expect(error).toBeNull()
  return { client, email, token: data.session!.access_token }
}

describe('a passkey (WIRE §1.6)', () => {
  it('is asked for, made, used, listed, renamed and removed', async () => {
    const { client, email, token } = await member()
    const key = new SoftwareKey({ origin })
    const begun = await send(target, { call: `${registration}/options`, token, body: {} })
    expect(begun).toMatchObject({
      status: 200,
      body: {
        challenge_id: expect.any(String),
        expires_at: expect.any(Number),
        options: {
          challenge: expect.stringMatching(/^[\w-]+$/),
          rp: { id: here.rpId, name: expect.any(String) },
          user: { id: expect.any(String), name: email, displayName: expect.any(String) },
          pubKeyCredParams: expect.arrayContaining([{ type: 'public-key', alg: -7 }]),
        },
      },
    })
    const { challenge_id: challengeId, options: creation } = begun.body as never
    const made = await client.auth.passkey.verifyRegistration({ challengeId, credential: key.create(creation) })
    expect(made.data).toEqual({
      id: expect.any(String),
      friendly_name: expect.any(String),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    const passkeyId = made.data!.id

    const asked = await send(target, { call: `${authentication}/options`, body: {} })
    expect(asked).toMatchObject({
      status: 200,
      body: { challenge_id: expect.any(String), expires_at: expect.any(Number), options: { rpId: here.rpId } },
    })
    const { challenge_id: signInId, options: request } = asked.body as never
    const signedIn = await send(target, {
      call: `${authentication}/verify`,
      body: { challenge_id: signInId, credential: key.get(request) },
    })
    expect(signedIn).toMatchObject({
      status: 200,
      body: { token_type: 'bearer', refresh_token: expect.any(String), user: { email } },
    })

    const { data: listed } = await client.auth.passkey.list()
    expect(listed).toEqual([{ ...made.data, last_used_at: expect.any(String) }])
    const { data: renamed } = await client.auth.passkey.update({ passkeyId, friendlyName: 'Phone' })
    expect(renamed).toMatchObject({ id: passkeyId, friendly_name: 'Phone' })
    const removed = await send(target, { call: `DELETE /passkeys/${passkeyId}`, token })
    expect(removed).toMatchObject({ status: 204, body: '' })
    expect((await client.auth.passkey.list()).data).toEqual([])
  })

  it('is listed and removed by administrators', async () => {
    const { client } = await member()
    const { data: begun } = await client.auth.passkey.startRegistration()
    const credential = new SoftwareKey({ origin }).create(begun!.options)
    const made = await client.auth.passkey.verifyRegistration({ challengeId: begun!.challenge_id, credential })
    const { passkey } = createClient(target.url, target.serviceRoleKey, { auth: options }).auth.admin
    const userId = (await client.auth.getUser()).data.user!.id
    expect((await passkey.listPasskeys({ userId })).data).toMatchObject([{ id: made.data!.id }])
    expect((await passkey.deletePasskey({ userId, passkeyId: made.data!.id })).error).toBeNull()
    expect((await passkey.listPasskeys({ userId })).data).toEqual([])
  })

  it('of another page is refused, and its challenge is used up', async () => {
    const { client } = await member()
    const { data: begun } = await client.auth.passkey.startRegistration()
    const challengeId = begun!.challenge_id
    const key = new SoftwareKey({ origin })
    const elsewhere = key.create(begun!.options, { origin: 'https://elsewhere.example' })
    const verify = async (credential: typeof elsewhere) =>
      (await client.auth.passkey.verifyRegistration({ challengeId, credential })).error
    expect(await verify(elsewhere)).toMatchObject({
      status: 400,
      code: 'webauthn_verification_failed',
      message: 'Credential verification failed',
    })
    expect(await verify(key.create(begun!.options))).toMatchObject({
      status: 400,
      code: 'webauthn_challenge_not_found',
    })
  })
})

describe('a security key (WIRE §1.6)', () => {
  it('is enrolled, made, asked for and proven', async () => {
    const { client, email, token } = await member()
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Key' })
    expect(factor).toEqual({ id: expect.any(String), type: 'webauthn', friendly_name: 'Key' })
    const factorId = factor!.id
    const key = new SoftwareKey({ origin })
    const ask = async (bearer: string) => {
      const { body } = await send(target, {
        call: `POST /factors/${factorId}/challenge`,
        token: bearer,
        body: { webauthn: here },
      })
      return body as { id: string; webauthn: { type: string; credential_options: { publicKey: never } } }
    }
    const prove = (bearer: string, challenge_id: string, type: string, credential_response: object) =>
      send(target, {
        call: `POST /factors/${factorId}/verify`,
        token: bearer,
        body: { challenge_id, webauthn: { ...here, type, credential_response } },
      })
    const created = await ask(token)
    expect(created).toMatchObject({
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: { type: 'create', credential_options: { publicKey: { rp: { id: here.rpId } } } },
    })
    const made = await prove(token, created.id, 'create', key.create(created.webauthn.credential_options.publicKey))
    expect(made).toMatchObject({
      status: 200,
      body: { user: { factors: [{ id: factorId, factor_type: 'webauthn', status: 'verified' }] } },
    })

    const next = fresh()
    const { data } = await next.auth.signInWithPassword({ email, password: PASSWORD })
    const bearer = data.session!.access_token
    const requested = await ask(bearer)
    expect(requested.webauthn).toMatchObject({
      type: 'request',
      credential_options: { publicKey: { rpId: here.rpId, allowCredentials: [{ id: key.id, type: 'public-key' }] } },
    })
    const { publicKey } = requested.webauthn.credential_options
    const proven = await prove(bearer, requested.id, 'request', key.get(publicKey))
    expect(proven.status).toBe(200)
    const { access_token, refresh_token } = proven.body as { access_token: string; refresh_token: string }
    await next.auth.setSession({ access_token, refresh_token })
    expect((await next.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
    expect((await next.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  })
})

describe('a phone (WIRE §1.6)', () => {
  it('is enrolled and challenged; a wrong code is refused', async () => {
    const { client } = await member()
    const phone = `+2267${Math.random().toString().slice(2, 9)}`
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Phone' })
    expect(factor).toEqual({ id: expect.any(String), type: 'phone', friendly_name: 'Phone', phone })
    const factorId = factor!.id
    const { data: challenge } = await client.auth.mfa.challenge({ factorId, channel: 'sms' })
    expect(challenge).toEqual({ id: expect.any(String), type: 'phone', expires_at: expect.any(Number) })
    const challengeId = challenge!.id
    expect((await client.auth.mfa.verify({ factorId, challengeId, code: 'abcdef' })).error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid MFA Phone code entered',
    })
    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
  })
})
