import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../auth.ts'
import { authErrors } from '../errors.ts'
import { requireAnyCaller } from '../requests/caller.ts'
import { deleteSessions, type LogOutScope } from '../store/sessions.ts'

/** POST /logout?scope=global|local|others */
export function logOut(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, session } = await requireAnyCaller(auth, request)
    const wished = parseScope((request.query as { scope?: unknown }).scope)
    const scope = session.clientId === null ? wished : 'local'
    await auth.database.write(systemSession, (tx) =>
      deleteSessions(tx, { userId: user.id, sessionId: session.id }, scope),
    )
    auth.observe({ kind: 'auth.signed-out', userId: user.id, scope })
    return reply.code(204).send()
  }
}

/** Pure. @throws {AuthError} */
function parseScope(scope: unknown): LogOutScope {
  if (scope === undefined || scope === '' || scope === 'global') return 'global'
  if (scope === 'local' || scope === 'others') return scope
  throw authErrors.invalid(`Unsupported logout scope ${JSON.stringify(scope).slice(0, 40)}`)
}
