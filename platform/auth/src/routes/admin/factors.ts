import { DatabaseError, systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { presentFactor } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { optionalText, readBody, requireStorable } from '../../requests/read-body.ts'
import { deleteFactor, findFactor, lockFactor } from '../../store/factors.ts'
import { findUserById, lockUser } from '../../store/users.ts'
import { factorIdOf } from '../factors/factor-id.ts'
import { requirePersonId } from './one-person.ts'

const UNIQUE_VIOLATION = '23505'

/** GET /admin/users/:id/factors */
export function listFactors(auth: Auth) {
  return async (request: FastifyRequest) => {
    const id = await requirePersonId(auth, request)
    const found = await auth.database.read(systemSession, (tx) => findUserById(tx, id))
    if (found === null) throw authErrors.userNotFound()
    return found.user.factors.map(presentFactor)
  }
}

/** DELETE /admin/users/:id/factors/:factor: the way back in for somebody who lost their device. */
export function removeFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const userId = await requirePersonId(auth, request)
    const factorId = factorIdOf(request)
    const factor = await auth.database.write(systemSession, async (tx) => {
      if ((await lockUser(tx, userId)) === null) throw authErrors.userNotFound()
      const found = await lockFactor(tx, { userId, factorId })
      if (found === null) throw authErrors.factorNotFound()
      await deleteFactor(tx, { userId, factorId })
      return found.factor
    })
    auth.observe({ kind: 'auth.factor-removed', userId, factorId })
    return presentFactor(factor)
  }
}

const bodySchema = v.object({
  friendly_name: optionalText,
  factor_type: v.nullish(v.picklist(['totp', 'phone', 'webauthn'])),
})

/** PUT /admin/users/:id/factors/:factor */
export function renameFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const userId = await requirePersonId(auth, request)
    const factorId = factorIdOf(request)
    const name = readBody(request, bodySchema).friendly_name ?? null
    requireStorable({ name })
    try {
      return await auth.database.write(systemSession, async (tx) => {
        await tx.execute(
          `update auth.mfa_factors set friendly_name = coalesce($3, friendly_name), updated_at = now()
           where id = $2 and user_id = $1`,
          [userId, factorId, name],
        )
        const factor = await findFactor(tx, { userId, factorId })
        if (factor === null) throw authErrors.factorNotFound()
        return presentFactor(factor)
      })
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error
      throw authErrors.factorNameTaken(name ?? '')
    }
  }
}
