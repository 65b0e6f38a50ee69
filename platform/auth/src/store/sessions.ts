/** auth.sessions, auth.mfa_amr_claims and auth.refresh_tokens. */
import { randomBytes } from 'node:crypto'

import {
  DatabaseError,
  systemSession,
  type Database,
  type RawResult,
  type ReadTransaction,
  type WriteTransaction,
} from '@platform/database'

import type { SignInMethod } from '../events.ts'
import { readDocument, USER_DOCUMENT, type UserRow } from './users.ts'

export interface SessionRow {
  readonly id: string
  readonly aal: 'aal1' | 'aal2' | 'aal3'
  /** Newest first; `timestamp` in epoch seconds. */
  readonly amr: readonly { readonly method: string; readonly timestamp: number }[]
  /** The client that the person let in; null for the product's own sessions. */
  readonly clientId: string | null
  readonly scopes: string | null
}

export interface Client {
  readonly ip: string
  readonly userAgent: string
}

const REFRESH_TOKEN_BYTES = 9
/** Nine random bytes in base64url: the wire's opaque 12 characters. */
export const REFRESH_TOKEN_LENGTH = 12
const MAX_USER_AGENT_LENGTH = 512

function createRefreshToken(): string {
  return randomBytes(REFRESH_TOKEN_BYTES).toString('base64url')
}

/** The session `s` of the surrounding statement as a SessionRow. */
const SESSION_DOCUMENT = `jsonb_build_object('id', s.id, 'aal', s.aal, 'clientId', s.oauth_client_id, 'scopes', s.scopes, 'amr', coalesce(
  (select jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.created_at)))
    order by a.created_at desc, a.id)
   from auth.mfa_amr_claims a where a.session_id = s.id), '[]'))`

/** The session `s` that was just inserted, with its claim `a`, as a SessionRow; $4 is how it was proven. */
const OPENED_SESSION = `jsonb_build_object('id', s.id, 'aal', s.aal, 'clientId', null, 'scopes', null, 'amr', jsonb_build_array(
  jsonb_build_object('method', $4::text, 'timestamp', floor(extract(epoch from a.created_at)))))`

export interface NewSession {
  readonly userId: string
  readonly method: SignInMethod
  readonly client: Client
}

/** Opens a session: its row, how it was proven, its first refresh token, and the user's `last_sign_in_at`. */
export async function insertSession(
  tx: WriteTransaction,
  { userId, method, client }: NewSession,
): Promise<{ session: SessionRow; refreshToken: string; isNew: true }> {
  const refreshToken = createRefreshToken()
  const result = await tx.raw({
    name: 'auth_insert_session',
    text: `with s as (
        insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, $3) returning id, aal
      ), a as (
        insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $4 from s returning created_at
      ), t as (
        insert into auth.refresh_tokens (token, user_id, session_id) select $5, $6, id from s
      ), u as (
        update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1
      )
      select ${OPENED_SESSION} from s, a`,
    params: [userId, client.userAgent.slice(0, MAX_USER_AGENT_LENGTH), client.ip, method, refreshToken, userId],
  })
  return { session: readDocument(result) as SessionRow, refreshToken, isNew: true }
}

interface OpenedSession {
  readonly session: SessionRow
  readonly user: UserRow
  readonly refreshToken: string
  readonly isNew: true
}

interface ProvenByPassword extends NewSession {
  /** As it was stored when the password was compared. */
  readonly passwordHash: string
}

/**
 * As `insertSession`, in one statement that is its own transaction and reads the user too; null for one who is gone, or
 * was banned or got another password meanwhile.
 */
