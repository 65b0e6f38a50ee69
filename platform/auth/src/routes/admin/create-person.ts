import { DatabaseError, type WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import { createUser, savingUser, takenAddress } from '../../accounts/create-user.ts'
import { presentUser } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { AuthError, authErrors } from '../../errors.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { readBody } from '../../requests/read-body.ts'
import { findUserById, type Address, type UserRow } from '../../store/users.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { adminFields, applyAdminChanges, planAdminChanges, type AdminChanges } from './fields.ts'

/** POST /admin/users */
export function createPerson(auth: Auth) {
  return async (request: FastifyRequest) => {
    await requireAdmin(auth, request)
    const fields = readBody(request, adminFields)
    if (fields.id && !isUuid(fields.id)) throw authErrors.invalid('ID must conform to the uuid v4 format')
    const changes = await planAdminChanges(auth, fields)
    const address = addressOf(changes)
    if (address === null) throw authErrors.invalid('Cannot create a user without either an email or phone')
    const user = await namingTheTaken(changes, () =>
      savingUser(auth, (tx) => insert(tx, auth, { id: fields.id ?? null, address, changes })),
    )
    auth.observe({ kind: 'auth.signed-up', userId: user.id, provider: address.kind })
    return presentUser(user)
  }
}

function addressOf({ email, phone }: AdminChanges): Address | null {
  if (email !== null) return { kind: 'email', email }
  return phone === null ? null : { kind: 'phone', phone }
}

interface NewPerson {
  readonly id: string | null
  readonly address: Address
  readonly changes: AdminChanges
}

async function insert(tx: WriteTransaction, auth: Auth, { id, address, changes }: NewPerson): Promise<UserRow> {
  const userId = await createUser(tx, auth, {
    ...(id === null ? {} : { id }),
    address,
    passwordHash: changes.passwordHash,
    isConfirmed: address.kind === 'email' ? changes.isEmailConfirmed : changes.isPhoneConfirmed,
    data: changes.userMetadata ?? {},
    isDataWhole: true,
    appMetadata: changes.appMetadata ?? {},
    ...(changes.role === null ? {} : { role: changes.role }),
  })
  return applyAdminChanges(tx, (await findUserById(tx, userId))!.user, changes)
}

/** An administrator learns which of the two addresses is taken. */
export async function namingTheTaken<T>(changes: Pick<AdminChanges, 'email'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof AuthError && error.code === 'user_already_exists' ? error.cause : error
    const taken = cause instanceof DatabaseError ? takenAddress(cause) : null
    if (taken === null) throw error
    throw taken === 'email' && changes.email !== null ? authErrors.emailExists() : authErrors.phoneExists()
  }
}
