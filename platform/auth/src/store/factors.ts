/** auth.mfa_factors and auth.mfa_challenges. */
import { createHash, timingSafeEqual } from 'node:crypto'

import type { ReadTransaction, WriteTransaction } from '@platform/database'

import { fromFactorCredential, toFactorCredential, type Credential, type FactorCredential } from './credential.ts'
import { readDocument, type FactorRow } from './users.ts'

/** The factor `f` of the surrounding statement, without what proves it. */
const LISTED_COLUMNS = `jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
  'status', f.status, 'phone', f.phone, 'web_authn_aaguid', f.web_authn_aaguid, 'created_at', f.created_at,
  'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at)`

/** What checking an answer depends on; never leaves this package. */
export interface FactorProof {
  readonly factor: FactorRow
  readonly secret: string | null
  readonly lastUsedStep: number | null
  readonly credential: FactorCredential | null
  /** 0 unless wrong answers have locked the factor. */
  readonly lockedSeconds: number
}

export interface FactorOf {
  readonly userId: string
  readonly factorId: string
}

export interface NewFactor {
  readonly userId: string
  readonly type: FactorRow['factor_type']
  readonly friendlyName: string
  /** Of a TOTP factor. */
  readonly secret: string | null
  /** Of a phone factor. */
  readonly phone: string | null
}

export async function insertFactor(tx: WriteTransaction, factor: NewFactor): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret, phone)
     values ($1, $2, $3::auth.factor_type, $4, $5) returning id`,
    [factor.userId, factor.friendlyName, factor.type, factor.secret, factor.phone],
  )
  return row!.id
}

/** Enrolments that nobody finished, and that therefore never protected anything. */
export async function deleteStaleFactors(tx: WriteTransaction, userId: string, seconds: number): Promise<void> {
  await tx.execute(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at < now() - make_interval(secs => $2)`,
    [userId, seconds],
  )
}

export async function deleteUnfinishedPhone(tx: WriteTransaction, userId: string, phone: string): Promise<void> {
  await tx.execute(
    `delete from auth.mfa_factors where user_id = $1 and phone = $2 and factor_type = 'phone' and status = 'unverified'`,
    [userId, phone],
  )
}

export async function findFactor(tx: ReadTransaction, { userId, factorId }: FactorOf): Promise<FactorRow | null> {
  return readDocument(
    await tx.raw({
      text: `select ${LISTED_COLUMNS} from auth.mfa_factors f where f.id = $1 and f.user_id = $2`,
      params: [factorId, userId],
    }),
  ) as FactorRow | null
}

export async function lockFactor(tx: WriteTransaction, { userId, factorId }: FactorOf): Promise<FactorProof | null> {
  return readDocument(
    await tx.raw({
      text: `select jsonb_build_object('factor', ${LISTED_COLUMNS}, 'secret', f.secret, 'lastUsedStep', f.last_used_step,
          'credential', f.web_authn_credential,
          'lockedSeconds', coalesce(ceil(greatest(0, extract(epoch from f.locked_until - now()))), 0))
        from auth.mfa_factors f where f.id = $1 and f.user_id = $2 for update`,
      params: [factorId, userId],
    }),
  ) as FactorProof | null
}

/** Keys that are factors of the person already. */
export async function listFactorKeys(
  tx: ReadTransaction,
  userId: string,
): Promise<readonly { readonly factorId: string; readonly key: Credential }[]> {
  const rows = await tx.query<{ id: string; credential: FactorCredential; aaguid: string | null }>(
    `select id, web_authn_credential as credential, web_authn_aaguid as aaguid from auth.mfa_factors
     where user_id = $1 and web_authn_credential is not null order by created_at, id`,
    [userId],
  )
  return rows.map(({ id, credential, aaguid }) => ({ factorId: id, key: fromFactorCredential(credential, aaguid) }))
}

/** What a browser was asked for; stays here until it answers. */
export interface KeyChallenge {
  readonly type: 'create' | 'request'
  readonly challenge: string
}

export interface NewChallenge {
  readonly id: string
  readonly factorId: string
  readonly ip: string
  readonly seconds: number
  /** Of a phone factor. */
  readonly code?: string
  /** Of a security key. */
  readonly key?: KeyChallenge
}