export async function openSession(
  database: Database,
  { userId, method, client, passwordHash }: ProvenByPassword,
): Promise<OpenedSession | null> {
  const refreshToken = createRefreshToken()
  const statement = {
    name: 'auth_open_session',
    // NOTE: the refresh token is unique.
    happensOnce: true,
    text: `with u as (
        update auth.users set last_sign_in_at = now(), updated_at = now()
        where id = $1 and deleted_at is null and encrypted_password = $7 and coalesce(banned_until <= now(), true)
        returning *
      ), s as (
        insert into auth.sessions (user_id, user_agent, ip) select u.id, $2, $3 from u returning id, aal
      ), a as (
        insert into auth.mfa_amr_claims (session_id, authentication_method) select id, $4 from s returning created_at
      ), t as (
        insert into auth.refresh_tokens (token, user_id, session_id) select $5, $6, id from s
      )
      select jsonb_build_object('session', ${OPENED_SESSION}, 'user', ${USER_DOCUMENT}) from s, a, u`,
    params: [
      userId,
      client.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
      client.ip,
      method,
      refreshToken,
      userId,
      passwordHash,
    ],
  }
  const answer = database.once(systemSession, statement, 'write')
  const opened = readDocument(await answer.catch((error) => readOpened(database, { userId, refreshToken, error })))
  return opened === null ? null : { ...(opened as Pick<OpenedSession, 'session' | 'user'>), refreshToken, isNew: true }
}

interface Repeated {
  readonly userId: string
  readonly refreshToken: string
  readonly error: unknown
}

/** What was opened at first, where the statement was sent again because the answer was lost: its token is there already. */
function readOpened(database: Database, { userId, refreshToken, error }: Repeated): Promise<RawResult> {
  if (!(error instanceof DatabaseError) || error.constraint !== 'refresh_tokens_token_key') throw error
  const statement = {
    name: 'auth_opened_session',
    text: `select jsonb_build_object('session', ${SESSION_DOCUMENT}, 'user', ${USER_DOCUMENT})
      from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
      where t.token = $1 and u.id = $2`,
    params: [refreshToken, userId],
  }
  return database.once(systemSession, statement, 'read')
}

/** Whoever vouched for the person does so no longer than that, in epoch milliseconds. */
export async function endSessionAt(tx: WriteTransaction, sessionId: string, end: number): Promise<void> {
  await tx.execute('update auth.sessions set not_after = to_timestamp($2) where id = $1', [sessionId, end / 1000])
}

export interface RefreshState {
  readonly user: UserRow
  readonly isBanned: boolean
  readonly session: SessionRow
  readonly isSessionOver: boolean
  readonly token: { readonly isRevoked: boolean; readonly secondsSinceUpdate: number }
  /** The session's newest token that nobody has used yet. */
  readonly active: { readonly token: string; readonly parent: string | null } | null
}

/**
 * Everything a refresh depends on, under a lock on the session. NOTE: the lock is taken by a statement of its own,
 * so that the second one sees what the previous holder committed.
 */
export async function lockRefreshState(tx: WriteTransaction, token: string): Promise<RefreshState | null> {
  const locked = await tx.raw({
    name: 'auth_lock_session',
    text: `select s.id from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
      where t.token = $1 for update of s`,
    params: [token],
  })
  if (locked.rows.length === 0) return null
  return readDocument(
    await tx.raw({
      name: 'auth_refresh_state',
      text: `select jsonb_build_object(
          'user', ${USER_DOCUMENT},
          'isBanned', coalesce(u.banned_until > now(), false),
          'session', ${SESSION_DOCUMENT},
          'isSessionOver', coalesce(s.not_after <= now(), false),
          'token', jsonb_build_object('isRevoked', t.revoked,
            'secondsSinceUpdate', extract(epoch from clock_timestamp() - t.updated_at)),
          'active', (select jsonb_build_object('token', n.token, 'parent', n.parent) from auth.refresh_tokens n
            where n.session_id = s.id and not n.revoked order by n.id desc limit 1))
        from auth.refresh_tokens t
        join auth.sessions s on s.id = t.session_id
        join auth.users u on u.id = s.user_id and u.deleted_at is null
        where t.token = $1`,
      params: [token],
    }),
  ) as RefreshState | null
}

