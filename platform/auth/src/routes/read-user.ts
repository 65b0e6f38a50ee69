import type { FastifyRequest } from 'fastify'

import type { Auth } from '../auth.ts'
import { requireCaller } from '../caller.ts'
import { presentUser } from '../present-user.ts'

/** GET /user */
export function readUser(auth: Auth) {
  return async (request: FastifyRequest) => presentUser((await requireCaller(auth, request)).user)
}
