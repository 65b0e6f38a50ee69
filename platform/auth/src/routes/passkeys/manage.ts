import { systemSession } from '@platform/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import type { Auth } from '../../auth.ts'
import { authErrors } from '../../errors.ts'
import { requirePerson } from '../../requests/caller.ts'
import { optionalText, readBody, requireStorable } from '../../requests/read-body.ts'
import { deletePasskey, listPasskeys, renamePasskey, type PasskeyOf } from '../../store/passkeys.ts'
import { passkeyIdOf, passkeyNotFound, presentPasskey, requireOwner } from './passkey-endpoint.ts'

const MAX_NAME_LENGTH = 120

/** GET /passkeys */
export function listOwnPasskeys(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    const rows = await auth.database.read(systemSession, (tx) => listPasskeys(tx, user.id))
    return rows.map(presentPasskey)
  }
}

const bodySchema = v.object({ friendly_name: optionalText })

/** PATCH /passkeys/:id */
export function renameOwnPasskey(auth: Auth) {
  return async (request: FastifyRequest) => {
    const { user } = await requirePerson(auth, request)
    const passkeyId = passkeyIdOf(request)
    const name = readBody(request, bodySchema).friendly_name
    if (!name) throw authErrors.invalid('friendly_name is required')
    if (name.length > MAX_NAME_LENGTH) throw authErrors.invalid('friendly_name must be 120 characters or less')
    requireStorable({ name })
    const passkey = await auth.database.write(systemSession, (tx) =>
      renamePasskey(tx, { userId: user.id, passkeyId }, name),
    )
    if (passkey === null) throw passkeyNotFound()
    return presentPasskey(passkey)
  }
}

/** DELETE /passkeys/:id */
export function removeOwnPasskey(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = await requireOwner(auth, request)
    await removePasskey(auth, { userId: user.id, passkeyId: passkeyIdOf(request) })
    return reply.code(204).send()
  }
}

/** @throws {AuthError} 404 */
export async function removePasskey(auth: Auth, passkey: PasskeyOf): Promise<void> {
  if (!(await auth.database.write(systemSession, (tx) => deletePasskey(tx, passkey)))) throw passkeyNotFound()
  auth.observe({ kind: 'auth.passkey-removed', ...passkey })
}