/** Revokes `parent` and answers its child. */
export async function rotateRefreshToken(tx: WriteTransaction, parent: string, client: Client): Promise<string> {
  const child = createRefreshToken()
  await tx.raw({
    name: 'auth_rotate_refresh_token',
    // NOTE: a token used twice within the reuse interval keeps the time of its first use, or the interval would never end.
    text: `with old as (
        update auth.refresh_tokens set updated_at = case when revoked then updated_at else clock_timestamp() end, revoked = true
        where token = $1 returning user_id, session_id
      ), child as (
        insert into auth.refresh_tokens (token, parent, user_id, session_id) select $2, $1, user_id, session_id from old
      )
      update auth.sessions s set refreshed_at = now(), updated_at = now(), user_agent = $3, ip = $4
      from old where s.id = old.session_id`,
    params: [parent, child, client.userAgent.slice(0, MAX_USER_AGENT_LENGTH), client.ip],
  })
  return child
}

/** The `amr` entry of each kind of second factor. */
export type FactorMethod = 'totp' | 'mfa/phone' | 'mfa/webauthn'

/** The session has passed a second factor, and gets a refresh token that says so; null when its family has ended. */
export async function liftSession(
  tx: WriteTransaction,
  {
    sessionId,
    factorId,
    method,
  }: { readonly sessionId: string; readonly factorId: string; readonly method: FactorMethod },
  client: Client,
): Promise<{ session: SessionRow; refreshToken: string } | null> {
  await tx.execute(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    sessionId,
    factorId,
  ])
  await tx.execute(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at) values ($1, $2, clock_timestamp())
     on conflict (session_id, authentication_method) do update set created_at = excluded.created_at, updated_at = now()`,
    [sessionId, method],
  )
  const [active] = await tx.query<{ token: string }>(
    'select token from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [sessionId],
  )
  if (active === undefined) return null
  const refreshToken = await rotateRefreshToken(tx, active.token, client)
  const result = await tx.raw({
    text: `select ${SESSION_DOCUMENT} from auth.sessions s where s.id = $1`,
    params: [sessionId],
  })
  return { session: readDocument(result) as SessionRow, refreshToken }
}

/** Sessions that have not passed the second factor that `sessionId` has passed. */
export async function deleteLowerSessions(tx: WriteTransaction, userId: string, sessionId: string): Promise<void> {
  await tx.execute(`delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1'`, [userId, sessionId])
}

/** The addresses from which their sessions were opened, or last renewed. */
export async function listSessionAddresses(tx: ReadTransaction, userId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ address: string }>(
    'select distinct host(ip) as address from auth.sessions where user_id = $1 and ip is not null',
    [userId],
  )
  return rows.map(({ address }) => address)
}

export async function revokeFamily(tx: WriteTransaction, sessionId: string): Promise<void> {
  await tx.execute('update auth.refresh_tokens set revoked = true where session_id = $1', [sessionId])
}

export interface CallerState {
  readonly user: UserRow
  readonly isBanned: boolean
  readonly session: (SessionRow & { readonly createdSecondsAgo: number }) | null
}

/** The user that a token speaks for and the session that it belongs to, in one statement. */
export const CALLER_STATEMENT = {
  name: 'auth_caller',
  text: `select jsonb_build_object(
      'user', ${USER_DOCUMENT},
      'isBanned', coalesce(u.banned_until > now(), false),
      'session', (select ${SESSION_DOCUMENT} || jsonb_build_object('createdSecondsAgo', extract(epoch from now() - s.created_at))
        from auth.sessions s where s.id = $2 and s.user_id = u.id and coalesce(s.not_after > now(), true)))
    from auth.users u where u.id = $1 and u.deleted_at is null`,
} as const

export type LogOutScope = 'global' | 'local' | 'others'

/** Ends sessions; their refresh tokens go with them. */
export async function deleteSessions(
  tx: WriteTransaction,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | null },
  scope: LogOutScope,
): Promise<void> {
  if (scope === 'global') await tx.execute('delete from auth.sessions where user_id = $1', [userId])
  else if (scope === 'local')
    await tx.execute('delete from auth.sessions where user_id = $1 and id = $2', [userId, sessionId])
  else await tx.execute('delete from auth.sessions where user_id = $1 and id is distinct from $2', [userId, sessionId])
}
