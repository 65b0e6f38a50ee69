import { createHmac } from 'node:crypto'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { freshEmail, PASSWORD, play, refusal, type Scenario } from './scenario.ts'
import { openTarget, type AuthTarget } from './target.ts'

let target: AuthTarget
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target[Symbol.asyncDispose]())

const stranger = '00000000-0000-4000-8000-000000000000'
const verify = `POST /factors/${stranger}/verify`

const refusals: Record<string, Scenario[]> = {
  'factors (WIRE §1.6)': [
    { name: 'without a token', call: 'POST /factors', body: { factor_type: 'totp' }, ...refusal(401, 'no_authorization') },
    { name: 'of no kind', as: 'person', call: 'POST /factors', body: {}, ...refusal(400, 'validation_failed') },
    { name: 'of an unknown kind', as: 'person', call: 'POST /factors', body: { factor_type: 'key' }, ...refusal(400, 'validation_failed') },
    { name: 'challenged by junk', as: 'person', call: 'POST /factors/1/challenge', body: {}, ...refusal(404, 'validation_failed', 'factor_id must be an UUID') },
    { name: 'challenged but unknown', as: 'person', call: `POST /factors/${stranger}/challenge`, body: {}, ...refusal(404, 'mfa_factor_not_found', 'Factor not found') },
    { name: 'verified but unknown', as: 'person', call: verify, body: { challenge_id: stranger, code: '123456' }, ...refusal(404, 'mfa_factor_not_found') },
    { name: 'given up but unknown', as: 'person', call: `DELETE /factors/${stranger}`, ...refusal(404, 'mfa_factor_not_found') },
    { name: 'listed for administrators by a person', as: 'person', call: `GET /admin/users/${stranger}/factors`, ...refusal(403, 'not_admin') },
    { name: 'of somebody unknown', as: 'service', call: `GET /admin/users/${stranger}/factors`, ...refusal(404, 'user_not_found') },
  ],
  'external providers (WIRE §1.3)': [
    { name: 'unknown', call: 'GET /authorize?provider=nonsense', ...refusal(400, 'validation_failed', 'Unsupported provider: Provider nonsense could not be found') },
    { name: 'an ID token that is not there', call: 'POST /token?grant_type=id_token', body: { provider: 'google' }, status: 400, answers: { error: 'invalid request', error_description: 'id_token required' } },
    { name: 'an ID token of nobody', call: 'POST /token?grant_type=id_token', body: { id_token: 'x' }, status: 400, answers: { error: 'invalid request' } },
    { name: 'linking, which is off', as: 'person', call: 'GET /user/identities/authorize?provider=google', ...refusal(404, 'manual_linking_disabled', 'Manual linking is disabled') },
    { name: 'unlinking, which is off', as: 'person', call: `DELETE /user/identities/${stranger}`, ...refusal(404, 'manual_linking_disabled') },
  ],
} // prettier-ignore

describe.each(Object.entries(refusals))('%s refuse', (_title, rows) => {
  it.each(rows.map((row) => [row.name, row] as const))('%s', async (_name, row) => {
    expect.hasAssertions()
    await play(target, row)
  })
})

describe('the way back from a provider', () => {
  it('with an unknown state leads to the site, and says so twice', async () => {
    const { status, headers } = await fetch(`${target.url}/auth/v1/callback?code=x&state=invented`, {
      redirect: 'manual',
    })
    expect(status).toBe(303)
    const url = new URL(headers.get('location')!)
    for (const fields of [url.searchParams, new URLSearchParams(url.hash.slice(1))]) {
      expect(fields.get('error_code')).toBe('bad_oauth_state')
    }
  })
})

/** RFC 6238 written out, so that it shares nothing with the server's library. */
function totp(secret: string, at = Date.now()): string {
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const code = (digest.readUInt32BE(digest.at(-1)! & 15) & 0x7f_ff_ff_ff) % 1_000_000
  return String(code).padStart(6, '0')
}

async function member(): Promise<SupabaseClient> {
  const client = createClient(target.url, target.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  expect((await client.auth.signUp({ email: freshEmail(), password: PASSWORD })).error).toBeNull()
  return client
}

describe('a second factor (WIRE §1.6)', () => {
  it('is enrolled, challenged, proven and given up', async () => {
    const { auth } = await member()
    const { data: enrolled } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(enrolled).toMatchObject({
      type: 'totp',
      friendly_name: 'Phone',
      totp: { qr_code: expect.stringContaining('<svg') },
    })
    expect(enrolled!.totp.uri).toContain(`secret=${enrolled!.totp.secret}`)
    const factorId = enrolled!.id
    const { data: challenge } = await auth.mfa.challenge({ factorId })
    expect(challenge).toMatchObject({ type: 'totp', expires_at: expect.any(Number) })
    const challengeId = challenge!.id
    const wrong = await auth.mfa.verify({ factorId, challengeId, code: 'abcdef' })
    expect(wrong.error).toMatchObject({
      status: 422,
      code: 'mfa_verification_failed',
      message: 'Invalid TOTP code entered',
    })
    const { data: session } = await auth.mfa.verify({ factorId, challengeId, code: totp(enrolled!.totp.secret) })
    expect(session).toMatchObject({ token_type: 'bearer', user: { factors: [{ id: factorId, status: 'verified' }] } })
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
    })
    expect((await auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    expect((await auth.mfa.listFactors()).data!.all).toEqual([])
  })

  it('has a name that its person uses once', async () => {
    const { auth } = await member()
    await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect((await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })).error).toMatchObject({
      status: 422,
      code: 'mfa_factor_name_conflict',
      message: 'A factor with the friendly name "Phone" for this user already exists',
    })
  })
})
