import type { FastifyReply, FastifyRequest } from 'fastify'

import { presentUser } from '../accounts/present-user.ts'
import type { Auth } from '../auth.ts'
import { requireAnyCaller } from '../requests/caller.ts'
import type { UserRow } from '../store/users.ts'

/** GET /user */
export function readUser(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = await requireAnyCaller(auth, request)
    return reply.type('application/json; charset=utf-8').send(bodyOf(user))
  }
}

const bodies = new WeakMap<UserRow, string>()

/** Written once for all callers whose reads were joined. */
function bodyOf(user: UserRow): string {
  const body = bodies.get(user) ?? JSON.stringify(presentUser(user))
  bodies.set(user, body)
  return body
}
