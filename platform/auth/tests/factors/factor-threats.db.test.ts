import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { totpCode } from '../../testing/authenticator.ts'
import { password, person, tokenOf } from '../../testing/passkey-holder.ts'

/** Rows that a password alone does not open. */
const fixtures = `
  create table public.safe (content text);
  insert into public.safe values ('the first edition');
  alter table public.safe enable row level security;
  grant select, insert on public.safe to authenticated;
  create policy "after the second factor" on public.safe to authenticated
    using (auth.jwt() ->> 'aal' = 'aal2') with check (auth.jwt() ->> 'aal' = 'aal2');
`

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    fixtures,
    change: (config) => ({
      ...config,
      factors: { ...config.factors, phone: { enroll: true, verify: true } },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

/** Somebody who verified a factor a while ago: no step that is still good has been used. */
async function protectedPerson() {
  const who = await person(server)
  const { data } = await who.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  const { id: factorId, totp } = data!
  const code = totpCode(totp.secret)
  expect((await who.client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  await server.sql('update auth.mfa_factors set last_used_step = last_used_step - 9 where id = $1', [factorId])
  return { ...who, factorId, secret: totp.secret }
}

async function signIn(email: string): Promise<SupabaseClient> {
  const client = server.client()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return client
}

describe('a code of an authenticator app', () => {
  const verify = (client: SupabaseClient, factorId: string, code: string) =>
    client.auth.mfa.challengeAndVerify({ factorId, code })
  const refused = { status: 422, code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }

  it('A-18 is accepted one step early and late, not two', async () => {
    const { client, factorId, secret } = await protectedPerson()
    expect((await verify(client, factorId, totpCode(secret, -2))).error).toMatchObject(refused)
    // One more, as the clock may step on between here and there.
    expect((await verify(client, factorId, totpCode(secret, 3))).error).toMatchObject(refused)
    expect((await verify(client, factorId, totpCode(secret, 1))).error).toBeNull()
  })

  it('A-18 is accepted once, and none older after it', async () => {
    const { client, factorId, secret } = await protectedPerson()
    const code = totpCode(secret)
    expect((await verify(client, factorId, code)).error).toBeNull()
    expect((await verify(client, factorId, code)).error).toMatchObject(refused)
    expect((await verify(client, factorId, totpCode(secret, -1))).error).toMatchObject(refused)
  })

  it('A-18 is accepted once, however many ask at once', async () => {
    const { client, factorId, secret } = await protectedPerson()
    const token = await tokenOf(client)
    const challenges = []
    for (let asked = 0; asked < 4; asked += 1) {
      challenges.push((await client.auth.mfa.challenge({ factorId })).data!.id)
    }
    const code = totpCode(secret)
    const answers = await Promise.all(
      challenges.map((challenge_id) =>
        server.call('POST', `/factors/${factorId}/verify`, { token, body: { challenge_id, code } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((one, two) => one - two)).toEqual([200, 422, 422, 422])
  })

  it('A-18 that is wrong five times locks the factor for a quarter of an hour, for the right one too', async () => {
    const { client, id, factorId, secret } = await protectedPerson()
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await verify(client, factorId, 'wrong!')).error).toMatchObject(refused)
    }
    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    const body = { challenge_id: challenge!.id, code: totpCode(secret) }
    const token = await tokenOf(client)
    const locked = await server.call('POST', `/factors/${factorId}/verify`, { token, body })
    expect(locked).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(890)
    expect(server.events).toContainEqual({ kind: 'auth.factor-refused', userId: id, factorId })
    await server.sql(`update auth.mfa_factors set locked_until = now() where id = $1`, [factorId])
    expect((await verify(client, factorId, totpCode(secret))).error).toBeNull()
  })
})

describe('a session below its person’s factors', () => {
  it.each([{ factor_type: 'totp' }, { factor_type: 'phone', phone: '+22670123456' }, { factor_type: 'webauthn' }])(
    'A-19 adds no factor: %j',
    async (factor) => {
      const { email, client } = await protectedPerson()
      const body = { ...factor, friendly_name: 'Mine' }
      const lower = await tokenOf(await signIn(email))
      expect(await server.call('POST', '/factors', { token: lower, body })).toMatchObject({
        status: 403,
        body: { error_code: 'insufficient_aal' },
      })
      const after = await server.call('POST', '/factors', { token: await tokenOf(client), body })
      expect(after.status).toBe(200)
    },
  )

  it('A-19 removes none, not by any of the ways', async () => {
    const { client, email, id, factorId } = await protectedPerson()
    const token = await tokenOf(await signIn(email))
    expect(await server.call('DELETE', `/factors/${factorId}`, { token })).toMatchObject({
      status: 422,
      body: { error_code: 'insufficient_aal', msg: 'AAL2 required to unenroll verified factor' },
    })
    expect(await server.call('DELETE', `/admin/users/${id}/factors/${factorId}`, { token })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
    expect((await client.auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: factorId }])
  })

  it('A-19 proves no factor that it enrolled before there was another', async () => {
    const { client, email } = await person(server)
    const early = await signIn(email)
    const { data: mine } = await early.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    const { data: theirs } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Theirs' })
    const { id: factorId, totp } = theirs!
    const token = await tokenOf(early)
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(totp.secret) })).error).toBeNull()
    expect(await server.call('POST', `/factors/${mine!.id}/challenge`, { token, body: {} })).toMatchObject({
      status: 403,
      body: { error_code: 'session_not_found' },
    })
    const later = await tokenOf(await signIn(email))
    expect(await server.call('POST', `/factors/${mine!.id}/challenge`, { token: later, body: {} })).toMatchObject({
      status: 404,
    })
  })

  it('A-19 ends when a factor is verified', async () => {
    const { client, email } = await person(server)
    const others = [await signIn(email), await signIn(email)]
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    const { id: factorId, totp } = data!
    expect((await client.auth.mfa.challengeAndVerify({ factorId, code: totpCode(totp.secret) })).error).toBeNull()
    for (const other of others) {
      const { data: kept } = await other.auth.getSession()
      const { access_token: token, refresh_token } = kept.session!
      expect((await server.call('GET', '/user', { token })).body.error_code).toBe('session_not_found')
      expect((await server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token } })).status).toBe(
        400,
      )
    }
    expect((await client.auth.getUser()).error).toBeNull()
  })

  it('A-20 sees and writes nothing behind a policy that asks for the second factor', async () => {
    const { client, email, factorId, secret } = await protectedPerson()
    const lower = await signIn(email)
    const read = async (who: SupabaseClient) => server.sqlAs(await tokenOf(who), 'select content from public.safe')
    const write = async (who: SupabaseClient) =>
      server.sqlAs(await tokenOf(who), `insert into public.safe values ('a letter')`)
    expect(await read(lower)).toEqual([])
    await expect(write(lower)).rejects.toMatchObject({ code: '42501' })
    expect(await read(client)).toMatchObject([{ content: 'the first edition' }])
    expect((await lower.auth.mfa.challengeAndVerify({ factorId, code: totpCode(secret) })).error).toBeNull()
    expect(await read(lower)).toHaveLength(1)
    await write(lower)
    expect((await lower.auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await lower.auth.refreshSession()).error).toBeNull()
    expect(await read(lower)).toEqual([])
  })
})
