/** auth.identities of external providers, and what they leave on auth.users. */
import type { ReadTransaction, WriteTransaction } from '@platform/database'

import type { Json } from './users.ts'

/** What a provider says about whoever signed in there. */
export interface ExternalAccount {
  readonly provider: string
  /** The provider's own name for the person: the one thing that never changes. */
  readonly subject: string
  readonly email: string | null
  /** True only when the provider itself says that it has proven the address. */
  readonly isEmailVerified: boolean
  /** For `identity_data` and `user_metadata`. */
  readonly profile: Json
  readonly accessToken: string | null
  readonly refreshToken: string | null
}

type Named = Pick<ExternalAccount, 'provider' | 'subject'>

/** Two sign-ins of one external account are decided one after the other. */
export async function lockIdentity(tx: WriteTransaction, { provider, subject }: Named): Promise<void> {
  await tx.execute('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`identity ${provider} ${subject}`])
}

export async function findIdentityOwner(tx: ReadTransaction, { provider, subject }: Named): Promise<string | null> {
  const [row] = await tx.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  )
  return row?.user_id ?? null
}

/** Writes the identity, its provider and its profile onto the person. */
export async function attachIdentity(tx: WriteTransaction, userId: string, account: ExternalAccount): Promise<void> {
  const profile = JSON.stringify(account.profile)
  await tx.execute(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, now())
     on conflict (provider_id, provider) do update
       set identity_data = auth.identities.identity_data || excluded.identity_data, last_sign_in_at = now(), updated_at = now()`,
    [userId, account.provider, account.subject, profile],
  )
  await tx.execute(
    `update auth.users set updated_at = now(), is_anonymous = false,
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb,
       raw_app_meta_data = jsonb_build_object('provider', $3::text) || coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
         'providers', (select jsonb_agg(distinct p) from jsonb_array_elements_text(
           coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb($3::text)) p))
     where id = $1`,
    [userId, profile, account.provider],
  )
}

export async function detachIdentity(tx: WriteTransaction, userId: string, identityId: string): Promise<void> {
  await tx.execute('delete from auth.identities where id = $2 and user_id = $1', [userId, identityId])
  await tx.execute(
    `update auth.users u set updated_at = now(),
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || (
         select jsonb_build_object('providers', coalesce(jsonb_agg(distinct i.provider), '[]'),
           'provider', (array_agg(i.provider order by i.created_at, i.id))[1])
         from auth.identities i where i.user_id = u.id)
     where u.id = $1`,
    [userId],
  )
}

/** The address becomes the person's own and proven; false when somebody else has it. */
export async function adoptEmail(tx: WriteTransaction, userId: string, email: string): Promise<boolean> {
  const changed = await tx.execute(
    `update auth.users set email = $2, email_confirmed_at = now(), email_change = null, email_change_confirm_status = 0
     where id = $1 and not exists (select from auth.users other where other.email = $2 and other.id <> $1)`,
    [userId, email],
  )
  return changed > 0
}

/**
 * Everything that somebody who never proved the address may have left behind on the account (THREATS A-23): password,
 * sessions, factors, codes, profile.
 */
export async function clearUnproven(tx: WriteTransaction, userId: string): Promise<void> {
  for (const table of ['sessions', 'mfa_factors', 'one_time_tokens', 'flow_state', 'identities']) {
    await tx.execute(`delete from auth.${table} where user_id = $1`, [userId])
  }
  await tx.execute(
    `update auth.users set encrypted_password = null, email_confirmed_at = now(), email_change = null, phone_change = '',
       raw_user_meta_data = '{}', raw_app_meta_data = coalesce(raw_app_meta_data, '{}') - '{provider,providers}'::text[]
     where id = $1`,
    [userId],
  )
}

/** The account keeps what else it has; the address goes to whoever proved it. */
export async function releaseEmail(tx: WriteTransaction, userId: string): Promise<void> {
  await tx.execute(`delete from auth.identities where user_id = $1 and provider = 'email'`, [userId])
  await tx.execute(
    `delete from auth.one_time_tokens where user_id = $1 and relates_to = (select email from auth.users where id = $1)`,
    [userId],
  )
  await tx.execute(
    `update auth.users set email = null, email_confirmed_at = null, updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') - '{email,email_verified}'::text[] where id = $1`,
    [userId],
  )
}
