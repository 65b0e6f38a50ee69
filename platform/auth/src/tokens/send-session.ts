/** Answers that sign somebody in. */
import type { FastifyReply } from 'fastify'

import type { Auth } from '../auth.ts'
import { tokenResponse, type OpenSession } from './access-token.ts'

export async function sendSession(
  auth: Auth,
  reply: FastifyReply,
  open: OpenSession,
  extra: object = {},
): Promise<FastifyReply> {
  const body = await tokenResponse(open, auth)
  return reply
    .headers({ 'cache-control': 'no-store', 'sb-auth-user-id': open.user.id, 'sb-auth-session-id': open.session.id })
    .send({ ...body, ...extra })
}
