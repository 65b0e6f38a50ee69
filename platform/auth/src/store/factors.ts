/** auth.mfa_factors and auth.mfa_challenges. */
import type { ReadTransaction, WriteTransaction } from '@platform/database'

import { readDocument, type FactorRow } from './users.ts'

/** The factor `f` of the surrounding statement, without what proves it. */
const LISTED_COLUMNS = `jsonb_build_object('id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type,
  'status', f.status, 'phone', f.phone, 'created_at', f.created_at, 'updated_at', f.updated_at,
  'last_challenged_at', f.last_challenged_at)`

/** What checking a code depends on; never leaves this package. */
export interface FactorProof {
  readonly factor: FactorRow
  readonly secret: string | null
  readonly lastUsedStep: number | null
  /** 0 unless wrong codes have locked the factor. */
  readonly lockedSeconds: number
}

export interface FactorOf {
  readonly userId: string
  readonly factorId: string
}

export async function insertTotpFactor(
  tx: WriteTransaction,
  factor: { readonly userId: string; readonly friendlyName: string; readonly secret: string },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret) values ($1, $2, 'totp', $3) returning id`,
    [factor.userId, factor.friendlyName, factor.secret],
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
          'lockedSeconds', coalesce(ceil(greatest(0, extract(epoch from f.locked_until - now()))), 0))
        from auth.mfa_factors f where f.id = $1 and f.user_id = $2 for update`,
      params: [factorId, userId],
    }),
  ) as FactorProof | null
}

export interface ChallengeRow {
  readonly id: string
  readonly isExpired: boolean
  readonly isUsed: boolean
  readonly isSameNetwork: boolean
}

/** Answers the challenge's id and its end in epoch seconds; challenges that have ended make room. */
export async function insertChallenge(
  tx: WriteTransaction,
  challenge: { readonly factorId: string; readonly ip: string; readonly seconds: number },
): Promise<{ id: string; expiresAt: number }> {
  const { factorId, ip, seconds } = challenge
  await tx.execute(
    'delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - make_interval(secs => $2)',
    [factorId, seconds],
  )
  // NOTE: two challenges of one moment may not share this time: the hosted schema holds it unique.
  await tx.execute('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1', [factorId])
  const [row] = await tx.query<{ id: string; expires_at: number }>(
    `insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2)
     returning id, floor(extract(epoch from created_at + make_interval(secs => $3)))::float8 as expires_at`,
    [factorId, ip, seconds],
  )
  return { id: row!.id, expiresAt: row!.expires_at }
}

export async function findChallenge(
  tx: ReadTransaction,
  asked: { readonly id: string; readonly factorId: string; readonly ip: string; readonly seconds: number },
): Promise<ChallengeRow | null> {
  const [row] = await tx.query<ChallengeRow>(
    `select id, created_at < now() - make_interval(secs => $4) as "isExpired", verified_at is not null as "isUsed",
       ip_address = $3::inet as "isSameNetwork"
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [asked.id, asked.factorId, asked.ip, asked.seconds],
  )
  return row ?? null
}

/** Counts a wrong code; the last one that is allowed locks the factor. */
export async function countWrongFactorCode(
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

/** The code of `step` was right: the factor counts from now on, and half-finished others go. */
export async function acceptFactor(
  tx: WriteTransaction,
  { userId, factorId }: FactorOf,
  { step, challengeId }: { readonly step: number; readonly challengeId: string },
): Promise<void> {
  await tx.execute('update auth.mfa_challenges set verified_at = now() where id = $1', [challengeId])
  await tx.execute(
    `update auth.mfa_factors set updated_at = case when status = 'verified' then updated_at else now() end,
       status = 'verified', last_used_step = $2, failed_attempts = 0, locked_until = null where id = $1`,
    [factorId, step],
  )
  await tx.execute(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [userId])
}

/** The factor goes, and with it the assurance of the sessions that it lifted. */
export async function deleteFactor(tx: WriteTransaction, { userId, factorId }: FactorOf): Promise<void> {
  await tx.execute(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
       where user_id = $1 and factor_id = $2 returning id
     )
     delete from auth.mfa_amr_claims where session_id in (select id from lowered) and authentication_method = 'totp'`,
    [userId, factorId],
  )
  await tx.execute('delete from auth.mfa_factors where id = $2 and user_id = $1', [userId, factorId])
}
