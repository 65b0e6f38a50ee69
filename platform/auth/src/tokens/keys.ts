/** Signing and verification keys: one secret or key pair signs, a table of ours decides who may verify. */
import { createHash, randomBytes } from 'node:crypto'

import type { Claims } from '@platform/database'
import { compactVerify, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose'

import { generateSigningKey } from './signing-keys/generate.ts'

const API_KEY_LIFE_SECONDS = 10 * 365 * 24 * 3600
/** With a configured secret the keys must come out the same at every start, so their times are fixed. */
const API_KEY_EPOCH = Date.UTC(2026, 0, 1) / 1000
const SECRET_MIN_BYTES = 32

type ApiRole = 'anon' | 'service_role'

/** What the server generates once and keeps in a file of mode 0600. */
export interface AuthSecrets {
  /** Private JWK, ES256, with its `kid`. */
  readonly signingKey: JWK
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly publishableKey: string
  readonly secretKey: string
}

export interface KeysOptions {
  readonly secrets: AuthSecrets
  /** Signs with HS256 instead of the generated key; the latter's tokens stay valid until they expire. */
  readonly jwtSecret?: string | undefined
  readonly anonKey?: string | undefined
  readonly serviceRoleKey?: string | undefined
  /** Public JWKs (with `kid` and `alg`) of others whose tokens are accepted too, e.g. keys of before a rotation. */
  readonly trustedKeys?: readonly JWK[] | undefined
  /** Private JWKs of the operator's own, ES256 or RS256: the first signs instead of all others, each verifies. */
  readonly importedKeys?: readonly JWK[] | undefined
}

export interface VerificationKey {
  readonly algorithm: string
  readonly key: CryptoKey | Uint8Array
}

export interface Keys {
  readonly anonKey: string
  readonly serviceRoleKey: string
  readonly publishableKey: string
  /** Public members only, of every key that verifies or soon will. */
  readonly jwks: { readonly keys: readonly JWK[] }
  /** Changes with every change of the ring: what was verified before must be verified again. */
  readonly version: number
  /** From now on the ring's current key signs, and each of its keys verifies for its time. */
  useRing(ring: readonly RingKey[]): Promise<void>
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** The token's header never chooses: its `kid` names a row of our table, and the row fixes the algorithm. */
  find(kid: string | undefined): VerificationKey | null
  /** The role of an opaque `sb_…` key, or null. */
  roleOf(opaqueKey: string): ApiRole | null
  /** The claims of exactly the two keys that the first start signed: they outlive the key that signed them. */
  claimsOfOwnKey(token: string): Claims | null
}

/** A key that all processes share. */
export interface RingKey {
  /** Public members, with `kid` and `alg`. */
  readonly jwk: JWK
  /** Null when it cannot be read here, or lives elsewhere. */
  readonly privateJwk: JWK | null
  readonly state: 'standby' | 'current' | 'previous'
  /** Epoch milliseconds; null for as long as it is in the ring. */
  readonly verifyUntil: number | null
}

interface Signer {
  readonly algorithm: string
  readonly kid: string | null
  readonly key: CryptoKey | Uint8Array
}

/** Fresh secrets for a first start. */
export async function generateAuthSecrets(): Promise<AuthSecrets> {
  const signingKey = await generateSigningKey()
  const signer = await toSigner(signingKey)
  const now = Math.floor(Date.now() / 1000)
  return {
    signingKey,
    anonKey: await mintApiKey(signer, 'anon', now),
    serviceRoleKey: await mintApiKey(signer, 'service_role', now),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  }
}

export function serialiseAuthSecrets(secrets: AuthSecrets): string {
  return `${JSON.stringify(secrets, null, 2)}\n`
}

/** @throws {Error} when the text is not what `serialiseAuthSecrets` wrote */
export function parseAuthSecrets(text: string): AuthSecrets {
  const value: unknown = JSON.parse(text)
  if (!isAuthSecrets(value))
    throw new Error('The file of generated keys is damaged: a key is missing or has another form')
  return value
}

function isAuthSecrets(value: unknown): value is AuthSecrets {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  const texts = ['anonKey', 'serviceRoleKey', 'publishableKey', 'secretKey']
  if (!texts.every((name) => typeof fields[name] === 'string' && fields[name] !== '')) return false
  const key = fields['signingKey'] as JWK | null | undefined
  return key?.alg === 'ES256' && typeof key.kid === 'string' && typeof key.d === 'string'
}

/** @throws {Error} when `jwtSecret` is too short, or a trusted key lacks `kid` or `alg` */
export async function createKeys(options: KeysOptions): Promise<Keys> {
  const { secrets } = options
  const base = await createSigner(options)
  let table = await tableOf(options, base, [])
  let version = 0
  let ringText = '[]'
  const opaque = new Map<string, ApiRole>([
    [fingerprint(secrets.publishableKey), 'anon'],
    [fingerprint(secrets.secretKey), 'service_role'],
  ])
  const own = await ownKeys(secrets)
  return {
    ...(await apiKeys(options, base)),
    publishableKey: secrets.publishableKey,
    get jwks() {
      return table.jwks
    },
    get version() {
      return version
    },
    async useRing(ring) {
      const text = JSON.stringify(ring)
      if (text === ringText) return
      table = await tableOf(options, base, ring)
      ringText = text
      version += 1
    },
    sign: (claims) => sign(table.signer, claims),
    find: (kid) => {
      const row = table.rows.get(kid)
      return row !== undefined && Date.now() < row.until ? row : null
    },
    roleOf: (key) => opaque.get(fingerprint(key)) ?? null,
    claimsOfOwnKey: (token) => own.get(fingerprint(token)) ?? null,
  }
}

interface KeyTable {
  readonly signer: Signer
  readonly rows: ReadonlyMap<string | undefined, VerificationKey & { readonly until: number }>
  readonly jwks: Keys['jwks']
}

async function tableOf(options: KeysOptions, base: Signer, ring: readonly RingKey[]): Promise<KeyTable> {
  const root = options.secrets.signingKey
  const imported = options.importedKeys ?? []
  const current = ring.find(({ state }) => state === 'current')
  const privateJwk = imported[0] ?? (current?.jwk.kid === root.kid ? root : current?.privateJwk)
  const signer = privateJwk ? await toSigner(privateJwk) : base
  // NOTE: once another key signs, the server's own verifies only while the ring says so.
  const others = signer === base ? [root] : []
  const trusted = [...others, ...imported, ...(options.trustedKeys ?? [])].map((jwk) => ({ jwk, verifyUntil: null }))
  const rows = new Map<string | undefined, VerificationKey & { readonly until: number }>()
  const published = new Map<string, JWK>()
  for (const { jwk, verifyUntil } of [...trusted, ...ring]) {
    const { kid, row } = await toVerificationKey(jwk)
    rows.set(kid, { ...row, until: verifyUntil ?? Infinity })
    published.set(kid, publicMembers(jwk))
  }
  if (base.key instanceof Uint8Array) rows.set(undefined, { algorithm: 'HS256', key: base.key, until: Infinity })
  return { signer, rows, jwks: { keys: [...published.values()] } }
}

/** NOTE: by their text, not by a key that may leak: whoever has an old key signs no further ones. */
async function ownKeys({ signingKey, anonKey, serviceRoleKey }: AuthSecrets): Promise<Map<string, Claims>> {
  const { row } = await toVerificationKey(signingKey)
  const claims = new Map<string, Claims>()
  for (const token of [anonKey, serviceRoleKey]) {
    const verified = await compactVerify(token, row.key, { algorithms: [row.algorithm] }).catch(() => null)
    if (verified === null) continue
    claims.set(fingerprint(token), JSON.parse(new TextDecoder().decode(verified.payload)) as Claims)
  }
  return claims
}

async function createSigner({ secrets, jwtSecret }: KeysOptions): Promise<Signer> {
  if (jwtSecret === undefined) return toSigner(secrets.signingKey)
  const key = new TextEncoder().encode(jwtSecret)
  if (key.length < SECRET_MIN_BYTES) throw new Error(`JWT_SECRET needs at least ${SECRET_MIN_BYTES} bytes`)
  return { algorithm: 'HS256', kid: null, key }
}

async function toSigner(jwk: JWK): Promise<Signer> {
  // NOTE: a private key that says it verifies too, as other tools write it, cannot be taken by its own word.
  const { key_ops: _, ...material } = jwk
  return { algorithm: jwk.alg!, kid: jwk.kid!, key: await importJWK(material, jwk.alg) }
}

async function apiKeys(options: KeysOptions, signer: Signer): Promise<Pick<Keys, 'anonKey' | 'serviceRoleKey'>> {
  const { secrets } = options
  if (options.jwtSecret === undefined) {
    return {
      anonKey: options.anonKey ?? secrets.anonKey,
      serviceRoleKey: options.serviceRoleKey ?? secrets.serviceRoleKey,
    }
  }
  return {
    anonKey: options.anonKey ?? (await mintApiKey(signer, 'anon', API_KEY_EPOCH)),
    serviceRoleKey: options.serviceRoleKey ?? (await mintApiKey(signer, 'service_role', API_KEY_EPOCH)),
  }
}

function mintApiKey(signer: Signer, role: ApiRole, issuedAt: number): Promise<string> {
  return sign(signer, { iss: 'supabase', role, iat: issuedAt, exp: issuedAt + API_KEY_LIFE_SECONDS })
}

function sign(signer: Signer, claims: Readonly<Record<string, unknown>>): Promise<string> {
  const header = { alg: signer.algorithm, typ: 'JWT', ...(signer.kid === null ? {} : { kid: signer.kid }) }
  return new SignJWT(claims).setProtectedHeader(header).sign(signer.key)
}

async function toVerificationKey(jwk: JWK): Promise<{ kid: string; row: VerificationKey }> {
  const { kid, alg } = jwk
  if (kid === undefined || alg === undefined || jwk.kty === 'oct') {
    throw new Error('A trusted key must be a public JWK with "kid" and "alg"')
  }
  return { kid, row: { algorithm: alg, key: await importJWK(publicMembers(jwk), alg) } }
}

const PUBLIC_MEMBERS = ['kty', 'kid', 'alg', 'use', 'crv', 'x', 'y', 'n', 'e'] as const

export function publicMembers(jwk: JWK): JWK {
  const entries = PUBLIC_MEMBERS.filter((name) => jwk[name] !== undefined).map((name) => [name, jwk[name]])
  return { ...Object.fromEntries(entries), key_ops: ['verify'] } as JWK
}

/** Keys are compared by digest, so that a lookup's time tells nothing about them. */
function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
