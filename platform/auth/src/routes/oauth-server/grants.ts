import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { presentTime } from '../../accounts/present-user.ts'
import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requirePerson } from '../../requests/caller.ts'
import { listGrants, revokeConsent } from '../../store/oauth-authorizations.ts'
import { isUuid } from '../../tokens/uuid.ts'
import { presentAsking } from './consent.ts'

/** GET /user/oauth/grants */
export function listOwnGrants(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    const grants = await auth.database.read(systemSession, (tx) => listGrants(tx, user.id))
    return grants.map(({ client, scopes, granted_at: at }) => ({
      client: presentAsking(client),
      scopes: scopes.split(' '),
      granted_at: presentTime(at),
    }))
  }
}

/** DELETE /user/oauth/grants?client_id= */
export function revokeGrant(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = await requirePerson(auth, request)
    const { client_id: clientId } = request.query as { client_id?: unknown }
    if (clientId === undefined || clientId === '') throw authErrors.invalid('client_id query parameter is required')
    if (!isUuid(clientId)) throw authErrors.invalid('client_id must be a UUID')
    const isGone = await auth.database.write(systemSession, (tx) => revokeConsent(tx, user.id, clientId))
    if (!isGone) throw authErrors.consentUnknown()
    return reply.code(204).send()
  }
}
