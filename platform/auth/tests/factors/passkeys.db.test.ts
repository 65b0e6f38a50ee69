import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { totpCode } from '../../testing/authenticator.ts'
import { passkeyHolder, password, person, register, signIn, tokenOf } from '../../testing/passkey-holder.ts'
import { SoftwareKey } from '../../testing/software-key.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    change: (config) => ({
      ...config,
      signUp: { enabled: true, anonymous: true },
      passkeys: { ...config.passkeys, max: 3 },
    }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

const refused = {
  status: 400,
  code: 'webauthn_verification_failed',
  message: 'Credential verification failed',
}

describe('a passkey, by the official client', () => {
  it('is made, signs in, is listed, renamed and removed', async () => {
    const { client, email, id } = await person(server, { name: 'Ada' })
    const begun = (await client.auth.passkey.startRegistration()).data!
    expect(begun).toMatchObject({
      challenge_id: expect.any(String),
      expires_at: expect.any(Number),
      options: {
        rp: { id: 'shop.example', name: 'shop.example' },
        user: { id: Buffer.from(id).toString('base64url'), name: email, displayName: 'Ada' },
        attestation: 'none',
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    expect(begun.expires_at - Date.now() / 1000).toBeGreaterThan(290)
    const key = new SoftwareKey({ aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4' })
    const made = await client.auth.passkey.verifyRegistration({
      challengeId: begun.challenge_id,
      credential: key.create(begun.options),
    })
    expect(made.data).toEqual({
      id: expect.any(String),
      friendly_name: 'Google Password Manager',
      created_at: expect.stringMatching(/Z$/),
    })
    const passkeyId = made.data!.id
    expect(server.events).toContainEqual({ kind: 'auth.passkey-added', userId: id, passkeyId })

    const device = server.client()
    const { data, error } = await signIn(device, key)
    expect(error).toBeNull()
    expect(data!.user!.id).toBe(id)
    expect((await device.auth.getUser()).data.user!.email).toBe(email)
    expect((await device.auth.getClaims()).data!.claims).toMatchObject({ aal: 'aal1', amr: [{ method: 'passkey' }] })
    expect(server.events).toContainEqual({ kind: 'auth.signed-in', userId: id, method: 'passkey' })

    const listed = await device.auth.passkey.list()
    expect(listed.data).toEqual([{ ...made.data, last_used_at: expect.stringMatching(/Z$/) }])
    const renamed = await device.auth.passkey.update({ passkeyId, friendlyName: 'Phone' })
    expect(renamed.data).toEqual({ ...listed.data![0], friendly_name: 'Phone' })
    expect((await device.auth.passkey.delete({ passkeyId })).error).toBeNull()
    expect((await device.auth.passkey.list()).data).toEqual([])
    expect((await signIn(server.client(), key)).error).toMatchObject(refused)
  })

  it('asks for any key of the relying party, and tells of nobody', async () => {
    await passkeyHolder(server)
    const { data } = await server.client().auth.passkey.startAuthentication()
    expect(data!.options).toMatchObject({ rpId: 'shop.example', userVerification: 'required' })
    expect(data!.options.allowCredentials ?? []).toEqual([])
  })

  it('is not made twice on one device', async () => {
    const { client, key } = await passkeyHolder(server)
    const { data } = await client.auth.passkey.startRegistration()
    expect(data!.options.excludeCredentials).toEqual([{ id: key.id, transports: ['usb'], type: 'public-key' }])
    expect((await register(client, key)).error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
  })

  it('has an owner: nobody else takes its key', async () => {
    const { key } = await passkeyHolder(server)
    const { client } = await person(server)
    expect((await register(client, key)).error).toMatchObject({ status: 422, code: 'webauthn_credential_exists' })
    expect((await client.auth.passkey.list()).data).toEqual([])
  })

  it('has a limit', async () => {
    const { client } = await passkeyHolder(server)
    expect((await register(client, new SoftwareKey())).error).toBeNull()
    const begun = (await client.auth.passkey.startRegistration()).data!
    expect((await register(client, new SoftwareKey())).error).toBeNull()
    const full = { status: 422, code: 'too_many_passkeys', message: 'Maximum number of passkeys reached' }
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject(full)
    const credential = new SoftwareKey().create(begun.options)
    expect(
      (await client.auth.passkey.verifyRegistration({ challengeId: begun.challenge_id, credential })).error,
    ).toMatchObject(full)
  })

  it('keeps its counter, and whether it is backed up', async () => {
    const { key, passkeyId } = await passkeyHolder(server, new SoftwareKey(), { isBackupEligible: true })
    expect(
      (await signIn(server.client(), key, { isBackupEligible: true, isBackedUp: true, counter: 42 })).error,
    ).toBeNull()
    expect(
      await server.sql(
        `select sign_count::int, backup_eligible, backed_up, transports, attestation_type, aaguid, clone_seen_at
         from auth.webauthn_credentials where id = $1`,
        [passkeyId],
      ),
    ).toEqual([
      {
        sign_count: 42,
        backup_eligible: true,
        backed_up: true,
        transports: ['usb'],
        attestation_type: 'none',
        aaguid: null,
        clone_seen_at: null,
      },
    ])
  })
})

describe('passkeys are managed', () => {
  it('by their owner alone', async () => {
    const { client, passkeyId } = await passkeyHolder(server)
    const stranger = (await person(server)).client
    const notFound = { status: 404, code: 'validation_failed', message: 'Passkey not found' }
    for (const id of [passkeyId, crypto.randomUUID(), 'x']) {
      expect((await stranger.auth.passkey.update({ passkeyId: id, friendlyName: 'Mine' })).error).toMatchObject(
        notFound,
      )
      expect((await stranger.auth.passkey.delete({ passkeyId: id })).error).toMatchObject(notFound)
    }
    expect((await client.auth.passkey.list()).data).toHaveLength(1)
    expect(await server.call('GET', '/passkeys')).toMatchObject({ status: 401 })
    const anonymous = server.client()
    await anonymous.auth.signInAnonymously()
    expect((await anonymous.auth.passkey.startRegistration()).error).toMatchObject({
      status: 403,
      code: 'no_authorization',
    })
  })

  it.each([
    ['', 'friendly_name is required'],
    ['x'.repeat(121), 'friendly_name must be 120 characters or less'],
    ['\u0000', 'Metadata contains characters that cannot be stored'],
  ])('under names that are some: not %j', async (friendlyName, message) => {
    const { client, passkeyId } = await passkeyHolder(server)
    expect((await client.auth.passkey.update({ passkeyId, friendlyName })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
      message,
    })
  })

  it('A-19 after the second factor of whoever has one', async () => {
    const { client, email, passkeyId } = await passkeyHolder(server)
    const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    const code = totpCode(data!.totp.secret)
    expect((await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull()
    const lower = server.client()
    await lower.auth.signInWithPassword({ email, password })
    const insufficient = { status: 403, code: 'insufficient_aal' }
    expect((await lower.auth.passkey.startRegistration()).error).toMatchObject(insufficient)
    expect((await lower.auth.passkey.delete({ passkeyId })).error).toMatchObject(insufficient)
    expect((await lower.auth.passkey.list()).data).toHaveLength(1)
    expect((await register(client, new SoftwareKey())).error).toBeNull()
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
  })

  it('not by people of a company’s directory', async () => {
    const { client, id } = await person(server)
    await server.sql('update auth.users set is_sso_user = true where id = $1', [id])
    expect((await client.auth.passkey.startRegistration()).error).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: 'SSO users cannot register passkeys',
    })
  })

  it('by administrators', async () => {
    const { client, id, key, passkeyId } = await passkeyHolder(server)
    const { passkey } = server.client({ key: server.keys.serviceRoleKey }).auth.admin
    expect((await passkey.listPasskeys({ userId: id })).data).toMatchObject([
      { id: passkeyId, friendly_name: 'Passkey' },
    ])
    expect((await passkey.deletePasskey({ userId: crypto.randomUUID(), passkeyId })).error).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect((await passkey.deletePasskey({ userId: id, passkeyId })).error).toBeNull()
    expect((await passkey.deletePasskey({ userId: id, passkeyId })).error).toMatchObject({ status: 404 })
    expect((await signIn(server.client(), key)).error).toMatchObject(refused)
    const token = await tokenOf(client)
    expect(await server.call('GET', `/admin/users/${id}/passkeys`, { token })).toMatchObject({
      status: 403,
      body: { error_code: 'not_admin' },
    })
  })

  it('and go with their owner', async () => {
    const { id, key } = await passkeyHolder(server)
    const { admin } = server.client({ key: server.keys.serviceRoleKey }).auth
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await signIn(server.client(), key)).error).toMatchObject(refused)
  })
})

it('passkeys that are switched off are not there', async () => {
  await using closed = await startAuthServer({
    change: (config) => ({ ...config, passkeys: { ...config.passkeys, enabled: false } }),
  })
  const dated = { headers: { 'x-supabase-api-version': '2024-01-01' } }
  expect(await closed.call('POST', '/passkeys/authentication/options', { body: {}, ...dated })).toMatchObject({
    status: 404,
    body: { code: 'passkey_disabled', message: 'Passkeys are disabled' },
  })
  expect((await closed.call('GET', '/settings')).body.passkeys_enabled).toBe(false)
  expect((await server.call('GET', '/settings')).body.passkeys_enabled).toBe(true)
})