/** Answers the challenge's end in epoch seconds; challenges that have ended make room. */
export async function insertChallenge(tx: WriteTransaction, challenge: NewChallenge): Promise<number> {
  const { id, factorId, ip, seconds, code, key } = challenge
  await tx.execute(
    'delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)',
    [factorId, seconds],
  )
  // NOTE: two challenges of one moment may not share this time: the hosted schema holds it unique.
  await tx.execute('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId])
  const [row] = await tx.query<{ expires_at: number }>(
    `insert into auth.mfa_challenges (id, factor_id, ip_address, otp_code, web_authn_session_data)
     values ($1, $2, $3, $4, $5)
     returning floor(extract(epoch from created_at + make_interval(secs => $6)))::float8 as expires_at`,
    [id, factorId, ip, code === undefined ? null : codeDigest(id, code), key ? JSON.stringify(key) : null, seconds],
  )
  return row!.expires_at
}

export interface ChallengeRow {
  readonly id: string
  readonly isExpired: boolean
  readonly isUsed: boolean
  readonly isSameNetwork: boolean
  readonly codeHash: string | null
  readonly key: KeyChallenge | null
}

export async function findChallenge(
  tx: ReadTransaction,
  asked: { readonly id: string; readonly factorId: string; readonly ip: string; readonly seconds: number },
): Promise<ChallengeRow | null> {
  const [row] = await tx.query<ChallengeRow>(
    `select id, created_at < now() - make_interval(secs => $4) as "isExpired", verified_at is not null as "isUsed",
       ip_address = $3::inet as "isSameNetwork", otp_code as "codeHash", web_authn_session_data as "key"
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [asked.id, asked.factorId, asked.ip, asked.seconds],
  )
  return row ?? null
}

/** Nothing answers this challenge any more. */
export async function useChallenge(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute('update auth.mfa_challenges set verified_at = now() where id = $1', [id])
}

export function isCodeOf({ id, codeHash }: ChallengeRow, code: string): boolean {
  return codeHash !== null && timingSafeEqual(Buffer.from(codeHash), Buffer.from(codeDigest(id, code)))
}

/** NOTE: of no use without the challenge, and none after it: a copy of the table answers nothing for long. */
function codeDigest(challengeId: string, code: string): string {
  return createHash('sha256').update(`${challengeId} ${code}`).digest('hex')
}

/** Counts a wrong answer; the last one that is allowed locks the factor. */
export async function countWrongAnswer(
  tx: WriteTransaction,
  factorId: string,
  rules: { readonly attempts: number; readonly lockSeconds: number },
): Promise<void> {
  await tx.execute(
    `update auth.mfa_factors set
       failed_attempts = case when failed_attempts + 1 >= $2 then 0 else failed_attempts + 1 end,
       locked_until = case when failed_attempts + 1 >= $2 then now() + make_interval(secs => $3) else locked_until end
     where id = $1`,
    [factorId, rules.attempts, rules.lockSeconds],
  )
}

/** The answer was right: the factor counts from now on, and half-finished others go. */
export async function acceptFactor(tx: WriteTransaction, { userId, factorId }: FactorOf): Promise<void> {
  await tx.execute(
    `update auth.mfa_factors set updated_at = case when status = 'verified' then updated_at else now() end,
       status = 'verified', failed_attempts = 0, locked_until = null where id = $1`,
    [factorId],
  )
  await tx.execute(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId])
}

/** The newest accepted step of a TOTP factor (RFC 6238 §5.2). */
export async function saveStep(tx: WriteTransaction, factorId: string, step: number): Promise<void> {
  await tx.execute('update auth.mfa_factors set last_used_step = $2 where id = $1', [factorId, step])
}

/** False when the key is a factor already, of whoever. */
export async function saveNewKey(tx: WriteTransaction, factorId: string, key: Credential): Promise<boolean> {
  const count = await tx.execute(
    `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3
     where id = $1 and not exists (
       select from auth.mfa_factors other where other.web_authn_credential ->> 'id' = $2::jsonb ->> 'id')`,
    [factorId, JSON.stringify(toFactorCredential(key)), key.aaguid],
  )
  return count > 0
}

export async function saveKeyUse(
  tx: WriteTransaction,
  factorId: string,
  use: { readonly counter: number; readonly isBackedUp: boolean },
): Promise<void> {
  await tx.execute(
    `update auth.mfa_factors set web_authn_credential = jsonb_set(jsonb_set(web_authn_credential,
       '{authenticator,signCount}', to_jsonb($2::bigint)), '{flags,backupState}', to_jsonb($3::boolean)) where id = $1`,
    [factorId, use.counter, use.isBackedUp],
  )
}

export async function noteClonedKey(tx: WriteTransaction, factorId: string): Promise<void> {
  await tx.execute(
    `update auth.mfa_factors set web_authn_credential =
       jsonb_set(web_authn_credential, '{authenticator,cloneWarning}', 'true') where id = $1`,
    [factorId],
  )
}

/** The factor goes, and with it the assurance of the sessions that it lifted. */
export async function deleteFactor(tx: WriteTransaction, { userId, factorId }: FactorOf): Promise<void> {
  await tx.execute(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
       where user_id = $1 and factor_id = $2 returning id
     )
     delete from auth.mfa_amr_claims where session_id in (select id from lowered)
       and authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn')`,
    [userId, factorId],
  )
  await tx.execute('delete from auth.mfa_factors where id = $2 and user_id = $1', [userId, factorId])
}
