/** auth.one_time_tokens: short codes and link tokens, stored as digests, used once. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

import type { WriteTransaction } from '@platform/database'

import type { AuthConfig } from '../config.ts'
import type { SignInMethod } from '../events.ts'
import { readDocument } from './users.ts'

export type TokenType =
  | 'confirmation'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'phone_change'
  | 'reauthentication'

export type CodeRules = AuthConfig['codes']

/** Tells clients and `GET /verify` that the flow began with a PKCE challenge. */
export const PKCE_PREFIX = 'pkce_'

export interface NewOneTimeToken {
  readonly userId: string
  readonly type: TokenType
  /** The address that the code proves. */
  readonly relatesTo: string
  readonly challenge: string | null
  readonly method: SignInMethod
  /** Instead of a random one. */
  readonly code?: string
}

export interface IssuedToken {
  readonly code: string
  readonly linkToken: string
}

/** NOTE: code and link are independent: knowing the address and guessing digits yields no link (THREATS A-12). */
export async function issueToken(tx: WriteTransaction, token: NewOneTimeToken, rules: CodeRules): Promise<IssuedToken> {
  const code = token.code ?? String(randomInt(10 ** rules.digits)).padStart(rules.digits, '0')
  const linkToken = `${token.challenge === null ? '' : PKCE_PREFIX}${randomBytes(28).toString('hex')}`
  await tx.execute(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, code_hash, relates_to, code_challenge, authentication_method)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id, token_type) do update set
       token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       code_challenge = excluded.code_challenge, authentication_method = excluded.authentication_method,
       attempts = 0, created_at = now(), updated_at = now()`,
    [
      token.userId,
      token.type,
      digest(linkToken),
      codeDigest(token.userId, code),
      token.relatesTo,
      token.challenge,
      token.method,
    ],
  )
  return { code, linkToken }
}

export interface UsedToken {
  readonly userId: string
  readonly type: TokenType
  readonly relatesTo: string
  readonly challenge: string | null
  readonly method: SignInMethod
}

const USED_TOKEN = `jsonb_build_object('userId', user_id, 'type', token_type, 'relatesTo', relates_to,
  'challenge', code_challenge, 'method', authentication_method)`

/** Uses up the token of a link; null when it is unknown, used, too old or of another kind. */
export async function redeemLink(
  tx: WriteTransaction,
  { linkToken, types }: { readonly linkToken: string; readonly types: readonly TokenType[] },
  rules: CodeRules,
): Promise<UsedToken | null> {
  const result = await tx.raw({
    text: `delete from auth.one_time_tokens
      where token_hash = $1 and token_type = any ($2) and created_at > now() - make_interval(secs => $3)
      returning ${USED_TOKEN}`,
    params: [digest(linkToken), types, rules.seconds],
  })
  return readDocument(result) as UsedToken | null
}

export interface CodeClaim {
  readonly code: string
  readonly types: readonly TokenType[]
  /** The address that the code was sent to. */
  readonly relatesTo: string
  /** Null where the address alone says whose code it is. */
  readonly userId: string | null
}

/** Uses up a code. A wrong one counts, and the last wrong one burns the token; the caller must let that commit. */
export async function redeemCode(tx: WriteTransaction, claim: CodeClaim, rules: CodeRules): Promise<UsedToken | null> {
  const found = await tx.query<{ id: string; user_id: string; code_hash: string }>(
    `select id, user_id, code_hash from auth.one_time_tokens
     where relates_to = $1 and token_type = any ($2) and ($3::uuid is null or user_id = $3::uuid)
       and created_at > now() - make_interval(secs => $4)
     order by id for update`,
    [claim.relatesTo, claim.types, claim.userId, rules.seconds],
  )
  const match = found.find((row) => isSame(row.code_hash, codeDigest(row.user_id, claim.code)))
  if (match === undefined) {
    await countWrongCode(
      tx,
      found.map(({ id }) => id),
      rules,
    )
    return null
  }
  const result = await tx.raw({
    text: `delete from auth.one_time_tokens where id = $1 returning ${USED_TOKEN}`,
    params: [match.id],
  })
  return readDocument(result) as UsedToken | null
}

function isSame(one: string, two: string): boolean {
  return one.length === two.length && timingSafeEqual(Buffer.from(one), Buffer.from(two))
}

async function countWrongCode(tx: WriteTransaction, ids: readonly string[], rules: CodeRules): Promise<void> {
  if (ids.length === 0) return
  await tx.execute('update auth.one_time_tokens set attempts = attempts + 1 where id = any ($1)', [ids])
  await tx.execute('delete from auth.one_time_tokens where id = any ($1) and attempts >= $2', [ids, rules.attempts])
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function codeDigest(userId: string, code: string): string {
  return digest(`${userId} ${code}`)
}
