/** Every call of the official client at least once, for those that no other test makes (WIRE §1). */
import { AuthClient, type GoTrueClientOptions } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { totpCode } from '../../testing/authenticator.ts'

let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({
    change: (config) => ({ ...config, signUp: { enabled: true, anonymous: true }, manualLinking: true }),
  })
})
afterAll(() => server[Symbol.asyncDispose]())

function clientWith(key: string, more: Partial<GoTrueClientOptions> = {}): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${server.url}/auth/v1`,
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    autoRefreshToken: false,
    persistSession: false,
    experimental: { passkey: true, recoveryCodes: true },
    ...more,
  })
}

const password = 'correct horse'
let email: string
let auth: InstanceType<typeof AuthClient>
let count = 0
beforeEach(async () => {
  email = `caller${(count += 1)}@shop.example`
  auth = clientWith(server.keys.anonKey)
  await auth.signUp({ email, password })
})

describe('the client of a person', () => {
  it('reads its session, its claims and its level', async () => {
    const { data } = await auth.getSession()
    expect((await auth.getUser()).data.user!.email).toBe(email)
    expect((await auth.getClaims()).data!.claims.email).toBe(email)
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: 'aal1',
      nextLevel: 'aal1',
      currentAuthenticationMethods: [{ method: 'password' }],
    })
    expect((await auth.getUserIdentities()).data!.identities).toMatchObject([{ provider: 'email' }])
    const copy = clientWith(server.keys.anonKey)
    const { access_token, refresh_token } = data.session!
    expect((await copy.setSession({ access_token, refresh_token })).data.user!.email).toBe(email)
    expect((await copy.refreshSession({ refresh_token })).error).toBeNull()
  })

  it('is told that a session is gone, by the class that the client has for it', async () => {
    await clientWith(server.keys.serviceRoleKey).admin.signOut((await auth.getSession()).data.session!.access_token)
    expect((await auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  })

  it('signs in without a name, and asks for messages', async () => {
    const visitor = clientWith(server.keys.anonKey)
    expect((await visitor.signInAnonymously({ options: { data: { shelf: 1 } } })).data.user).toMatchObject({
      is_anonymous: true,
      user_metadata: { shelf: 1 },
    })
    expect((await auth.resetPasswordForEmail(email)).error).toBeNull()
    expect((await auth.signInWithOtp({ email })).error).toBeNull()
    expect((await auth.resend({ type: 'signup', email })).error).toBeNull()
    expect((await auth.reauthenticate()).error).toBeNull()
    expect(await server.codeOf(email)).toMatch(/^\d{6}$/)
  })

  it('names the providers that are missing', async () => {
    const asked = { provider: 'github', options: { skipBrowserRedirect: true } } as const
    const { data } = await auth.signInWithOAuth(asked)
    const refused = await fetch(data.url!, { redirect: 'manual' })
    expect({ status: refused.status, body: await refused.json() }).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: 'Unsupported provider: provider is not enabled' },
    })
    expect((await auth.linkIdentity(asked)).error).toMatchObject({ status: 400, code: 'validation_failed' })
    expect((await auth.signInWithSSO({ domain: 'shop.example' })).error).toMatchObject({
      status: 404,
      code: 'saml_provider_disabled',
    })
    expect((await auth.signInWithIdToken({ provider: 'google', token: 'x' })).error).toMatchObject({ status: 400 })
    expect(
      (await auth.signInWithWeb3({ chain: 'ethereum', message: 'x'.repeat(80), signature: '0x' })).error,
    ).toMatchObject({ status: 422, code: 'web3_provider_disabled' })
    expect((await auth.exchangeCodeForSession('c0de')).error).not.toBeNull()
  })

  it('enrols a factor, answers for it and gives it up in one call each', async () => {
    const { data } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' })
    expect(data).toMatchObject({ type: 'totp', totp: { qr_code: expect.stringMatching(/^data:image\/svg\+xml/) } })
    if (data?.type !== 'totp') throw new Error('no authenticator app was enrolled')
    const code = totpCode(data.totp.secret)
    expect((await auth.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull()
    expect((await auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: data.id, status: 'verified' }])
    expect((await auth.mfa.getAuthenticatorAssuranceLevel()).data!.currentLevel).toBe('aal2')
    expect((await auth.mfa.unenroll({ factorId: data.id })).data).toEqual({ id: data.id })
  })

  it('has no recovery codes, in the words of the client’s own calls', async () => {
    const { recoveryCodes } = auth.mfa
    const none = { status: 404, code: 'mfa_factor_not_found' }
    expect((await recoveryCodes.getStatus()).error).toMatchObject(none)
    expect((await recoveryCodes.unenroll()).error).toMatchObject(none)
    const off = { status: 422, code: 'mfa_recovery_codes_enroll_not_enabled' }
    expect((await recoveryCodes.generate()).error).toMatchObject(off)
    expect((await recoveryCodes.regenerate()).error).toMatchObject(off)
    expect((await recoveryCodes.verify({ code: 'abc' })).error).toMatchObject({
      status: 422,
      code: 'mfa_recovery_codes_verify_not_enabled',
    })
  })

  it('begins and lists passkeys', async () => {
    expect((await auth.passkey.startRegistration()).data).toMatchObject({
      challenge_id: expect.any(String),
      options: { challenge: expect.any(String) },
    })
    expect((await auth.passkey.startAuthentication()).data).toMatchObject({ challenge_id: expect.any(String) })
    expect((await auth.passkey.list()).data).toEqual([])
    const passkeyId = crypto.randomUUID()
    expect((await auth.passkey.update({ passkeyId, friendlyName: 'x' })).error).toMatchObject({ status: 404 })
    expect((await auth.passkey.delete({ passkeyId })).error).toMatchObject({ status: 404 })
  })

  it('finds no authorization server', async () => {
    const off = { status: 404, code: 'feature_disabled' }
    expect((await auth.oauth.getAuthorizationDetails('x')).error).toMatchObject(off)
    expect((await auth.oauth.approveAuthorization('x')).error).toMatchObject(off)
    expect((await auth.oauth.denyAuthorization('x')).error).toMatchObject(off)
    expect((await auth.oauth.listGrants()).error).toMatchObject(off)
    expect((await auth.oauth.revokeGrant({ clientId: crypto.randomUUID() })).error).toMatchObject(off)
  })

  it('signs out of each kind of place', async () => {
    expect((await auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await auth.getUser()).error).toBeNull()
    expect((await auth.signOut()).error).toBeNull()
    expect((await auth.getSession()).data.session).toBeNull()
  })
})

describe('the client of an administrator', () => {
  const admin = () => clientWith(server.keys.serviceRoleKey).admin

  it('knows people, their factors and their passkeys', async () => {
    const { data } = await admin().createUser({ email: `made-${email}`, password, email_confirm: true })
    const { id } = data.user!
    expect((await admin().getUserById(id)).data.user!.id).toBe(id)
    expect((await admin().updateUserById(id, { user_metadata: { a: 1 } })).data.user!.user_metadata['a']).toBe(1)
    expect((await admin().listUsers({ page: 1, perPage: 1 })).data.users).toHaveLength(1)
    expect((await admin().mfa.listFactors({ userId: id })).data!.factors).toEqual([])
    expect((await admin().mfa.deleteFactor({ userId: id, id: crypto.randomUUID() })).error).toMatchObject({
      status: 404,
      code: 'mfa_factor_not_found',
    })
    expect((await admin().passkey.listPasskeys({ userId: id })).data).toEqual([])
    expect((await admin().passkey.deletePasskey({ userId: id, passkeyId: crypto.randomUUID() })).error).toMatchObject({
      status: 404,
    })
    expect((await admin().deleteUser(id)).error).toBeNull()
  })

  it('invites and makes links', async () => {
    expect((await admin().inviteUserByEmail(`guest-${email}`)).data.user!.invited_at).toBeDefined()
    const { data } = await admin().generateLink({ type: 'magiclink', email })
    expect(data.properties).toMatchObject({
      verification_type: 'magiclink',
      email_otp: expect.stringMatching(/^\d{6}$/),
    })
  })

  it('finds no authorization server either, and lists its own providers', async () => {
    const off = { status: 404, code: 'feature_disabled' }
    const { oauth, customProviders } = admin()
    const clientId = crypto.randomUUID()
    expect((await oauth.listClients()).error).toMatchObject(off)
    expect((await oauth.createClient({ client_name: 'x', redirect_uris: ['https://x.example/'] })).error).toMatchObject(
      off,
    )
    expect((await oauth.getClient(clientId)).error).toMatchObject(off)
    expect((await oauth.updateClient(clientId, { client_name: 'y' })).error).toMatchObject(off)
    expect((await oauth.deleteClient(clientId)).error).toMatchObject(off)
    expect((await oauth.regenerateClientSecret(clientId)).error).toMatchObject(off)
    expect((await customProviders.listProviders()).data).toEqual({ providers: [] })
    expect((await customProviders.getProvider('custom:none')).error).toMatchObject({ status: 404 })
  })
})
