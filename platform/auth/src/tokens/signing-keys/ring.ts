/** auth.signing_keys: the ring of keys that all processes share, and its turn. */
import { systemSession, type Database, type WriteTransaction } from '@platform/database'
import type { JWK } from 'jose'

import type { Sealer } from '../../store/seal.ts'
import { publicMembers, type RingKey } from '../keys.ts'
import { generateSigningKey } from './generate.ts'

export const SIGNING_KEYS_CHANNEL = 'auth_signing_keys'
/** Any number, the same everywhere: one process turns the ring at a time. */
const RING_LOCK = 7_310_071
/** Clients keep our key set that long (`cache-control` of the JWKS): a key is published before it signs. */
const PUBLISHED_SECONDS = 600
/** Beyond the life of a token: clocks that differ, and processes that hear of the turn a little later. */
const GRACE_SECONDS = 120

interface RingRow {
  readonly public_jwk: JWK
  readonly sealed_private_jwk: string | null
  readonly state: RingKey['state']
  readonly verify_until: string | null
}

export async function readRing(database: Database, sealer: Sealer): Promise<RingKey[]> {
  const rows = await database.read(systemSession, (tx) =>
    tx.query<RingRow>(
      `select public_jwk, sealed_private_jwk, state, extract(epoch from verify_until)::text as verify_until
       from auth.signing_keys where verify_until is null or verify_until > now() order by created_at, kid`,
    ),
  )
  return rows.map((row) => ({
    jwk: row.public_jwk,
    privateJwk: openPrivate(row.sealed_private_jwk, sealer),
    state: row.state,
    verifyUntil: row.verify_until === null ? null : Number(row.verify_until) * 1000,
  }))
}

function openPrivate(sealed: string | null, sealer: Sealer): JWK | null {
  const text = sealed === null ? null : sealer.open(sealed)
  return text === null ? null : (JSON.parse(text) as JWK)
}

/**
 * The ring of a first start: the server's own key signs where no shared secret does, and another stands by.
 * `root` is null where a shared secret signs.
 */
export async function prepareRing(database: Database, sealer: Sealer, root: JWK | null): Promise<void> {
  const isReady = await database.read(systemSession, isPrepared)
  if (isReady) return
  await database.write(systemSession, async (tx) => {
    await lockRing(tx)
    if (await isPrepared(tx)) return
    if (root !== null) {
      await tx.execute(
        `insert into auth.signing_keys (kid, public_jwk, state) select $1, $2, 'current'
         where not exists (select from auth.signing_keys) on conflict do nothing`,
        [root.kid!, JSON.stringify(publicMembers(root))],
      )
    }
    await insertStandby(tx, sealer)
  })
}

async function isPrepared(tx: Pick<WriteTransaction, 'query'>): Promise<boolean> {
  return (await tx.query(`select from auth.signing_keys where state = 'standby'`)).length > 0
}

export interface RotateOptions {
  readonly database: Database
  readonly sealer: Sealer
  /** How long an access token lives: the key that signed it verifies that much longer. */
  readonly accessTokenSeconds: number
  /** The current key is in wrong hands: its tokens end now, and nobody waits until caches know the next one. */
  readonly isLeaked?: boolean
}

export interface Rotation {
  /** The key that signs from now on. */
  readonly current: string
  readonly standby: string
}

/** Thrown when the key that would sign is not yet known to everybody who keeps a copy of the key set. */
export class TooSoonError extends Error {
  override readonly name = 'TooSoonError'
}

/**
 * The standby key signs, a new one stands by, and the one that signed verifies until its tokens have expired.
 * @throws {TooSoonError}
 */
export async function rotateSigningKeys(options: RotateOptions): Promise<Rotation> {
  const { database, sealer, accessTokenSeconds, isLeaked = false } = options
  return database.write(systemSession, async (tx) => {
    await lockRing(tx)
    const [standby] = await tx.query<{ kid: string; age: number }>(
      `select kid, floor(extract(epoch from now() - created_at))::int as age from auth.signing_keys where state = 'standby'`,
    )
    if (standby === undefined) throw new Error('The server has never started on this database: there is no key yet')
    if (standby.age < PUBLISHED_SECONDS && !isLeaked) {
      throw new TooSoonError(
        `The next key was published ${standby.age} s ago, and clients keep the key set for ${PUBLISHED_SECONDS} s`,
      )
    }
    const rest = isLeaked ? 0 : accessTokenSeconds + GRACE_SECONDS
    await tx.execute('delete from auth.signing_keys where verify_until < now()')
    await tx.execute(
      `update auth.signing_keys set state = 'previous', verify_until = now() + make_interval(secs => $1) where state = 'current'`,
      [rest],
    )
    await tx.execute(`update auth.signing_keys set state = 'current' where state = 'standby'`)
    const next = await insertStandby(tx, sealer)
    await tx.query('select pg_notify($1, $2)', [SIGNING_KEYS_CHANNEL, standby.kid])
    return { current: standby.kid, standby: next }
  })
}

async function insertStandby(tx: WriteTransaction, sealer: Sealer): Promise<string> {
  const jwk = await generateSigningKey()
  await tx.execute(
    `insert into auth.signing_keys (kid, public_jwk, sealed_private_jwk, state) values ($1, $2, $3, 'standby')`,
    [jwk.kid!, JSON.stringify(publicMembers(jwk)), sealer.seal(JSON.stringify(jwk))],
  )
  return jwk.kid!
}

async function lockRing(tx: WriteTransaction): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [RING_LOCK])
}
