import { createHash } from 'node:crypto'

import { systemSession, type WriteTransaction } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { presentUser } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requireStrongPassword } from '../../passwords/password-policy.ts'
import { requireAdmin } from '../../requests/caller.ts'
import { readBody } from '../../requests/read-body.ts'
import { deleteSessions } from '../../store/sessions.ts'
import { findUserById, lockUser, type UserRow } from '../../store/users.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { namingTheTaken } from './create-person.ts'
import { adminFields, applyAdminChanges, planAdminChanges } from './fields.ts'

export async function requirePersonId(auth: Auth, request: FastifyRequest): Promise<string> {
  await requireAdmin(auth, request)
  const { id } = request.params as { id: string }
  if (!isUuid(id)) throw authErrors.notFoundInvalid('user_id must be an UUID')
  return id
}

/** GET /admin/users/:id */
export function readPerson(auth: Auth) {
  return async (request: FastifyRequest) => {
    const id = await requirePersonId(auth, request)
    const found = await auth.database.read(systemSession, (tx) => findUserById(tx, id))
    if (found === null) throw authErrors.userNotFound()
    return presentUser(found.user)
  }
}

/** PUT /admin/users/:id */
export function updatePerson(auth: Auth) {
  return async (request: FastifyRequest) => {
    const id = await requirePersonId(auth, request)
    const fields = readBody(request, adminFields)
    // Only who is made may do without one.
    if (fields.password === '') await requireStrongPassword('', auth.config.passwords)
    const changes = await planAdminChanges(auth, fields)
    const user = await namingTheTaken(changes, () =>
      auth.database.write(systemSession, async (tx) => {
        const found = await lockUser(tx, id)
        if (found === null) throw authErrors.userNotFound()
        if (changes.passwordHash !== null) await deleteSessions(tx, { userId: id, sessionId: null }, 'global')
        return applyAdminChanges(tx, found.user, changes)
      }),
    )
    const changed = Object.entries(changes).flatMap(([name, value]) =>
      value === null || value === false ? [] : [name],
    )
    auth.observe({ kind: 'auth.user-changed', userId: id, fields: changed })
    return presentUser(user)
  }
}

const deletion = v.object({ should_soft_delete: v.nullish(v.boolean(), false) })

/** DELETE /admin/users/:id */
export function deletePerson(auth: Auth) {
  return async (request: FastifyRequest) => {
    const id = await requirePersonId(auth, request)
    const { should_soft_delete: isSoft } = readBody(request, deletion)
    await auth.database.write(systemSession, async (tx) => {
      const found = await lockUser(tx, id)
      if (found === null) throw authErrors.userNotFound()
      if (isSoft) await hide(tx, found.user)
      else await tx.execute('delete from auth.users where id = $1', [id])
    })
    auth.observe({ kind: 'auth.user-changed', userId: id, fields: ['deleted'] })
    return {}
  }
}

/** The row stays for whatever refers to it; what could identify the person becomes a digest. */
async function hide(tx: WriteTransaction, { id, email, phone }: UserRow): Promise<void> {
  const conceal = (text: string | null) =>
    text === null ? null : createHash('sha256').update(`${id}${text}`).digest('base64url')
  await deleteSessions(tx, { userId: id, sessionId: null }, 'global')
  await tx.execute('delete from auth.one_time_tokens where user_id = $1', [id])
  await tx.execute('delete from auth.identities where user_id = $1', [id])
  await tx.execute(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = null, phone_change = '',
       confirmation_token = '', recovery_token = '', email_change_token_current = '', email_change_token_new = '',
       phone_change_token = '', reauthentication_token = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now() where id = $1`,
    [id, conceal(email), conceal(phone)],
  )
}
