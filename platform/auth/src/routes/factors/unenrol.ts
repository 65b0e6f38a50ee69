import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requirePerson } from '../../requests/caller.ts'
import { deleteFactor, lockFactor } from '../../store/factors.ts'
import { lockUser } from '../../store/users.ts'
import { factorIdOf } from './factor-id.ts'

/** DELETE /factors/:id */
export function unenrolFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user, session } = await requirePerson(auth, request)
    const factorId = factorIdOf(request)
    await auth.database.write(systemSession, async (tx) => {
      await lockUser(tx, user.id)
      const found = await lockFactor(tx, { userId: user.id, factorId })
      if (found === null) throw authErrors.factorNotFound()
      if (found.factor.status === 'verified' && session.aal === 'aal1') {
        throw authErrors.insufficientAal(422, 'AAL2 required to unenroll verified factor')
      }
      await deleteFactor(tx, { userId: user.id, factorId })
    })
    auth.observe({ kind: 'auth.factor-removed', userId: user.id, factorId })
    return { id: factorId }
  }
}
