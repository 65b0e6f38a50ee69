/** Tokens that must open nothing, of a server that signs with a secret and still trusts a key pair. */
import { createHmac, createPublicKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto'

export interface Target {
  /** Signs tokens of this server without `kid`. */
  readonly secret: string
  /** Published by this server: verifies ES256. */
  readonly publicJwk: JsonWebKey & { readonly kid: string }
  /** An address that nobody must ask. */
  readonly trap: string
}

export type NamedToken = readonly [name: string, token: string]
type Json = Readonly<Record<string, unknown>>

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export function goodClaims(): Json {
  const now = Math.floor(Date.now() / 1000)
  const sub = '5a2f8f0e-0b5c-4f4e-9a53-0f1c6f1f3e11'
  return { sub, aud: 'authenticated', role: 'authenticated', iat: now, exp: now + 3600 }
}

export function signed(header: Json, claims: unknown, secret: string | Buffer): string {
  const text = `${base64(header)}.${base64(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

function signedByPair(header: Json, key: KeyObject): string {
  const text = `${base64(header)}.${base64(goodClaims())}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export function hostileTokens(target: Target): NamedToken[] {
  return [
    ...unsigned(target),
    ...confused(target),
    ...misnamed(target),
    ...selfMade(target),
    ...extended(target),
    ...claimed(target),
    ...damaged(target),
  ]
}

function unsigned({ publicJwk: { kid } }: Target): NamedToken[] {
  return ['none', 'None', 'NONE', 'nOnE', 'none ', ''].flatMap((alg): NamedToken[] => {
    const text = `${base64({ alg, typ: 'JWT' })}.${base64(goodClaims())}`
    const named = `${base64({ alg, typ: 'JWT', kid })}.${base64(goodClaims())}`
    return [
      [`alg ${JSON.stringify(alg)} without a signature`, `${text}.`],
      [`alg ${JSON.stringify(alg)} with one, under our key’s name`, `${named}.${base64('x')}`],
    ]
  })
}

/** Signed with what everybody may read. */
function confused({ publicJwk }: Target): NamedToken[] {
  const key = createPublicKey({ key: publicJwk, format: 'jwk' })
  const pem = key.export({ format: 'pem', type: 'spki' }).toString()
  const point = Buffer.concat([publicJwk.x!, publicJwk.y!].map((part) => Buffer.from(part, 'base64url')))
  const forms: readonly (readonly [string, string | Buffer])[] = [
    ['PEM', pem],
    ['trimmed PEM', pem.trim()],
    ['DER', key.export({ format: 'der', type: 'spki' })],
    ['JWK', JSON.stringify(publicJwk)],
    ['point', point],
    ['nothing', ''],
  ]
  return forms.flatMap(([name, form]): NamedToken[] => [
    [`HS256 keyed with our public key as ${name}`, signed({ alg: 'HS256', kid: publicJwk.kid }, goodClaims(), form)],
    [`the same without its name, as ${name}`, signed({ alg: 'HS256', typ: 'JWT' }, goodClaims(), form)],
  ])
}

/** With the right secret, and a `kid` that must not lead to it. */
function misnamed({ secret, trap }: Target): NamedToken[] {
  const kids = [
    '../../../../dev/null',
    `' union select 'key' --`,
    '__proto__',
    'constructor',
    '',
    'x'.repeat(5000),
    trap,
    { toString: 'x' },
    ['a'],
    null,
    0,
  ]
  return kids.map((kid) => [
    `kid ${JSON.stringify(kid).slice(0, 40)}`,
    signed({ alg: 'HS256', kid }, goodClaims(), secret),
  ])
}

/** Signed with a key that the header brings along. */
function selfMade({ publicJwk: { kid }, trap }: Target): NamedToken[] {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const headers = {
    jwk: publicKey.export({ format: 'jwk' }),
    jku: `${trap}/keys`,
    x5u: `${trap}/chain`,
    x5c: [publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
  }
  const zeros = Buffer.alloc(64).toString('base64url')
  const text = `${base64({ alg: 'ES256', kid })}.${base64(goodClaims())}`
  return [
    ...Object.entries(headers).flatMap(([name, value]): NamedToken[] => [
      [`${name} in the header`, signedByPair({ alg: 'ES256', kid, [name]: value }, privateKey)],
      [`${name} in the header, without our key’s name`, signedByPair({ alg: 'ES256', [name]: value }, privateKey)],
    ]),
    ['a signature of zeros', `${text}.${zeros}`],
    ['a DER signature of zeros', `${text}.${Buffer.from([48, 6, 2, 1, 0, 2, 1, 0]).toString('base64url')}`],
  ]
}

function extended({ secret, publicJwk: { kid } }: Target): NamedToken[] {
  const extras: Json[] = [{ crit: ['exp'], exp: 1 }, { b64: false, crit: ['b64'] }, { b64: false }]
  const types: Json[] = [{ typ: 'at+jwt' }, { typ: 1 }, { typ: null }]
  const algorithms = ['RS256', 'ES384', 'HS512', 'EdDSA', 'PS256']
  return [
    ...[...extras, ...types].map((extra): NamedToken => [
      `${JSON.stringify(extra)} in the header`,
      signed({ alg: 'HS256', ...extra }, goodClaims(), secret),
    ]),
    ...algorithms.map((alg): NamedToken => [`${alg} under our key’s name`, signed({ alg, kid }, goodClaims(), secret)]),
  ]
}

/** Signed as ours are, with claims that ours never have. */
function claimed({ secret }: Target): NamedToken[] {
  const now = Math.floor(Date.now() / 1000)
  const changes: Json[] = [
    { exp: undefined },
    { exp: String(now + 3600) },
    { exp: now - 60 },
    { nbf: now + 120 },
    { iat: now + 120 },
    { aud: 'admin' },
    { iss: 'https://evil.example/auth/v1' },
    { iss: ['supabase'] },
    { sub: { $ne: null } },
  ]
  const bodies = ['null', '[]', '"text"', '42', '{"role":']
  return [
    ...changes.map((change): NamedToken => [
      `claims with ${Object.keys(change).join()} ${JSON.stringify(Object.values(change))}`,
      signed({ alg: 'HS256', typ: 'JWT' }, { ...goodClaims(), ...change }, secret),
    ]),
    ...bodies.map((body): NamedToken => [`claims that are ${body}`, signed({ alg: 'HS256' }, body, secret)]),
  ]
}

function damaged({ secret }: Target): NamedToken[] {
  const token = signed({ alg: 'HS256', typ: 'JWT' }, goodClaims(), secret)
  const [header, claims, signature] = token.split('.') as [string, string, string]
  const promoted = base64({ ...goodClaims(), role: 'service_role' })
  return [
    ['a cut signature', token.slice(0, -2)],
    ['no signature', `${header}.${claims}`],
    ['an empty signature', `${header}.${claims}.`],
    ['a fourth part', `${token}.x`],
    ['five parts, as if encrypted', `${header}.${claims}.${claims}.${claims}.${signature}`],
    ['another role under the same signature', `${header}.${promoted}.${signature}`],
    ['no claims', `${header}..${signature}`],
    ['nonsense', 'a.b.c'],
    ['12 kB of claims', `${header}.${base64('x'.repeat(9_000))}.${signature}`],
  ]
}

export function tokensOfForeignRoles({ secret }: Pick<Target, 'secret'>): NamedToken[] {
  const roles = [
    'postgres',
    'authenticated; reset role',
    'authenticated"; reset role; --',
    'supabase_admin',
    'supabase_auth_admin',
    'pg_read_all_data',
    'none',
    'AUTHENTICATED',
    '',
    ['service_role'],
    { role: 'service_role' },
    1,
    null,
  ]
  return roles.map((role) => [
    JSON.stringify(role),
    signed({ alg: 'HS256', typ: 'JWT' }, { ...goodClaims(), role }, secret),
  ])
}

export function tokensOfForeignSubjects({ secret }: Pick<Target, 'secret'>): NamedToken[] {
  const subjects = [
    `' or true); reset role; --`,
    'ada',
    '',
    '5a2f8f0e-0b5c-4f4e-9a53',
    '5a2f8f0e0b5c4f4e9a530f1c6f1f3e11',
  ]
  return subjects.map((sub) => [sub, signed({ alg: 'HS256', typ: 'JWT' }, { ...goodClaims(), sub }, secret)])
}
