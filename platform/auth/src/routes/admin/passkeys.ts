import { systemSession, type ReadTransaction } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { listPasskeys } from '../../store/passkeys.ts'
import { findUserById } from '../../store/users.ts'
import { removePasskey } from '../passkeys/manage.ts'
import { passkeyIdOf, presentPasskey } from '../passkeys/passkey-endpoint.ts'
import { requirePersonId } from './one-person.ts'

/** GET /admin/users/:id/passkeys */
export function listPasskeysOfPerson(auth: Auth) {
  return async (request: FastifyRequest) => {
    const userId = await requirePersonId(auth, request)
    const rows = await auth.database.read(systemSession, async (tx) => {
      await requireFound(tx, userId)
      return listPasskeys(tx, userId)
    })
    return rows.map(presentPasskey)
  }
}

/** DELETE /admin/users/:id/passkeys/:passkey */
export function removePasskeyOfPerson(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const userId = await requirePersonId(auth, request)
    await auth.database.read(systemSession, (tx) => requireFound(tx, userId))
    await removePasskey(auth, { userId, passkeyId: passkeyIdOf(request) })
    return reply.code(204).send()
  }
}

async function requireFound(tx: ReadTransaction, userId: string): Promise<void> {
  if ((await findUserById(tx, userId)) === null) throw authErrors.userNotFound()
}
