import { createHash } from 'node:crypto'

import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose'
import * as openid from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { startAuthServer, type AuthServer } from '../../testing/auth-server.ts'
import { Browser, startOpenIdServer, type OpenIdServer } from '../../testing/openid-server.ts'

/** Where the app itself is answered; nothing listens there. */
const APP = 'http://127.0.0.1:1/app'

let server: AuthServer
let openId: OpenIdServer
beforeAll(async () => {
  openId = await startOpenIdServer({ tellsInIdToken: true })
  server = await startAuthServer({
    change: (config) => {
      openId.open({ shop: `${config.apiUrl}/callback`, app: APP, stranger: APP })
      const ours = { clientIds: ['shop', 'app'], secret: 'secret', url: openId.issuer, emailOptional: false }
      return {
        ...config,
        manualLinking: true,
        email: { ...config.email, autoconfirm: false },
        signUp: { enabled: true, anonymous: true },
        external: {
          keycloak: { ...ours, skipNonceCheck: false },
          careless: { ...ours, clientIds: ['app'], skipNonceCheck: true },
          offline: { ...ours, url: 'http://127.0.0.1:1', skipNonceCheck: false },
          github: { ...ours, url: null, skipNonceCheck: false },
        },
      }
    },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await openId[Symbol.asyncDispose]()
})

let count = 0
let subject: string
let email: string
beforeEach(() => {
  count += 1
  subject = `app-reader-${count}`
  email = `app${count}@mail.example`
  openId.people.set(subject, { email, email_verified: true, name: 'Ada' })
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** As an app signs its person in at the provider by itself. */
async function obtain(nonce: string | null = 'noncense', clientId = 'app') {
  const config = await openid.discovery(new URL(openId.issuer), clientId, 'secret', undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const hashed = nonce === null ? {} : { nonce: sha256(nonce) }
  const start = openid.buildAuthorizationUrl(config, {
    redirect_uri: APP,
    scope: 'openid email profile',
    login_hint: subject,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...hashed,
  })
  const end = await new Browser().follow(start, (url) => url.href.startsWith(APP))
  const checks = { pkceCodeVerifier: verifier, ...(nonce === null ? {} : { expectedNonce: sha256(nonce) }) }
  const tokens = await openid.authorizationCodeGrant(config, end, checks)
  return { token: tokens.id_token!, access_token: tokens.access_token }
}

const grant = (body: object, token?: string) =>
  server.call('POST', '/token?grant_type=id_token', { body, ...(token === undefined ? {} : { token }) })

describe('an ID token', () => {
  it('signs in, by the official client', async () => {
    const { token, access_token } = await obtain()
    const client = server.client()
    const { data, error } = await client.auth.signInWithIdToken({
      provider: 'keycloak',
      token,
      access_token,
      nonce: 'noncense',
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, app_metadata: { provider: 'keycloak' } })
    expect((await client.auth.getClaims()).data!.claims.amr).toMatchObject([{ method: 'oauth' }])
    const again = await grant({ client_id: 'app', issuer: openId.issuer, id_token: token, nonce: 'noncense' })
    expect(again.body.user.id).toBe(data.user!.id)
  })

  it('of the same person is the same account as by redirect', async () => {
    const { data } = await server.client().auth.signInWithOAuth({
      provider: 'keycloak',
      options: { skipBrowserRedirect: true, queryParams: { login_hint: subject } },
    })
    const end = await new Browser().follow(data.url!.replace(/[?&]skip_http_redirect=true/, ''))
    const accessToken = new URLSearchParams(end.hash.slice(1)).get('access_token')!
    const byRedirect = await server.call('GET', '/user', { token: accessToken })
    const { token } = await obtain()
    const answer = await grant({ provider: 'keycloak', id_token: token, nonce: 'noncense' })
    expect(answer.body.user.id).toBe(byRedirect.body.id)
  })

  it('without a nonce signs in without one', async () => {
    const { token } = await obtain(null)
    expect((await grant({ provider: 'keycloak', id_token: token })).status).toBe(200)
  })

  it('adds an identity to an account', async () => {
    const client = server.client()
    const { data } = await client.auth.signInAnonymously()
    const { token } = await obtain()
    const linked = await grant(
      { provider: 'keycloak', id_token: token, nonce: 'noncense', link_identity: true },
      data.session!.access_token,
    )
    expect(linked.body.user).toMatchObject({ id: data.user!.id, email, is_anonymous: false })
    const again = await grant({ provider: 'keycloak', id_token: token, nonce: 'noncense', link_identity: true })
    expect(again).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } })
  })
})

describe('many at once', () => {
  it('make one person', async () => {
    openId.people.set(subject, { email, email_verified: false })
    const { token } = await obtain(null)
    const body = { provider: 'keycloak', id_token: token }
    const answers = await Promise.all(Array.from({ length: 8 }, () => grant(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(new Set(answers.map((answer) => answer.body.user.id)).size).toBe(1)
  })
})

describe('refused', () => {
  const oauth = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } })
  const bad = oauth('invalid request', 'Bad ID token')

  it.each<[object, object]>([
    [{ provider: 'keycloak' }, oauth('invalid request', 'id_token required')],
    [{ id_token: 'x' }, oauth('invalid request', 'provider or client_id and issuer required')],
    [
      { provider: 'google', id_token: 'x' },
      { status: 400, body: { error_code: 'provider_disabled' } },
    ],
    [
      { provider: 'github', id_token: 'x' },
      { status: 400, body: { error_code: 'provider_disabled' } },
    ],
    [
      { issuer: 'https://evil.example', client_id: 'app', id_token: 'x' },
      { status: 400, body: { error_code: 'provider_disabled' } },
    ],
    [{ provider: 'keycloak', id_token: 'x' }, bad],
    [{ provider: 'keycloak', id_token: 'a.b.c' }, bad],
    [{ provider: 'keycloak', id_token: 'x'.repeat(20_000) }, bad],
    [{ provider: 'offline', id_token: 'a.b.c' }, { status: 503 }],
  ])('is %j', async (body, answer) => {
    expect(await grant(body)).toMatchObject(answer)
  })

  it('is a wrong, missing or surplus nonce', async () => {
    const [{ token }, { token: without }] = [await obtain(), await obtain(null)]
    const surplus = oauth('invalid request', 'Passed nonce and nonce in id_token should either both exist or not.')
    expect(await grant({ provider: 'keycloak', id_token: token })).toMatchObject(surplus)
    expect(await grant({ provider: 'keycloak', id_token: without, nonce: 'noncense' })).toMatchObject(surplus)
    expect(await grant({ provider: 'keycloak', id_token: token, nonce: sha256('noncense') })).toMatchObject(
      oauth('invalid nonce', 'Nonces mismatch'),
    )
    expect((await grant({ provider: 'careless', id_token: token })).status).toBe(200)
  })

  it('is a token for somebody else', async () => {
    const { token } = await obtain('noncense', 'stranger')
    expect(await grant({ provider: 'keycloak', id_token: token, nonce: 'noncense' })).toMatchObject(
      oauth('invalid request', 'Unacceptable audience in id_token: [stranger]'),
    )
  })

  it('is an access token of another person', async () => {
    const { token } = await obtain()
    const claims = { at_hash: 'x'.repeat(22) }
    expect(JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())).toMatchObject({ aud: 'app' })
    expect(
      await grant({ provider: 'keycloak', id_token: await openId.sign(mine(claims)), access_token: 'other' }),
    ).toMatchObject(bad)
    const atHash = createHash('sha256').update('mine').digest().subarray(0, 16).toString('base64url')
    const good = await openId.sign(mine({ at_hash: atHash }))
    expect((await grant({ provider: 'keycloak', id_token: good, access_token: 'mine' })).status).toBe(200)
  })

  const now = () => Math.floor(Date.now() / 1000)
  const mine = (change: JWTPayload): JWTPayload => ({
    iss: openId.issuer, sub: subject, aud: 'app', iat: now(), exp: now() + 600, email, email_verified: true, ...change,
  }) // prettier-ignore

  it.each<[string, () => JWTPayload]>([
    ['is over', () => ({ exp: now() - 60 })],
    ['never ends', () => ({ exp: undefined as never })],
    ['comes from elsewhere', () => ({ iss: 'https://evil.example' })],
    ['names nobody', () => ({ sub: '' })],
    ['names no audience', () => ({ aud: undefined as never })],
  ])('is one that %s', async (_name, change) => {
    expect((await grant({ provider: 'keycloak', id_token: await openId.sign(mine({})) })).status).toBe(200)
    const answer = await grant({ provider: 'keycloak', id_token: await openId.sign(mine(change())) })
    expect(answer).toMatchObject(bad)
  })

  it('is one that the provider did not sign', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const header = { alg: 'RS256', kid: 'one' }
    const forged = await new SignJWT(mine({})).setProtectedHeader(header).sign(privateKey)
    expect(await grant({ provider: 'keycloak', id_token: forged })).toMatchObject(bad)
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged.split('.')[1]}.`
    expect(await grant({ provider: 'keycloak', id_token: none })).toMatchObject(bad)
    const { keys } = (await (await fetch(`${openId.issuer}/jwks`)).json()) as { keys: [{ n: string }] }
    const secret = await importJWK({ kty: 'oct', k: keys[0].n }, 'HS256')
    const confused = await new SignJWT(mine({})).setProtectedHeader({ alg: 'HS256', kid: 'one' }).sign(secret)
    expect(await grant({ provider: 'keycloak', id_token: confused })).toMatchObject(bad)
    const own = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(own.publicKey)
    const carried = await new SignJWT(mine({})).setProtectedHeader({ alg: 'ES256', jwk }).sign(own.privateKey)
    expect(await grant({ provider: 'keycloak', id_token: carried })).toMatchObject(bad)
  })
})
