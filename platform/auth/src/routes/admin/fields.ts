/** What an administrator may say about a person, and how it becomes columns. */
import type { WriteTransaction } from '@platform/database'
import * as v from 'valibot'

import { setAddress } from '../../accounts/address-change.ts'
import { parseEmail, parsePhone } from '../../accounts/address.ts'
import { identityData } from '../../accounts/create-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requireStrongPassword } from '../../passwords/password-policy.ts'
import { parseDuration } from '../../requests/duration.ts'
import { metadataSchema, optionalText, requireStorable } from '../../requests/read-body.ts'
import { findUserById, saveIdentity, type Address, type Json, type UserRow } from '../../store/users.ts'

export const adminFields = v.object({
  id: optionalText,
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  password_hash: optionalText,
  email_confirm: v.nullish(v.boolean(), false),
  phone_confirm: v.nullish(v.boolean(), false),
  user_metadata: v.nullish(metadataSchema),
  app_metadata: v.nullish(metadataSchema),
  role: optionalText,
  ban_duration: optionalText,
})

export type AdminFields = v.InferOutput<typeof adminFields>

export interface AdminChanges {
  readonly email: string | null
  readonly phone: string | null
  readonly isEmailConfirmed: boolean
  readonly isPhoneConfirmed: boolean
  readonly passwordHash: string | null
  readonly userMetadata: Json | null
  readonly appMetadata: Json | null
  readonly role: string | null
  /** Seconds from now; 0 lifts a ban; null leaves it. */
  readonly banSeconds: number | null
}

/** @throws {AuthError} `validation_failed`, `weak_password` */
export async function planAdminChanges(auth: Auth, fields: AdminFields): Promise<AdminChanges> {
  for (const metadata of [fields.user_metadata, fields.app_metadata]) if (metadata) requireStorable(metadata)
  return {
    email: fields.email ? parseEmail(fields.email) : null,
    phone: fields.phone ? parsePhone(fields.phone) : null,
    isEmailConfirmed: fields.email_confirm,
    isPhoneConfirmed: fields.phone_confirm,
    banSeconds: banSeconds(fields.ban_duration),
    passwordHash: await passwordHash(auth, fields),
    userMetadata: fields.user_metadata ?? null,
    appMetadata: fields.app_metadata ?? null,
    role: fields.role || null,
  }
}

function banSeconds(duration: string | null | undefined): number | null {
  if (!duration) return null
  return duration === 'none' ? 0 : parseDuration(duration)
}

async function passwordHash(auth: Auth, { password, password_hash: hash }: AdminFields): Promise<string | null> {
  if (password && hash) throw authErrors.invalid('Only a password or a password hash should be provided')
  if (hash) {
    if (!auth.passwords.accepts(hash))
      throw authErrors.invalid('The password hash has an unknown form or too high a cost')
    return hash
  }
  if (!password) return null
  await requireStrongPassword(password, auth.config.passwords)
  return auth.passwords.hash(password)
}

/** Writes everything but the password's side effects; answers the user as it is then. */
export async function applyAdminChanges(tx: WriteTransaction, user: UserRow, changes: AdminChanges): Promise<UserRow> {
  const { email, phone } = changes
  if (email !== null && email !== user.email) await assign(tx, user, { kind: 'email', email }, changes.isEmailConfirmed)
  if (phone !== null && phone !== user.phone) await assign(tx, user, { kind: 'phone', phone }, changes.isPhoneConfirmed)
  await tx.execute(
    `update auth.users set updated_at = now(),
       raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $2::jsonb,
       raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || coalesce($3::jsonb, '{}'),
       role = coalesce($4, role),
       encrypted_password = coalesce($5, encrypted_password),
       banned_until = case when $6::float8 is null then banned_until when $6::float8 > 0 then now() + make_interval(secs => $6::float8) end
     where id = $1`,
    [
      user.id,
      JSON.stringify({ ...(changes.isEmailConfirmed && { email_verified: true }), ...changes.userMetadata }),
      textOf(changes.appMetadata),
      changes.role,
      changes.passwordHash,
      changes.banSeconds,
    ],
  )
  const current = (await findUserById(tx, user.id))!.user
  if (changes.isEmailConfirmed && current.email !== null && current.email_confirmed_at === null) {
    await setAddress(tx, current, { kind: 'email', email: current.email }, {})
  }
  if (changes.isPhoneConfirmed && current.phone !== null && current.phone_confirmed_at === null) {
    await setAddress(tx, current, { kind: 'phone', phone: current.phone }, {})
  }
  return (await findUserById(tx, user.id))!.user
}

const textOf = (metadata: Json | null) => (metadata === null ? null : JSON.stringify(metadata))

/** An address as the administrator says, proven or not. */
async function assign(tx: WriteTransaction, user: UserRow, address: Address, isConfirmed: boolean): Promise<void> {
  await setAddress(tx, user, address, {})
  if (isConfirmed) return
  const { kind } = address
  await tx.execute(`update auth.users set ${kind}_confirmed_at = null where id = $1`, [user.id])
  const providerId = user.identities.find(({ provider }) => provider === kind)?.provider_id ?? user.id
  await saveIdentity(tx, { userId: user.id, provider: kind, providerId, data: identityData(user.id, address, false) })
}
