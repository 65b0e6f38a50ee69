/** An address becomes an account's own. */
import type { WriteTransaction } from '@platform/database'

import { saveIdentity, type Address, type Json, type UserRow } from '../store/users.ts'
import { identityData } from './create-user.ts'

/**
 * The address is proven, or taken at its word: it becomes the account's, and an anonymous account becomes a person's.
 * @param metadata what `user_metadata` learns; null for as much as its sign-up has put there
 */
export async function setAddress(
  tx: WriteTransaction,
  user: UserRow,
  address: Address,
  metadata: Json | null = null,
): Promise<void> {
  const column = address.kind
  const value = address.kind === 'email' ? address.email : address.phone
  const pending =
    address.kind === 'email' ? `email_change = null, email_change_confirm_status = 0` : `phone_change = ''`
  const data = identityData(user.id, address, true)
  const shared = { [column]: value, [`${column}_verified`]: true, sub: user.id }
  await tx.execute(
    `update auth.users set ${column} = $2, ${column}_confirmed_at = now(), ${pending}, is_anonymous = false, updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $3::jsonb,
       raw_app_meta_data = jsonb_build_object('provider', $4::text) || coalesce(raw_app_meta_data, '{}') || jsonb_build_object(
         'providers', (select jsonb_agg(distinct p) from jsonb_array_elements_text(
           coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb($4::text)) p))
     where id = $1`,
    [user.id, value, JSON.stringify(metadata ?? learned(user, column, shared)), column],
  )
  const existing = user.identities.find(({ provider }) => provider === column)
  await saveIdentity(tx, {
    userId: user.id,
    provider: column,
    providerId: existing?.provider_id ?? user.id,
    data: existing === undefined ? data : shared,
  })
}

/** Whom an administrator made has only what was given there: their mailbox adds that it is theirs. */
function learned(user: UserRow, kind: Address['kind'], shared: Json): Json {
  const isRepeated = user.is_anonymous || Object.hasOwn(user.raw_user_meta_data ?? {}, kind)
  if (isRepeated) return shared
  return kind === 'email' ? { email_verified: true } : {}
}
