import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'

import { TokenError } from '@platform/http'
import { beforeAll, describe, expect, it } from 'vitest'

import { createKeys, generateAuthSecrets, type AuthSecrets, type Keys } from './keys.ts'
import { createThirdParties } from './third-parties.ts'
import { rulesFor, strictAcceptance } from './token-rules.ts'
import { verifyToken } from './verify-token.ts'

const issuer = 'https://shop.example/auth/v1'
const rules = rulesFor(issuer, 'authenticated', strictAcceptance)
const believed = (verifier: Pick<Keys, 'find'>) => ({ keys: verifier, thirdParties: createThirdParties([]) })

const JWT_SECRET = 'a secret of at least thirty-two bytes'

let secrets: AuthSecrets
/** Signs with ES256. */
let keys: Keys
/** Signs with HS256 and still knows the ES256 key. */
let shared: Keys

beforeAll(async () => {
  secrets = await generateAuthSecrets()
  keys = await createKeys({ secrets })
  shared = await createKeys({ secrets, jwtSecret: JWT_SECRET })
})

const now = () => Math.floor(Date.now() / 1000)
const good = () => ({
  iss: 'https://shop.example/auth/v1',
  sub: '5a2f8f0e-0b5c-4f4e-9a53-0f1c6f1f3e11',
  aud: 'authenticated',
  role: 'authenticated',
  iat: now(),
  exp: now() + 3600,
})

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function hmac(header: object, claims: unknown, secret: string | Buffer): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const problemOf = async (token: string, verifier: Keys): Promise<string> => {
  try {
    await verifyToken(token, believed(verifier), rules)
    return 'accepted'
  } catch (error) {
    expect(error).toBeInstanceOf(TokenError)
    return (error as TokenError).problem
  }
}

describe('a good token', () => {
  it('is accepted from the pair and from the secret', async () => {
    expect(await verifyToken(await keys.sign(good()), believed(keys), rules)).toMatchObject({ role: 'authenticated' })
    expect(await verifyToken(await shared.sign(good()), believed(shared), rules)).toMatchObject({
      role: 'authenticated',
    })
  })

  it('of before a change from the pair to a secret stays good', async () => {
    expect(await problemOf(await keys.sign(good()), shared)).toBe('accepted')
    expect(await problemOf(await shared.sign(good()), keys)).toBe('no-key')
  })

  it('may be half a minute off in time', async () => {
    expect(await problemOf(await keys.sign({ ...good(), exp: now() - 25 }), keys)).toBe('accepted')
    expect(await problemOf(await keys.sign({ ...good(), nbf: now() + 25, iat: now() + 25 }), keys)).toBe('accepted')
  })

  it('may come from a trusted key of others, with that key’s algorithm only', async () => {
    const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const jwk = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'theirs', alg: 'RS256' }
    const trusting = await createKeys({ secrets, trustedKeys: [jwk] })
    expect(trusting.jwks.keys.map(({ kid }) => kid)).toEqual([secrets.signingKey.kid, 'theirs'])
    const pem = pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    expect(await problemOf(hmac({ alg: 'HS256', kid: 'theirs' }, good(), pem), trusting)).toBe('no-key')
  })
})

describe('claims', () => {
  it.each<[string, object, string]>([
    ['an end that has passed', { exp: now() - 31 }, 'expired'],
    ['no end', { exp: undefined }, 'claims'],
    ['an end that is a text', { exp: '9999999999' }, 'claims'],
    ['a beginning to come', { nbf: now() + 60 }, 'not-yet-valid'],
    ['an issue to come', { iat: now() + 60 }, 'issued-in-future'],
    ['another audience', { aud: 'admin' }, 'audience'],
    ['other audiences', { aud: ['admin', 'api'] }, 'audience'],
    ['an empty audience', { aud: [] }, 'audience'],
    ['another issuer', { iss: 'https://evil.example/auth/v1' }, 'claims'],
    ['an issuer that is a list', { iss: ['supabase'] }, 'claims'],
    ['the owner’s role', { role: 'postgres' }, 'claims'],
    ['a role that is SQL', { role: 'authenticated; reset role' }, 'claims'],
    ['a role that is a list', { role: ['service_role'] }, 'claims'],
    ['a subject that is an object', { sub: { $ne: null } }, 'claims'],
    ['a subject that is no id', { sub: 'ada' }, 'claims'],
    ['an empty subject', { sub: '' }, 'claims'],
  ])('%s is refused', async (_name, change, problem) => {
    expect(await problemOf(await keys.sign({ ...good(), ...change }), keys)).toBe(problem)
  })

  it.each(['null', '[]', '"text"', '42', '{"role":', ''])('%s instead of an object is refused', async (text) => {
    expect(await problemOf(hmac({ alg: 'HS256' }, text, JWT_SECRET), shared)).toBe('malformed')
  })
})

