/** auth.webauthn_credentials and auth.webauthn_challenges. */
import type { ReadTransaction, WriteTransaction } from '@platform/database'

import type { Credential } from './credential.ts'
import { readDocument } from './users.ts'

/** A passkey as lists show it. */
export interface PasskeyRow {
  readonly id: string
  readonly friendly_name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

/** The passkey `p` of the surrounding statement. */
const LISTED_COLUMNS = `jsonb_build_object('id', p.id, 'friendly_name', p.friendly_name, 'created_at', p.created_at,
  'last_used_at', p.last_used_at)`

export type ChallengeType = 'registration' | 'authentication'

/** Whose challenge it is; nobody's while nobody has said who they are. */
export interface ChallengeOwner {
  readonly type: ChallengeType
  readonly userId: string | null
  readonly sessionId: string | null
}

const MAX_SWEPT = 20

/** Answers the challenge's id and its end in epoch seconds; some that have ended make room. */
export async function insertPasskeyChallenge(
  tx: WriteTransaction,
  { type, userId, sessionId }: ChallengeOwner,
  { challenge, seconds }: { readonly challenge: string; readonly seconds: number },
): Promise<{ id: string; expiresAt: number }> {
  await tx.execute(
    `delete from auth.webauthn_challenges where id in (
       select id from auth.webauthn_challenges where expires_at < now() order by expires_at limit $1
       for update skip locked)`,
    [MAX_SWEPT],
  )
  const [row] = await tx.query<{ id: string; expires_at: number }>(
    `insert into auth.webauthn_challenges (challenge_type, user_id, session_id, session_data, expires_at)
     values ($1, $2, $3, jsonb_build_object('challenge', $4::text), now() + make_interval(secs => $5))
     returning id, floor(extract(epoch from expires_at))::float8 as expires_at`,
    [type, userId, sessionId, challenge, seconds],
  )
  return { id: row!.id, expiresAt: row!.expires_at }
}

/** Uses the challenge up; null when there is none for this owner. */
export async function takePasskeyChallenge(
  tx: WriteTransaction,
  { type, userId, sessionId }: ChallengeOwner,
  id: string,
): Promise<{ challenge: string; isExpired: boolean } | null> {
  const [row] = await tx.query<{ challenge: string; isExpired: boolean }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3 and session_id is not distinct from $4
     returning session_data ->> 'challenge' as challenge, expires_at <= now() as "isExpired"`,
    [id, type, userId, sessionId],
  )
  return row ?? null
}

export async function listPasskeys(tx: ReadTransaction, userId: string): Promise<readonly PasskeyRow[]> {
  const result = await tx.raw({
    text: `select coalesce(jsonb_agg(${LISTED_COLUMNS} order by p.created_at, p.id), '[]')
      from auth.webauthn_credentials p where p.user_id = $1`,
    params: [userId],
  })
  return readDocument(result) as PasskeyRow[]
}

/** What a browser needs to know about the keys that somebody has. */
export async function listPasskeyKeys(
  tx: ReadTransaction,
  userId: string,
): Promise<readonly Pick<Credential, 'id' | 'transports'>[]> {
  const rows = await tx.query<{ credential_id: Buffer; transports: string[] }>(
    'select credential_id, transports from auth.webauthn_credentials where user_id = $1 order by created_at, id',
    [userId],
  )
  return rows.map((row) => ({ id: row.credential_id.toString('base64url'), transports: row.transports }))
}

/** Null when the key is a passkey already, of whoever. */
export async function insertPasskey(
  tx: WriteTransaction,
  { userId, name, key }: { readonly userId: string; readonly name: string; readonly key: Credential },
): Promise<PasskeyRow | null> {
  const result = await tx.raw({
    text: `insert into auth.webauthn_credentials as p (user_id, friendly_name, credential_id, public_key,
        attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (credential_id) do nothing returning ${LISTED_COLUMNS}`,
    params: [
      userId,
      name,
      Buffer.from(key.id, 'base64url'),
      key.publicKey,
      key.attestation,
      key.aaguid,
      key.counter,
      JSON.stringify(key.transports),
      key.isBackupEligible,
      key.isBackedUp,
    ],
  })
  return readDocument(result) as PasskeyRow | null
}

/** A passkey and whose it is. */
export interface StoredPasskey {
  readonly id: string
  readonly userId: string
  readonly key: Credential
}

export async function lockPasskey(tx: WriteTransaction, credentialId: string): Promise<StoredPasskey | null> {
  const [row] = await tx.query<{
    id: string
    user_id: string
    public_key: Buffer
    attestation_type: string
    aaguid: string | null
    sign_count: number
    transports: string[]
    backup_eligible: boolean
    backed_up: boolean
  }>(
    `select id, user_id, public_key, attestation_type, aaguid, sign_count::float8 as sign_count, transports,
       backup_eligible, backed_up
     from auth.webauthn_credentials where credential_id = $1 for update`,
    [Buffer.from(credentialId, 'base64url')],
  )
  if (row === undefined) return null
  return {
    id: row.id,
    userId: row.user_id,
    key: {
      id: credentialId,
      publicKey: row.public_key,
      counter: row.sign_count,
      transports: row.transports,
      aaguid: row.aaguid,
      attestation: row.attestation_type,
      isBackupEligible: row.backup_eligible,
      isBackedUp: row.backed_up,
    },
  }
}

export async function savePasskeyUse(
  tx: WriteTransaction,
  id: string,
  use: { readonly counter: number; readonly isBackedUp: boolean },
): Promise<void> {
  await tx.execute(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
     where id = $1`,
    [id, use.counter, use.isBackedUp],
  )
}

export async function noteClonedPasskey(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute('update auth.webauthn_credentials set clone_seen_at = now() where id = $1', [id])
}

export interface PasskeyOf {
  readonly userId: string
  readonly passkeyId: string
}

/** Null when the person has no such passkey. */
export async function renamePasskey(
  tx: WriteTransaction,
  { userId, passkeyId }: PasskeyOf,
  name: string,
): Promise<PasskeyRow | null> {
  const result = await tx.raw({
    text: `update auth.webauthn_credentials as p set friendly_name = $3, updated_at = now()
      where p.id = $2 and p.user_id = $1 returning ${LISTED_COLUMNS}`,
    params: [userId, passkeyId, name],
  })
  return readDocument(result) as PasskeyRow | null
}

/** False when the person has no such passkey. */
export async function deletePasskey(tx: WriteTransaction, { userId, passkeyId }: PasskeyOf): Promise<boolean> {
  const count = await tx.execute('delete from auth.webauthn_credentials where id = $2 and user_id = $1', [
    userId,
    passkeyId,
  ])
  return count > 0
}
