/** auth.users and auth.identities: rows as JSON documents, so that times keep their microseconds. */
import type { RawResult, ReadTransaction, Statement, WriteTransaction } from '@platform/database'

export type Json = Readonly<Record<string, unknown>>

export interface IdentityRow {
  readonly id: string
  readonly provider_id: string
  readonly user_id: string
  readonly identity_data: Json
  readonly provider: string
  readonly email: string | null
  readonly last_sign_in_at: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
}

/** A second factor as lists show it. */
export interface FactorRow {
  readonly id: string
  readonly friendly_name: string | null
  readonly factor_type: 'totp' | 'phone' | 'webauthn'
  readonly status: 'unverified' | 'verified'
  readonly phone: string | null
  /** The model of a security key. */
  readonly web_authn_aaguid: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly last_challenged_at: string | null
}

export interface UserRow {
  readonly id: string
  readonly aud: string | null
  readonly role: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly email_confirmed_at: string | null
  readonly phone_confirmed_at: string | null
  readonly confirmed_at: string | null
  readonly confirmation_sent_at: string | null
  readonly invited_at: string | null
  readonly recovery_sent_at: string | null
  readonly email_change: string | null
  readonly email_change_sent_at: string | null
  readonly email_change_confirm_status: number | null
  readonly phone_change: string | null
  readonly phone_change_sent_at: string | null
  readonly reauthentication_sent_at: string | null
  readonly last_sign_in_at: string | null
  readonly banned_until: string | null
  readonly deleted_at: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly raw_app_meta_data: Json | null
  readonly raw_user_meta_data: Json | null
  readonly is_anonymous: boolean
  readonly is_sso_user: boolean
  readonly identities: readonly IdentityRow[]
  readonly factors: readonly FactorRow[]
}

/** The user `u` of the surrounding statement with its identities and factors, without its secrets. */
export const USER_DOCUMENT = `to_jsonb(u)
  - '{instance_id,encrypted_password,confirmation_token,recovery_token,email_change_token_new,email_change_token_current,phone_change_token,reauthentication_token}'::text[]
  || jsonb_build_object('identities', coalesce(
    (select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]'),
    'factors', coalesce((select jsonb_agg(to_jsonb(f)
      - '{user_id,secret,web_authn_credential,last_webauthn_challenge_data,last_used_step,failed_attempts,locked_until}'::text[]
      order by f.created_at, f.id) from auth.mfa_factors f where f.user_id = u.id), '[]'))`

export interface UserWithPassword {
  readonly user: UserRow
  readonly passwordHash: string | null
}

const WITH_PASSWORD = `select jsonb_build_object('user', ${USER_DOCUMENT}, 'passwordHash', nullif(u.encrypted_password, '')) from auth.users u`

/** How a person names themselves at the door. */
export type Address =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phone: string }

export function findUserStatement(address: Address): Statement {
  return address.kind === 'email'
    ? {
        name: 'auth_user_by_email',
        text: `${WITH_PASSWORD} where u.email = $1 and not u.is_sso_user and u.deleted_at is null`,
        params: [address.email],
      }
    : {
        name: 'auth_user_by_phone',
        text: `${WITH_PASSWORD} where u.phone = $1 and u.deleted_at is null`,
        params: [address.phone],
      }
}

/** The first cell of the first row, which is JSON; null without a row. */
export function readDocument(result: RawResult): unknown {
  const cell = result.rows[0]?.[0]
  return cell === null || cell === undefined ? null : JSON.parse(cell.toString())
}

export async function findUser(tx: ReadTransaction, address: Address): Promise<UserWithPassword | null> {
  return readDocument(await tx.raw(findUserStatement(address))) as UserWithPassword | null
}

export async function findUserById(tx: ReadTransaction, id: string): Promise<UserWithPassword | null> {
  return readDocument(
    await tx.raw({
      name: 'auth_user_by_id',
      text: `${WITH_PASSWORD} where u.id = $1 and u.deleted_at is null`,
      params: [id],
    }),
  ) as UserWithPassword | null
}

/** As `findUserById`, and nobody else changes the user until this transaction ends. */
export async function lockUser(tx: WriteTransaction, id: string): Promise<UserWithPassword | null> {
  await tx.execute('select from auth.users where id = $1 for no key update', [id])
  return findUserById(tx, id)
}

export interface NewUser {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly passwordHash: string | null
  readonly role: string
  readonly audience: string
  readonly isAnonymous: boolean
  readonly isConfirmed: boolean
  /** Somebody's company answers for them; their address may be somebody else's as well. */
  readonly isSso?: boolean
  readonly appMetadata: Json
  readonly userMetadata: Json
}

export async function insertUser(tx: WriteTransaction, user: NewUser): Promise<void> {
  await tx.execute(
    `insert into auth.users (id, aud, role, email, phone, encrypted_password, is_anonymous, raw_app_meta_data,
       raw_user_meta_data, is_sso_user, email_confirmed_at, phone_confirmed_at)
     values ($1, $2, $3, $4::text, $5::text, $6, $7, $8, $9, $11,
       case when $10 and $4::text is not null then now() end, case when $10 and $5::text is not null then now() end)`,
    [
      user.id,
      user.audience,
      user.role,
      user.email,
      user.phone,
      user.passwordHash,
      user.isAnonymous,
      JSON.stringify(user.appMetadata),
      JSON.stringify(user.userMetadata),
      user.isConfirmed,
      user.isSso ?? false,
    ],
  )
}

export interface NewIdentity {
  readonly userId: string
  readonly provider: string
  readonly providerId: string
  readonly data: Json
}

/** Creates the identity, or merges `data` into the one that is there. */
export async function saveIdentity(tx: WriteTransaction, identity: NewIdentity): Promise<void> {
  await tx.execute(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now())
     on conflict (provider_id, provider) do update
       set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`,
    [identity.userId, identity.provider, identity.providerId, JSON.stringify(identity.data)],
  )
}
