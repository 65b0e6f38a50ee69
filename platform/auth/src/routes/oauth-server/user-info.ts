import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { claimsOfPerson } from '../../oauth-server/person-claims.ts'
import { SCOPES } from '../../oauth-server/scopes.ts'
import { requireAnyCaller } from '../../requests/caller.ts'

/** GET /oauth/userinfo (OpenID Connect Core §5.3): what the client's scopes let it know; all of it for the product's own sessions. */
export function readUserInfo(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, session } = await requireAnyCaller(auth, request)
    const scope = session.clientId === null ? SCOPES.join(' ') : (session.scopes ?? '')
    return reply.header('cache-control', 'no-store').send({ sub: user.id, ...claimsOfPerson(user, scope) })
  }
}