describe('signatures', () => {
  it.each(['none', 'None', 'NONE', 'nOnE', 'none ', ''])(
    'alg %j is refused with and without a signature',
    async (alg) => {
      for (const tail of ['', encode('x')]) {
        const token = `${encode({ alg, typ: 'JWT' })}.${encode(good())}.${tail}`
        expect(['malformed', 'no-key']).toContain(await problemOf(token, shared))
      }
    },
  )

  it('an HMAC keyed with our public key, in any form, is refused', async () => {
    const { d: _secret, ...publicJwk } = secrets.signingKey
    const key = createPublicKey({ key: publicJwk, format: 'jwk' })
    const pem = key.export({ format: 'pem', type: 'spki' }).toString()
    const forms = [
      pem,
      pem.trim(),
      key.export({ format: 'der', type: 'spki' }),
      JSON.stringify(publicJwk),
      publicJwk.x!,
      '',
    ]
    for (const form of forms) {
      for (const kid of [secrets.signingKey.kid, undefined]) {
        expect(['no-key', 'signature']).toContain(await problemOf(hmac({ alg: 'HS256', kid }, good(), form), shared))
        expect(await problemOf(hmac({ alg: 'HS256', kid }, good(), form), keys)).toBe('no-key')
      }
    }
  })

  it.each([
    '../../../../dev/null',
    `' union select 'key' --`,
    '__proto__',
    'constructor',
    'toString',
    '',
    'x'.repeat(5000),
    { toString: 'x' },
    ['a'],
    null,
    0,
  ])('kid %j finds nothing', async (kid) => {
    const token = hmac({ alg: 'HS256', typ: 'JWT', kid }, good(), JWT_SECRET)
    expect(['no-key', 'malformed']).toContain(await problemOf(token, shared))
  })

  it('keys that the header brings along are not used', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const jwk = publicKey.export({ format: 'jwk' })
    const { SignJWT } = await import('jose')
    for (const extra of [
      { jwk },
      { jku: 'http://127.0.0.1:1/keys' },
      { x5u: 'http://127.0.0.1:1/c' },
      { x5c: ['MIIB'] },
    ]) {
      const header = { alg: 'ES256', typ: 'JWT', kid: secrets.signingKey.kid!, ...extra }
      const token = await new SignJWT(good()).setProtectedHeader(header).sign(privateKey)
      expect(await problemOf(token, keys)).toBe('signature')
      const { kid: _kid, ...anonymous } = header
      const unnamed = await new SignJWT(good()).setProtectedHeader(anonymous).sign(privateKey)
      expect(await problemOf(unnamed, keys)).toBe('no-key')
    }
  })

  it('a signature of zeros is refused', async () => {
    const [header, claims] = (await keys.sign(good())).split('.')
    expect(await problemOf(`${header}.${claims}.${Buffer.alloc(64).toString('base64url')}`, keys)).toBe('signature')
  })

  it.each(['RS256', 'ES384', 'HS512', 'EdDSA', 'PS256'])(
    'another algorithm, %s, under our key’s name is refused',
    async (alg) => {
      const token = hmac({ alg, kid: secrets.signingKey.kid }, good(), JWT_SECRET)
      expect(await problemOf(token, shared)).toBe('no-key')
    },
  )

  it.each<[string, object]>([
    ['crit', { crit: ['exp'], exp: 1 }],
    ['an unencoded payload', { crit: ['b64'], b64: false }],
    ['another type', { typ: 'at+jwt' }],
    ['a type that is no text', { typ: 1 }],
  ])('%s in the header is refused, though the signature is right', async (_name, extra) => {
    expect(await problemOf(hmac({ alg: 'HS256', ...extra }, good(), JWT_SECRET), shared)).toBe('malformed')
  })

  it('a token that was cut, lengthened or changed in any place is refused', async () => {
    const token = await keys.sign(good())
    const [header, claims, signature] = token.split('.') as [string, string, string]
    const promoted = encode({ ...good(), role: 'service_role' })
    const changed = [
      token.slice(0, -2),
      `${token}=`,
      `${token}.x`,
      ` ${token}`,
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `.${claims}.${signature}`,
      `${header}..${signature}`,
      `${header}.${promoted}.${signature}`,
      token.replaceAll('.', '..'),
      'a.b.c',
      '',
      '..',
      `${header}.${encode('x'.repeat(20_000))}.${signature}`,
    ]
    for (const text of changed) expect(await problemOf(text, keys)).not.toBe('accepted')
  })
})

describe('keys', () => {
  it('must be long enough when they are a secret', async () => {
    await expect(createKeys({ secrets, jwtSecret: 'short' })).rejects.toThrow('JWT_SECRET needs at least 32 bytes')
  })

  it('come out the same at every start with a secret', async () => {
    const again = await createKeys({ secrets: await generateAuthSecrets(), jwtSecret: JWT_SECRET })
    expect(again.anonKey).toBe(shared.anonKey)
    expect(await verifyToken(again.serviceRoleKey, believed(shared), rules)).toMatchObject({
      role: 'service_role',
      iss: 'supabase',
    })
  })

  it('publish no private member and no secret', () => {
    for (const { jwks } of [keys, shared]) {
      expect(JSON.stringify(jwks)).not.toContain(secrets.signingKey.d)
      for (const key of jwks.keys) expect(Object.keys(key)).not.toEqual(expect.arrayContaining(['d', 'k']))
    }
  })
})
