/** A new person and their identity in one transaction, with whatever the product's triggers do then. */
import { randomUUID } from 'node:crypto'

import { DatabaseError, type WriteTransaction, systemSession } from '@platform/database'

import type { Auth } from '../auth.ts'
import { AuthError, authErrors } from '../errors.ts'
import { insertUser, saveIdentity, type Address, type Json, type NewUser } from '../store/users.ts'

const UNIQUE_VIOLATION = '23505'
const EMAIL_KEY = 'users_email_partial_key'
const PHONE_KEY = 'users_phone_key'

export interface UserPlan {
  readonly id?: string
  /** Null for an anonymous person. */
  readonly address: Address | null
  readonly passwordHash: string | null
  readonly isConfirmed: boolean
  readonly data: Json
  /** `user_metadata` is `data` alone: an administrator's word. A sign-up repeats the address there. */
  readonly isDataWhole?: boolean
  readonly appMetadata?: Json
  readonly role?: string
}

/** Pure but for the id. */
export function planUser(plan: UserPlan, audience: string): NewUser {
  const { address } = plan
  const id = plan.id ?? randomUUID()
  const repeated = address === null || plan.isDataWhole ? {} : identityData(id, address, plan.isConfirmed)
  return {
    id,
    email: address?.kind === 'email' ? address.email : null,
    phone: address?.kind === 'phone' ? address.phone : null,
    passwordHash: plan.passwordHash,
    role: plan.role ?? 'authenticated',
    audience,
    isAnonymous: address === null,
    isConfirmed: plan.isConfirmed,
    appMetadata: { ...(address === null ? {} : providersOf(address)), ...plan.appMetadata },
    userMetadata: { ...plan.data, ...repeated },
  }
}

function providersOf(address: Address): Json {
  return { provider: address.kind, providers: [address.kind] }
}

/** What `identity_data` keeps about an address and, after a sign-up, `user_metadata` as well. */
export function identityData(userId: string, address: Address, isConfirmed: boolean): Json {
  const { kind } = address
  const value = address.kind === 'email' ? { email: address.email } : { phone: address.phone }
  return {
    ...value,
    email_verified: kind === 'email' && isConfirmed,
    phone_verified: kind === 'phone' && isConfirmed,
    sub: userId,
  }
}

export async function createUser(tx: WriteTransaction, auth: Auth, plan: UserPlan): Promise<string> {
  const user = planUser(plan, auth.config.audience)
  await insertUser(tx, user)
  if (plan.address !== null) {
    await saveIdentity(tx, {
      userId: user.id,
      provider: plan.address.kind,
      providerId: user.id,
      data: identityData(user.id, plan.address, plan.isConfirmed),
    })
  }
  return user.id
}

/** @throws {AuthError} for an address that is taken, and for anything a trigger on auth.users refuses */
export async function savingUser<T>(auth: Auth, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
  try {
    return await auth.database.write(systemSession, work)
  } catch (error) {
    if (error instanceof AuthError || !(error instanceof DatabaseError)) throw error
    throw takenAddress(error) === null ? authErrors.savingUserFailed(error) : authErrors.userExists(error)
  }
}

/** Which address a refused write found taken, or null when it failed for another reason. */
export function takenAddress(error: DatabaseError): 'email' | 'phone' | null {
  if (error.code !== UNIQUE_VIOLATION) return null
  if (error.constraint === EMAIL_KEY) return 'email'
  return error.constraint === PHONE_KEY ? 'phone' : null
}
