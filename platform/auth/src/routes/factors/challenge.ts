import { systemSession } from '@platform/database'
import type { FastifyRequest } from 'fastify'

import { limitByNetwork, type Auth } from '../../auth.ts'
import { requirePerson } from '../../caller.ts'
import { authErrors } from '../../errors.ts'
import { insertChallenge, lockFactor } from '../../store/factors.ts'
import { factorIdOf } from './factor-id.ts'

/** POST /factors/:id/challenge */
export function challengeFactor(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    const factorId = factorIdOf(request)
    await limitByNetwork(auth, 'factors', request)
    const seconds = auth.config.factors.challengeSeconds
    const { id, expiresAt } = await auth.database.write(systemSession, async (tx) => {
      const found = await lockFactor(tx, { userId: user.id, factorId })
      if (found === null || found.factor.factor_type !== 'totp') throw authErrors.factorNotFound()
      return insertChallenge(tx, { factorId, ip: request.ip, seconds })
    })
    return { id, type: 'totp', expires_at: expiresAt }
  }
}
