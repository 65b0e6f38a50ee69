/** auth.oauth_authorizations and auth.oauth_consents: what clients ask for, and what people have granted. */
import { createHash, randomBytes } from 'node:crypto'

import type { ReadTransaction, WriteTransaction } from '@platform/database'

import type { OAuthClientRow } from './oauth-clients.ts'
import { readDocument } from './users.ts'

export interface AuthorizationRow {
  readonly authorization_id: string
  readonly client_id: string
  readonly user_id: string | null
  readonly redirect_uri: string
  readonly scope: string
  readonly state: string | null
  readonly nonce: string | null
  readonly code_challenge: string
  readonly status: 'pending' | 'approved' | 'denied' | 'used'
  readonly session_id: string | null
  readonly isExpired: boolean
}

const ID_BYTES = 24
/** NOTE: a code travels through the address bar: it is taken within a minute or not at all (OAuth 2.1 §4.1.2). */
const CODE_SECONDS = 60

const DOCUMENT = `to_jsonb(a) - 'authorization_code_hash' || jsonb_build_object('isExpired', a.expires_at <= now())`
const newToken = () => randomBytes(ID_BYTES).toString('base64url')
const hashOf = (code: string) => createHash('sha256').update(code).digest()

type Asked = Pick<AuthorizationRow, 'client_id' | 'redirect_uri' | 'scope' | 'state' | 'nonce' | 'code_challenge'>

/** Answers its id; what nobody answered an hour ago goes. */
export async function insertAuthorization(tx: WriteTransaction, asked: Asked): Promise<string> {
  const id = newToken()
  await tx.execute(`delete from auth.oauth_authorizations where expires_at < now() - interval '1 hour'`)
  await tx.execute(
    `insert into auth.oauth_authorizations (authorization_id, client_id, redirect_uri, scope, state, nonce, code_challenge)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, asked.client_id, asked.redirect_uri, asked.scope, asked.state, asked.nonce, asked.code_challenge],
  )
  return id
}

/** The authorization for this person, whom it belongs to from now on; null where it is another's, or none. */
export async function claimAuthorization(
  tx: WriteTransaction,
  id: string,
  userId: string,
): Promise<AuthorizationRow | null> {
  return readDocument(
    await tx.raw({
      text: `with a as (update auth.oauth_authorizations set user_id = $2
          where authorization_id = $1 and coalesce(user_id, $2) = $2 returning *)
        select ${DOCUMENT} from a`,
      params: [id, userId],
    }),
  ) as AuthorizationRow | null
}

/** Answers the code. */
export async function approveAuthorization(tx: WriteTransaction, id: string): Promise<string> {
  const code = newToken()
  await tx.execute(
    `update auth.oauth_authorizations set status = 'approved', approved_at = now(), authorization_code_hash = $2,
       expires_at = now() + make_interval(secs => $3) where authorization_id = $1`,
    [id, hashOf(code), CODE_SECONDS],
  )
  return code
}

export async function denyAuthorization(tx: WriteTransaction, id: string): Promise<void> {
  await tx.execute(`update auth.oauth_authorizations set status = 'denied' where authorization_id = $1`, [id])
}

export async function lockAuthorizationByCode(tx: WriteTransaction, code: string): Promise<AuthorizationRow | null> {
  return readDocument(
    await tx.raw({
      text: `with a as (select * from auth.oauth_authorizations where authorization_code_hash = $1 for update)
        select ${DOCUMENT} from a`,
      params: [hashOf(code)],
    }),
  ) as AuthorizationRow | null
}

export async function markCodeUsed(tx: WriteTransaction, id: string, sessionId: string): Promise<void> {
  await tx.execute(
    `update auth.oauth_authorizations set status = 'used', session_id = $2 where authorization_id = $1`,
    [id, sessionId],
  )
}

/** The session is the client's: what its tokens may tell, and that it ends with the client. */
export async function giveSessionTo(
  tx: WriteTransaction,
  sessionId: string,
  { clientId, scope }: { readonly clientId: string; readonly scope: string },
): Promise<void> {
  await tx.execute('update auth.sessions set oauth_client_id = $2, scopes = $3 where id = $1', [
    sessionId,
    clientId,
    scope,
  ])
}

/** The scopes granted, or null. */
export async function findConsent(tx: ReadTransaction, userId: string, clientId: string): Promise<string | null> {
  const [row] = await tx.query<{ scopes: string }>(
    'select scopes from auth.oauth_consents where user_id = $1 and client_id = $2',
    [userId, clientId],
  )
  return row?.scopes ?? null
}

export async function saveConsent(
  tx: WriteTransaction,
  { userId, clientId, scopes }: { readonly userId: string; readonly clientId: string; readonly scopes: string },
): Promise<void> {
  await tx.execute(
    `insert into auth.oauth_consents (user_id, client_id, scopes) values ($1, $2, $3)
     on conflict (user_id, client_id) do update set scopes = excluded.scopes, granted_at = now()`,
    [userId, clientId, scopes],
  )
}

/** Ends what the client holds of this person too. False where nothing was granted. */
export async function revokeConsent(tx: WriteTransaction, userId: string, clientId: string): Promise<boolean> {
  const count = await tx.execute('delete from auth.oauth_consents where user_id = $1 and client_id = $2', [
    userId,
    clientId,
  ])
  await tx.execute('delete from auth.sessions where user_id = $1 and oauth_client_id = $2', [userId, clientId])
  return count > 0
}

export interface Grant {
  readonly client: Pick<OAuthClientRow, 'id' | 'client_name' | 'client_uri' | 'logo_uri'>
  readonly scopes: string
  readonly granted_at: string
}

export async function listGrants(tx: ReadTransaction, userId: string): Promise<readonly Grant[]> {
  return readDocument(
    await tx.raw({
      text: `select coalesce(jsonb_agg(jsonb_build_object('scopes', g.scopes, 'granted_at', g.granted_at,
          'client', jsonb_build_object('id', c.id, 'client_name', c.client_name, 'client_uri', c.client_uri,
            'logo_uri', c.logo_uri)) order by g.granted_at desc), '[]')
        from auth.oauth_consents g join auth.oauth_clients c on c.id = g.client_id where g.user_id = $1`,
      params: [userId],
    }),
  ) as readonly Grant[]
}
