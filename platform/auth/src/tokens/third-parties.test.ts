import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { TokenError } from '@platform/http'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createIdentify } from './identify.ts'
import { createKeys, generateAuthSecrets, type Keys } from './keys.ts'
import { strictAcceptance } from './token-rules.ts'

const ours = 'https://shop.example/auth/v1'
const publicUrl = ({ port }: AddressInfo) => `http://127.0.0.1:${port}`

let keys: Keys
let server: Server
let issuer: string
let signingKey: CryptoKey
let published: JWK[]
let isAway: boolean

/** What a service publishes that signs tokens and nothing else: where its keys are. */
beforeAll(async () => {
  keys = await createKeys({ secrets: await generateAuthSecrets() })
  server = createServer((request, response) => {
    response.statusCode = isAway ? 500 : 200
    const discovery = { issuer, jwks_uri: `${issuer}/keys` }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/keys' ? { keys: published } : discovery))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = publicUrl(server.address() as AddressInfo)
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(async () => {
  const pair = await generateKeyPair('RS256')
  signingKey = pair.privateKey
  published = [{ ...(await exportJWK(pair.publicKey)), kid: 'theirs', alg: 'RS256' }]
  isAway = false
})

const now = () => Math.floor(Date.now() / 1000)
const claims = () => ({ iss: issuer, sub: 'auth0|42', aud: 'authenticated', role: 'authenticated', exp: now() + 60 })
const signed = (change: object = {}, kid = 'theirs') =>
  new SignJWT({ ...claims(), ...change }).setProtectedHeader({ alg: 'RS256', kid }).sign(signingKey)

const asked = () => createIdentify({ keys, issuer: ours, thirdPartyIssuers: [issuer] })
const roleOf = async (token: string, identify = asked()) =>
  identify({ authorization: `Bearer ${token}` }).then(
    ({ role }) => role,
    (error: Error) => (error instanceof TokenError ? error.problem : 'not asked'),
  )

describe('a third party', () => {
  it('vouches for its people, whatever their ids look like', async () => {
    const identity = await asked()({ authorization: `Bearer ${await signed()}` })
    expect(identity).toMatchObject({ role: 'authenticated', claims: { sub: 'auth0|42', iss: issuer } })
  })

  it('is nobody where the operator does not name it', async () => {
    expect(await roleOf(await signed(), createIdentify({ keys, issuer: ours }))).toBe('no-key')
  })

  it.each([
    ['for another issuer', { iss: 'https://elsewhere.example' }, 'no-key'],
    ['for ours', { iss: ours }, 'no-key'],
    ['for another audience', { aud: 'another-app' }, 'audience'],
    ['for ever', { exp: undefined }, 'claims'],
    ['for a time that is over', { exp: now() - 60 }, 'expired'],
    ['for roles that nobody allowed', { role: 'editor' }, 'claims'],
  ])('does not speak %s', async (_, change, problem) => {
    expect(await roleOf(await signed(change))).toBe(problem)
  })

  it('never for service_role or a role of our keys, not even where all roles are accepted', async () => {
    const accepts = { issuers: null, audiences: null, roles: null, withoutExpiry: true, keyRoles: ['painter'] }
    const identify = createIdentify({ keys, issuer: ours, thirdPartyIssuers: [issuer], accepts })
    expect(await roleOf(await signed({ role: 'service_role' }), identify)).toBe('claims')
    expect(await roleOf(await signed({ role: 'painter' }), identify)).toBe('claims')
    expect(await roleOf(await signed({ exp: undefined }), identify)).toBe('claims')
  })

  it('is not believed for a key that it does not publish, nor by its name alone', async () => {
    expect(await roleOf(await signed({}, 'unknown'))).toBe('no-key')
    const token = await signed()
    const stranger = await generateKeyPair('RS256')
    signingKey = stranger.privateKey
    expect(await roleOf(await signed())).toBe('signature')
    expect(await roleOf(token)).toBe('authenticated')
  })

  it('that is away makes no token a bad one, and is asked again', async () => {
    const identify = asked()
    const token = await signed()
    isAway = true
    expect(await roleOf(token, identify)).toBe('not asked')
    isAway = false
    expect(await roleOf(token, identify)).toBe('authenticated')
  })
})

describe('what an operator accepts', () => {
  const good = () => ({ sub: '5a2f8f0e-0b5c-4f4e-9a53-0f1c6f1f3e11', role: 'authenticated', exp: now() + 60 })
  const own = (change: object) => keys.sign({ ...good(), ...change })

  it.each([
    ['an issuer', { iss: 'https://other.example' }, { issuers: ['https://other.example'] }, 'authenticated', 'claims'],
    ['every issuer', { iss: 'https://other.example' }, { issuers: null }, 'authenticated', 'claims'],
    ['an audience', { aud: ['mobile', 'web'] }, { audiences: ['web'] }, 'authenticated', 'audience'],
    ['every audience', { aud: 'mobile' }, { audiences: null }, 'authenticated', 'audience'],
    ['a role', { role: 'editor' }, { roles: ['editor'] }, 'editor', 'claims'],
    ['every role', { role: 'editor' }, { roles: null }, 'editor', 'claims'],
    ['tokens that never end', { exp: undefined }, { withoutExpiry: true }, 'authenticated', 'claims'],
  ])('%s counts where it is set, and only there', async (...row) => {
    const [, change, set, role, problem] = row
    const token = await own(change)
    const identify = createIdentify({ keys, issuer: ours, accepts: { ...strictAcceptance, ...set } })
    expect(await roleOf(token, identify)).toBe(role)
    expect(await roleOf(token, identify), 'a second time, from memory').toBe(role)
    expect(await roleOf(token, createIdentify({ keys, issuer: ours }))).toBe(problem)
  })
})

describe('keys of the operator’s own', () => {
  it('sign instead of the server’s, and all of them verify', async () => {
    const secrets = await generateAuthSecrets()
    const importedKeys = await Promise.all(['RS256', 'ES256'].map(newSigningKey))
    const server = await createKeys({ secrets, importedKeys })
    const identify = createIdentify({ keys: server, issuer: ours })
    const person = { sub: '5a2f8f0e-0b5c-4f4e-9a53-0f1c6f1f3e11', role: 'authenticated', exp: now() + 60 }
    const token = await server.sign(person)
    expect(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())).toMatchObject({
      alg: 'RS256',
      kid: 'key-RS256',
    })
    const other = await createKeys({ secrets, importedKeys: [importedKeys[1]!] })
    expect(await roleOf(token, identify)).toBe('authenticated')
    expect(await roleOf(await other.sign(person), identify)).toBe('authenticated')
    expect(await roleOf(await other.sign(person), createIdentify({ keys: other, issuer: ours }))).toBe('authenticated')
    expect(server.jwks.keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(['key-RS256', 'key-ES256']))
    expect(JSON.stringify(server.jwks)).not.toContain(importedKeys[0]!.d)
    expect(await roleOf(secrets.serviceRoleKey, identify)).toBe('service_role')
  })
})

/** As the hosted service's command line writes them: private, with both operations. */
async function newSigningKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: `key-${alg}`, alg, use: 'sig', key_ops: ['sign', 'verify'], ext: true }
}
