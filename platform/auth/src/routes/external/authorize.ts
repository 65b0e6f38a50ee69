import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Auth } from '../../auth.ts'
import { startAuthorization } from '../../external/start-authorization.ts'

/** GET /authorize: sends the browser to a provider, or tells where it would. */
export function authorize(auth: Auth) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const url = await startAuthorization(auth, request, reply, null)
    reply.header('cache-control', 'no-store')
    const { skip_http_redirect: skip } = request.query as { skip_http_redirect?: unknown }
    return skip === 'true' ? reply.send({ url: url.href }) : reply.redirect(url.href, 302)
  }
}
